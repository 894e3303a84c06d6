// What the built app refuses: bad requests to the API in its envelope, other sites' posts, and what never reaches its log.
import { Agent, request, type RequestOptions } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkInSandbox, newEmail, newHandle, password, register, Visitor } from "../../support/people/browser";
import { type BuiltServer, eventually, startServer } from "../../support/server";

let server: BuiltServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const json = { "content-type": "application/json" };

describe("the API", () => {
  const send = (path: string, init: RequestInit = {}) => fetch(`${server.origin}${path}`, { method: "POST", ...init });

  /** The envelope of a refusal, and that it says the truth about itself. */
  async function refusal(answer: Response, status: number): Promise<{ error: string; detail: unknown }> {
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const body = (await answer.json()) as { success: boolean; error: string; detail: unknown };
    expect(answer.status, body.error).toBe(status);
    expect(body.success).toBe(false);
    expect(body.error).toMatch(/\S/);
    return body;
  }

  it("answers 400 to what isn't JSON", async () => {
    const answer = await send("/api/users/login", { headers: json, body: "{not json" });
    const { error, detail } = await refusal(answer, 400);
    expect(detail).toBe(error);
  });

  it("answers 415 to a body of another type", async () => {
    const forms = [new URLSearchParams({ email: "a@b.c" }), "<login/>"];
    for (const body of forms) await refusal(await send("/api/users/login", { body }), 415);
  });

  it("answers 413 to more than 64 KiB, whether its length was told or not, and to a form just so", async () => {
    const long = JSON.stringify({ email: "x".repeat(70_000) });
    await refusal(await send("/api/users/login", { headers: json, body: long }), 413);
    const stream = new ReadableStream({
      start(controller) {
        for (let piece = 0; piece < 20; piece += 1) controller.enqueue(new TextEncoder().encode("x".repeat(10_000)));
        controller.close();
      },
    });
    const untold = { headers: json, body: stream, duplex: "half" } as RequestInit;
    await refusal(await send("/api/users/login", untold), 413);
    const fields = { intent: "sign-in", email: "y".repeat(70_000), password };
    expect((await new Visitor(server.origin).post("/generate?panel=login", fields)).status).toBe(413);
  });

  it("a refusal before the whole body was read leaves the connection fit for the next request", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = (path: string, options: RequestOptions, body = "") =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${server.origin}${path}`, { agent, ...options }, (answer) => {
          answer.resume().once("end", () => resolve(answer.statusCode));
        });
        sent.on("error", reject).end(body);
      });
    // Longer ones end the connection (bodies.test.ts).
    const long = "z".repeat(1_000_000);
    for (const [path, status] of [
      ["/api/users/login", 413],
      ["/api/twitter/accounts/list", 405],
      ["/api/nothing", 413],
      ["/generate", 403],
    ] as const) {
      expect(await call(path, { method: "POST", headers: json }, long), path).toBe(status);
      expect(await call("/healthz", {}), `after ${path}`).toBe(200);
    }
    agent.destroy();
  });

  it("answers 405 with what it takes", async () => {
    const answer = await send("/api/users/login", { method: "GET" });
    await refusal(answer, 405);
    expect(answer.headers.get("allow")).toBe("POST");
    await refusal(await send("/api/twitter/accounts/list", { headers: json, body: "{}" }), 405);
    await refusal(await send("/api/users/login", { method: "PATCH", headers: json, body: "{}" }), 405);
  });

  it("answers 405 to TRACE, which Remix itself can't bear", async () => {
    const status = await new Promise((resolve, reject) => {
      const { origin } = server;
      const trace = request(`${origin}/api/users/login`, { method: "TRACE" }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      trace.on("error", reject).end();
    });
    expect(status).toBe(405);
  });

  it("answers 404 to paths that it doesn't have, and 400 to malformed ones", async () => {
    await refusal(await send("/api/nothing", { headers: json, body: "{}" }), 404);
    await refusal(await fetch(`${server.origin}/api/a/b/c/d`), 404);
    await refusal(await fetch(`${server.origin}/api/questions/batch/%0A`), 404);
    await refusal(await fetch(`${server.origin}/api/%E0%A4%A`), 400);
  });

  it("answers 422 with every fault as a list whose sentences are the error", async () => {
    const body = JSON.stringify({ email: "nobody", password: "short" });
    const { error, detail } = await refusal(await send("/api/users/register", { headers: json, body }), 422);
    const faults = detail as { loc: unknown[]; msg: string; type: string }[];
    expect(faults.map((fault) => fault.msg).join(", ")).toBe(error);
    expect(error).toContain("Please enter a valid email address");
    expect(error).toContain("Password must be at least 8 characters and contain both letters and numbers");
  });

  it("answers 401 without credentials and with wrong ones", async () => {
    const { error } = await refusal(await fetch(`${server.origin}/api/twitter/accounts/list`), 401);
    expect(error).toBe("用户未登录");
    const headers = { authorization: "Bearer nobody's key" };
    await refusal(await fetch(`${server.origin}/api/twitter/accounts/list`, { headers }), 401);
  });
});

describe("other sites", () => {
  const elsewhere = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const ways: Record<string, Record<string, string>> = {
    "with both headers": elsewhere,
    "with an Origin alone": { origin: "https://evil.example" },
    "from a sibling site": { origin: "http://evil.localhost", "sec-fetch-site": "same-site" },
    "from nowhere (Origin: null)": { origin: "null" },
  };

  it.each(Object.entries(ways))("can't post with a person's cookie, %s", async (_way, headers) => {
    const alice = await register(server.origin, "alice");
    await linkInSandbox(alice, newHandle("alice"));
    const key = alice.apiKey;
    alice.apiKey = "";

    const body = JSON.stringify({ question: "linnets" });
    const asked = await alice.send("/api/questions/submit-gemini", {
      method: "POST",
      headers: { ...json, ...headers },
      body,
    });
    expect(asked.status).toBe(403);
    expect((await asked.json()).success).toBe(false);

    const forms = [
      ["/generate", { intent: "sign-out" }],
      ["/generate", { intent: "generate", topic: "linnets" }],
      ["/timeline", { intent: "set-timezone", timezone: "Asia/Tokyo" }],
      ["/bot", { intent: "sign-out" }],
      ["/strategy", { intent: "sign-out" }],
      ["/product-analyse", { intent: "sign-out" }],
    ] as const;
    for (const [path, fields] of forms) {
      const init = { method: "POST", body: new URLSearchParams(fields), headers: { accept: "text/html", ...headers } };
      const posted = await alice.send(path, init);
      expect(posted.status, `${path} ${fields.intent}`).toBe(403);
      expect(posted.headers.get("set-cookie")).toBeNull();
    }
    const session = await alice.send("/session/key", { method: "POST", headers });
    expect(session.status).toBe(403);
    expect(await session.text()).not.toContain("api_key");

    const page = await (await alice.open("/timeline?panel=settings")).text();
    expect(page, "still signed in").toContain(alice.email);
    expect(page, "the zone is as it was").not.toMatch(/<dd>Asia\/Tokyo/);
    alice.apiKey = key;
    const kept = await alice.call<{ accounts: unknown[] }>("GET", "/api/twitter/accounts/list");
    expect(kept.body.accounts).toHaveLength(1);
  });

  it("can't sign a person in as somebody else either", async () => {
    const fields = { intent: "create-account", email: newEmail("mallory"), password };
    const init = { method: "POST", body: new URLSearchParams(fields), headers: { accept: "text/html", ...elsewhere } };
    const answer = await fetch(`${server.origin}/generate?panel=register`, { redirect: "manual", ...init });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("can't bring a cookie that then authenticates", async () => {
    const alice = await register(server.origin, "alice");
    const planted = alice.cookies()[0]?.value ?? "";
    const headers = { cookie: `linnet=${planted}`, accept: "text/html", origin: server.origin };
    const fields = new URLSearchParams({ intent: "sign-in", email: alice.email, password });
    const answer = await fetch(`${server.origin}/generate?panel=login`, {
      redirect: "manual",
      method: "POST",
      body: fields,
      headers,
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("set-cookie")).not.toContain(planted);
    const page = await fetch(`${server.origin}/generate?panel=sidebar`, { headers: { cookie: `linnet=${planted}` } });
    expect(await page.text()).toContain("Not logged in");
  });
});

describe("the log", () => {
  it("holds a line a request, and of no secret that came in a URL, a body or a header", async () => {
    const alice = await register(server.origin, "alice");
    const { apiKey, userId } = alice;
    const inQuery = `/api/twitter/accounts/list?user_id=${userId}&api_key=${apiKey}`;
    expect((await fetch(`${server.origin}${inQuery}`)).status).toBe(200);
    expect((await fetch(`${server.origin}${inQuery.replace("api_key", "API_KEY")}`)).status).toBe(401);
    await fetch(`${server.origin}/generate?api_key=${apiKey}&panel=help`);
    await linkInSandbox(alice, newHandle("alice"));
    await alice.call("POST", "/api/questions/submit-gemini", { user_id: userId, api_key: apiKey, question: "linnets" });
    const last = await fetch(`${server.origin}/api/last-of-all`);
    await eventually("the last request is logged", () =>
      server.log().includes(last.headers.get("x-request-id") ?? "?"),
    );

    const log = server.log();
    expect(log).toContain("/api/twitter/accounts/list?user_id=");
    expect(log).not.toContain(apiKey);
    expect(log).not.toContain(password);
    for (const { value } of alice.cookies()) expect(log).not.toContain(value);
    for (const [, token] of log.matchAll(/oauth_(?:token|verifier)=([^&"]+)/g)) expect(token).toBe("redacted");
    expect(log).toContain("oauth_token=redacted");
    const lines = log.split("\n").filter(Boolean);
    const plain = lines.filter((line) => !line.startsWith("{"));
    expect(plain).toEqual([]);
  });
});
