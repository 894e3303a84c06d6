// What the tests of a network that is away stand on: a server that was stopped refuses, whatever other threads are doing.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import { stopListening } from "~tests/support/fakes/stop-listening";

/** Starts one child after another, as the crash harness does beside other tests. */
const starting = `
  const { spawn } = require("node:child_process");
  const start = () => void spawn(process.execPath, ["--version"], { stdio: "ignore" }).on("exit", start);
  for (let n = 0; n < 3; n += 1) start();`;

it("a server that was stopped is not connected to any more, beside a thread that starts children", async () => {
  const other = new Worker(starting, { eval: true });
  onTestFinished(async () => void (await other.terminate()));
  const ends = new Map<string, number>();
  for (let n = 0; n < 200; n += 1) {
    const server = createServer((_, response) => void response.end());
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()));
    const { port } = server.address() as AddressInfo;
    await stopListening(server);
    const end = await fetch(`http://127.0.0.1:${port}/`).then(
      () => "answered",
      (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message,
    );
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  expect([...ends]).toEqual([["ECONNREFUSED", 200]]);
});
