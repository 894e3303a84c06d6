// The short form of the soak: ten thousand mixed requests, after which the server holds no more than before.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { minutes } from "~/ground/time/duration";
import { descriptorNames, descriptorsOf, heapOf, probeEnv } from "../../bench/heap.mjs";
import { gather, sendMix } from "../../bench/mix.mjs";
import { soakEnv } from "../../bench/soak.mjs";
import { startServer } from "../../support/server";

const requests = 10_000;
const warmUp = requests / 4;

it(
  `${requests} requests and publishes leave neither heap nor descriptors behind`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "linnet-soak-"));
    const probe = join(folder, "heap.json");
    const server = await startServer({ env: { ...soakEnv, ...probeEnv(probe) } });
    onTestFinished(async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const look = async (least?: number) => ({
      ...(await heapOf(server.pid, probe)),
      open: await descriptorsOf(server.pid, least),
    });
    // So many that nobody comes near what the network takes from one account.
    const people = await gather(server.origin, requests / 1_000);
    await sendMix(people, warmUp, 1);
    const before = await look();
    await sendMix(people, requests - warmUp, 2);
    const after = await look(before.open);
    console.log(JSON.stringify({ before, after }));
    // V8 goes on making machine code of what is called often; what the app holds is the rest.
    expect((after.heap - after.code) / (before.heap - before.code)).toBeLessThan(1.05);
    expect(after.open, descriptorNames(server.pid).join(" ")).toBeLessThanOrEqual(before.open);
    expect(server.events().filter(({ level }) => level === "error" || level === "fatal")).toEqual([]);
  },
  minutes(30),
);
