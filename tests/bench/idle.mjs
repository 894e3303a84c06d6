// What the built app costs while nothing happens: processor time over a minute, loop and timers running.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuOf, startLinnet, stop } from "./server.mjs";

const goal = 0.06;

export const idle = {
  title: "Idle",
  async run({ folder }) {
    const server = await startLinnet(join(folder, "idle"));
    // V8 goes on compiling and tidying in threads of its own for half a minute after a start.
    await sleep(60_000);
    const before = cpuOf(server);
    await sleep(60_000);
    const value = (cpuOf(server) - before) / 1_000;
    await stop(server);
    return {
      rows: [
        { what: "processor time in a minute without work", goal: `≤ ${goal} s`, value, unit: "s", ok: value <= goal },
      ],
      notes: ["User and system time of all threads, counted by Linux in steps of 0.01 s."],
    };
  },
};
