// What remix-serve's own Express sends of an answer behind the front door: each cookie, the kind of text, bytes as they are.
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { ServerBuild } from "@remix-run/node";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { standBefore } from "~/http/door/front-door.server";
import { createTestApp, type TestApp } from "~tests/support/app";

/** The libraries that remix-serve itself loads. */
const load = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));
const express = load("express") as () => RequestListener & {
  set(name: string, value: string): void;
  use(part: unknown): void;
  all(path: string, part: unknown): void;
};
const compression = load("compression") as () => unknown;
const { createRequestHandler } = load("@remix-run/express") as { createRequestHandler(options: unknown): unknown };

let app: TestApp;
let answer: (request: Request) => Response;
let origin: string;
let close: () => Promise<unknown>;
beforeEach(async () => {
  app = await createTestApp();
  const loader = ({ request }: { request: Request }) => answer(request);
  // The smallest build that Remix serves: one address for all, answered by `answer`.
  const build = {
    mode: "production",
    routes: { all: { id: "all", path: "*", module: { loader, action: loader } } },
    entry: { module: { default: () => new Response("no page") } },
    assets: { version: "", url: "", entry: { module: "", imports: [] }, routes: {} },
    future: { v3_singleFetch: true },
    publicPath: "/build/",
    assetsBuildDirectory: "public/build",
  } as unknown as ServerBuild;
  const served = express();
  served.set("env", "production");
  served.use(compression());
  served.all("*", createRequestHandler({ build, mode: "production" }));
  const server = createServer(served);
  standBefore(server, app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((resolve) => server.close(resolve));
});
afterEach(async () => {
  await close();
  await app.close();
});

it("each cookie is a header of its own, beside what the door has set", async () => {
  answer = () => {
    const headers = new Headers({ "X-Twice": "one" });
    headers.append("X-Twice", "two");
    for (const cookie of ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]) headers.append("Set-Cookie", cookie);
    return Response.json({ done: true }, { status: 201, headers });
  };
  const { status, headers } = await fetch(origin);
  expect(status).toBe(201);
  expect(headers.getSetCookie()).toEqual(["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]);
  expect(headers.get("x-twice")).toBe("one, two");
  expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
});

it.each(["Idempotency-Key", "If-Match"])("an empty %s is not none: it comes through as an empty text", async (name) => {
  answer = ({ headers }) => Response.json([headers.get(name)]);
  const given = async (value?: string) =>
    (await fetch(origin, { method: "POST", ...(value !== undefined && { headers: { [name]: value } }) })).json();
  expect([await given(""), await given(" "), await given('"x"'), await given()]).toEqual([
    ['""'],
    ['""'],
    ['"x"'],
    [null],
  ]);
});

it("what only reads is asked without If-Match", async () => {
  answer = ({ headers }) => Response.json([headers.get("if-match")]);
  expect(await (await fetch(origin, { headers: { "if-match": '"x"' } })).json()).toEqual([null]);
});

it("bytes that are no text stay as they are", async () => {
  const bytes = new Uint8Array(5_000).map((_, index) => index % 251);
  answer = () => new Response(bytes, { headers: { "Content-Type": "image/png" } });
  const sent = await fetch(origin, { headers: { "accept-encoding": "gzip" } });
  expect(sent.headers.get("content-type")).toBe("image/png");
  expect(sent.headers.get("content-encoding")).toBeNull();
  expect(new Uint8Array(await sent.arrayBuffer())).toEqual(bytes);
});

it("an answer for others than this client's encoding keeps its own Vary", async () => {
  answer = () => new Response("linnet ".repeat(400), { headers: { Vary: "Cookie", "Content-Type": "text/plain" } });
  const sent = await fetch(origin, { headers: { "accept-encoding": "GZIP" } });
  expect(sent.headers.get("vary")).toBe("Cookie, Accept-Encoding");
  expect(sent.headers.get("content-encoding")).toBe("gzip");
  expect(await sent.text()).toBe("linnet ".repeat(400));
});

it("an answer that can't be sent is a bare 500 that tells nothing of its cause, and has its line in the log", async () => {
  answer = () => {
    const headers = new Headers({ Location: "/x" });
    // Fetch takes it, Node refuses it.
    headers.set("X-Word", "a\u0001b");
    return new Response("linnet ".repeat(400), { headers });
  };
  const { status, headers, text } = await asked("br");
  expect(status).toBe(500);
  expect(headers.get("content-encoding")).toBeNull();
  expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  expect(text).toContain("Internal Server Error");
  expect(text).not.toMatch(/x-word|\bat .+:\d+:\d+|node_modules/i);
  await vi.waitFor(() => expect(app.logged).toContainEqual(expect.objectContaining({ msg: "request", status: 500 })));
});

async function asked(encoding: string) {
  const sent = await fetch(origin, { headers: { "accept-encoding": encoding } });
  return { status: sent.status, headers: sent.headers, text: await sent.text() };
}
