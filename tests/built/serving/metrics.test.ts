// /metrics of the built app: who may read them, and that what happened is counted.
import { expect, it, onTestFinished } from "vitest";
import { type BuiltServer, startServer } from "../../support/server";

async function serve(env: Record<string, string> = {}): Promise<BuiltServer> {
  const server = await startServer({ env });
  onTestFinished(() => server.close());
  return server;
}

const ask = (server: BuiltServer, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}/metrics`, { headers });

it("without a token only this machine reads them, and only past no proxy", async () => {
  const server = await serve({ TRUST_PROXY: "1" });
  const answer = await ask(server);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const header of [
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "Forwarded",
    "X-Real-IP",
    "Via",
    "Fly-Client-IP",
  ]) {
    const { status } = await ask(server, { [header]: "127.0.0.1" });
    expect([header, status]).toEqual([header, 403]);
  }
});

it("with a token nothing else opens them", async () => {
  const server = await serve({ METRICS_TOKEN: "a-long-metrics-token" });
  expect((await ask(server)).status).toBe(401);
  expect((await ask(server, { authorization: "Bearer another" })).status).toBe(401);
  expect((await ask(server, { authorization: "Bearer " })).status).toBe(401);
  const forwarded = { authorization: "Bearer a-long-metrics-token", "X-Forwarded-For": "192.0.2.7" };
  expect((await ask(server, forwarded)).status).toBe(200);
});

it("counts requests by a few areas, whatever is asked for, and tells the process's own state", async () => {
  const server = await serve();
  for (let n = 0; n < 3; n++) await (await fetch(`${server.origin}/api/nothing-${n}?api_key=hush`)).text();
  await (await fetch(`${server.origin}/generate`)).text();
  const text = await (await ask(server)).text();
  expect(text).toContain('linnet_request_seconds_count{area="api",method="GET",status="404"} 3');
  expect(text).toContain('linnet_request_seconds_count{area="page",method="GET",status="200"} 1');
  expect(text).toContain("linnet_publisher 1");
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).not.toContain("hush");
});
