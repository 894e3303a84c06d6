// The browser's own calls against a server that refuses, breaks off or is gone: what each comes to.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keys } from "~/screens/browser/store";
import { call, CallError } from "~/screens/browser/call";

const alice = { user_id: "alice", api_key: "a-key", email: "alice@linnet.example", timezone: "Europe/Berlin" };

let answer: RequestListener;
let server: Server;
let seen: string[];

beforeEach(async () => {
  seen = [];
  server = createServer((req, res) => {
    seen.push(`${req.method} ${req.url} ${req.headers.authorization}`);
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
  store({ [keys.user]: JSON.stringify(alice) });
});

afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const store = (kept: Record<string, string>) =>
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept[key] ?? null });

const answers = (status: number, body: string): void => {
  answer = (_req, res) => res.writeHead(status, { "content-type": "application/json" }).end(body);
};

/** What a call that comes to nothing throws. */
async function faultOf(made: Promise<unknown>): Promise<CallError> {
  const fault: unknown = await made.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(fault instanceof CallError)) throw new Error(`no CallError but ${String(fault)}`);
  return fault;
}

it("a good answer is its body, asked for with the stored key", async () => {
  answers(200, '{"data":{"status":"pending"}}');
  expect(await call("/api/questions/task-status/7")).toEqual({ data: { status: "pending" } });
  expect(seen).toEqual(["GET /api/questions/task-status/7 Bearer a-key"]);
});

it("nobody stored: nothing is sent", async () => {
  store({});
  expect((await faultOf(call("/api/questions/batch/1"))).message).toBe("用户未登录");
  expect(seen).toEqual([]);
});

it.each([
  ['{"detail":"Come back later"}', "Come back later"],
  ["<h1>Bad gateway</h1>", "Failed to get task status"],
])("a refusal %s says %s", async (body, sentence) => {
  answers(502, body);
  const fault = await faultOf(call("/api", { fallback: "Failed to get task status" }));
  expect(fault).toMatchObject({ message: sentence, isRefusal: true });
});

it.each(["", '{"data":', "<p>Sign in to this Wi-Fi</p>"])(
  "a good answer with the unreadable body %j is one that never came",
  async (body) => {
    answers(200, body);
    expect(await faultOf(call("/api"))).toMatchObject({ message: "网络错误", isRefusal: false });
  },
);

it("an answer that breaks off is one that never came", async () => {
  answer = (_req, res) => {
    res.writeHead(200, { "content-length": "100" });
    res.write('{"data":', () => res.socket?.destroy());
  };
  expect(await faultOf(call("/api"))).toMatchObject({ message: "网络错误", isRefusal: false });
});

it("who leaves while the answer comes in is told of no fault", async () => {
  const left = new AbortController();
  answer = (_req, res) => {
    res.writeHead(200, { "content-length": "100" });
    res.write('{"data":');
    setTimeout(() => left.abort(), 20);
  };
  await expect(call("/api", { signal: left.signal })).rejects.toMatchObject({ name: "AbortError" });
});

it("a refusal without a word says that the request failed", async () => {
  answers(500, "<html>");
  expect(await faultOf(call("/api/questions/batch/1"))).toMatchObject({ message: "请求失败", isRefusal: true });
});

it("a key that turns out to be another person's is not used", async () => {
  const bob = { ...alice, user_id: "bob", api_key: "bobs-key" };
  const kept: Record<string, string> = { [keys.user]: JSON.stringify(alice) };
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  });
  vi.stubGlobal("window", new EventTarget());
  answer = (req, res) => {
    if (req.url?.startsWith("/session/key?timezone=")) res.writeHead(200).end(JSON.stringify(bob));
    else res.writeHead(401).end('{"detail":"No"}');
  };
  expect(await faultOf(call("/api/questions/batch/1"))).toMatchObject({ isRefusal: true });
  expect(seen.map((line) => line.replace(/^[A-Z]+ /, ""))).toEqual([
    "/api/questions/batch/1 Bearer a-key",
    `/session/key?${String(new URLSearchParams({ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }))} undefined`,
  ]);
});
