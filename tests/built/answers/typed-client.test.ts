// The typed client of docs/api.md: its types are generated from the page of the built app, its program compiled by them and
// run against the app, through a proxy that holds each request and answer against the page.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { scopes } from "~/features/api-keys/scope";
import { linkInSandbox, newHandle, Visitor } from "../../support/people/browser";
import { type BuiltServer, freePort, startServer } from "../../support/server";
import { type ApiPage, startValidatingProxy } from "../../support/calls/validating-proxy";

const root = join(import.meta.dirname, "../../..");
const run = promisify(execFile);
const isNight = process.env["LINNET_NIGHT"] !== undefined;

let server: BuiltServer;
let page: ApiPage;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  page = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as ApiPage;
  folder = mkdtempSync(join(tmpdir(), "linnet-client-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  const docs = readFileSync(join(root, "docs", "api.md"), "utf8");
  const [, program = ""] = /## A typed client\n.+?```ts\n(.+?)```/s.exec(docs) ?? [];
  const options = { strict: true, noEmit: true, skipLibCheck: true, noUncheckedIndexedAccess: true, types: ["node"] };
  const modules = { target: "es2022", module: "esnext", moduleResolution: "bundler" };
  write("package.json", JSON.stringify({ type: "module" }));
  write("tsconfig.json", JSON.stringify({ compilerOptions: { ...options, ...modules }, include: ["*.ts"] }));
  write("linnet.ts", astToString(await openapiTS(JSON.stringify(page))));
  write("program.ts", program);
  write("wrong.ts", wrong);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

/** Each of these must not compile: a line that does is an error of its own. */
const wrong = `
import createClient from "openapi-fetch";
import type { components, paths } from "./linnet";
const linnet = createClient<paths>();
// @ts-expect-error There is no such path.
await linnet.GET("/api/tweet");
// @ts-expect-error The body lacks what it must have.
await linnet.POST("/api/questions/submit-gemini", { body: { enable_web_search: true } });
// @ts-expect-error The field is misspelt.
await linnet.POST("/api/tweets/draft", { body: { tweet_contnet: "x" } });
// @ts-expect-error Parts go with a thread.
await linnet.POST("/api/questions/submit-gemini", { body: { question: "x", format: "tweets", parts: 4 } });
// @ts-expect-error One of two fields must be there.
await linnet.POST("/api/bots/content-analysis/analyze", { body: {} });
// @ts-expect-error An answer has no such field.
export const nothing = (await linnet.GET("/api/me")).data?.data.name;
// @ts-expect-error It is a number.
await linnet.GET("/api/tweets/{tweet_id}", { params: { path: { tweet_id: "x" } } });
// @ts-expect-error There is no such status.
export const status: components["schemas"]["Tweet"]["status"] = "sent";
// @ts-expect-error There is no such code.
export const code: components["schemas"]["Refusal"]["code"] = "conflict";
export const event: components["schemas"]["TweetPublishedEvent"]["type"] = "tweet.published";
`;

it("the program compiles by the page's types, and what the page does not have does not", async () => {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = await run(process.execPath, [tsc, "-p", folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

/** Ada's program, run against an address; what it prints. */
async function runProgram(origin: string): Promise<Record<string, unknown>> {
  const ada = new Visitor(server.origin);
  const credentials = { email: `${newHandle("ada")}@example.com`, password: "a linnet has 7 songs" };
  await ada.call("POST", "/api/users/register", credentials);
  await linkInSandbox(ada, newHandle("ada"));
  const wish = { name: "client", scopes: [...scopes], password: credentials.password };
  const { body } = await ada.call<{ data: { key: string } }>("POST", "/api/keys", wish);
  const outfile = join(folder, "program.mjs");
  const entryPoints = [join(folder, "program.ts")];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  const env = { PATH: process.env["PATH"], NODE_ENV: "test", LINNET: origin, LINNET_KEY: body.data.key } as const;
  const { stdout } = await run(process.execPath, [outfile], { env });
  return JSON.parse(stdout) as Record<string, unknown>;
}

const printed = {
  by: "client",
  posted: expect.stringMatching(/\/sandbox\/ada\w*\/status\/\d+$/) as string,
  scheduled: expect.stringMatching(/Z$/) as string,
  thread: 2,
  results: 1,
};

it("the program writes, edits, posts, schedules and reads, and nothing of it is other than the page says", async () => {
  const proxy = await startValidatingProxy(server.origin, page);
  try {
    expect(await runProgram(proxy.origin)).toEqual(printed);
    expect(proxy.violations).toEqual([]);
    expect(proxy.calls).toEqual([
      "GET /api/me → 200",
      "GET /api/twitter/accounts/list → 200",
      "POST /api/questions/submit-gemini → 202",
      "GET /api/tasks/{task_id} → 200",
      "GET /api/batches/{batch_id} → 200",
      "PUT /api/tweets/{tweet_id} → 200",
      "POST /api/questions/publish-now/{tweet_id} → 200",
      "POST /api/tweets/{tweet_id}/schedule → 200",
      "POST /api/tweets/thread → 201",
      "GET /api/results/list/{account_id} → 200",
    ]);
  } finally {
    await proxy.close();
  }
});

it("the proxy tells what is wrong with a request, and with an answer", async () => {
  const liar = createServer((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"success": true, "data": {"user_id": 1}}'),
  );
  liar.listen(0, "127.0.0.1");
  await once(liar, "listening");
  const proxy = await startValidatingProxy(`http://127.0.0.1:${(liar.address() as AddressInfo).port}`, page);
  const headers = { "content-type": "application/json" };
  try {
    await fetch(`${proxy.origin}/api/me`);
    await fetch(`${proxy.origin}/api/tweets/x`);
    await fetch(`${proxy.origin}/api/tweets?limit=1000&lmit=1`);
    await fetch(`${proxy.origin}/api/tweets`, { method: "POST", headers, body: '{"tweet": []}' });
    await fetch(`${proxy.origin}/api/nothing`);
    expect(proxy.violations.filter((one) => one.startsWith("GET /api/me"))).toEqual([
      "GET /api/me → 200: there are no credentials",
      expect.stringMatching(/^GET \/api\/me → 200: data\/data must have required property/),
    ]);
    for (const told of [
      /tweet_id in path: data\/text must be integer/,
      /limit in query: data\/text must be <= 100/,
      /the query has lmit/,
      /POST \/api\/tweets → 200: data must have required property 'tweets'/,
      /POST \/api\/tweets → 200: the page has no such status/,
      /GET \/api\/nothing is not on the page/,
    ])
      expect(proxy.violations).toContainEqual(expect.stringMatching(told));
  } finally {
    await proxy.close();
    liar.close();
  }
});

it.runIf(isNight)("Prism, between the program and the app, finds nothing wrong either", async () => {
  const port = await freePort();
  const file = join(folder, "page.json");
  write("page.json", JSON.stringify(page));
  // 150 packages and 62 MB that no other test wants: fetched for this one.
  const args = ["--yes", "--package=@stoplight/prism-cli@5.14.2", "prism", "proxy", file, server.origin, "--errors"];
  const prism = spawn("npx", [...args, "-h", "127.0.0.1", "-p", String(port)], { cwd: folder, detached: true });
  let log = "";
  for (const stream of [prism.stdout, prism.stderr]) stream.on("data", (part) => (log += String(part)));
  try {
    await vi.waitFor(() => expect(log).toContain("Prism is listening"), { timeout: 300_000, interval: 250 });
    const origin = `http://127.0.0.1:${port}`;
    // It does judge: without this a proxy that only forwards would do.
    const refused = await fetch(`${origin}/api/tweets`, { method: "POST", body: "{}" });
    expect(await refused.json()).toMatchObject({
      type: expect.stringContaining("stoplight.io/prism/errors") as string,
    });
    expect(await runProgram(origin), log).toEqual(printed);
    expect(log.slice(log.lastIndexOf("/api/me"))).not.toContain("Violation");
  } finally {
    if (prism.pid) process.kill(-prism.pid, "SIGTERM");
    await once(prism, "close");
  }
});
