// From the start of the process to the first page, with every migration to run, and without.
import { join } from "node:path";
import { median } from "./median.mjs";
import { startLinnet, stop } from "./server.mjs";

const runs = 5;
const goal = 1;

export const startUp = {
  title: "Start to first page",
  async run({ folder }) {
    const fresh = [];
    const again = [];
    for (let run = 0; run < runs; run += 1) {
      const dataDir = join(folder, `start-${run}`);
      for (const times of [fresh, again]) {
        const server = await startLinnet(dataDir);
        times.push(server.ms / 1000);
        await stop(server);
      }
    }
    const row = (what, times, ok) => ({
      what,
      goal: ok === null ? "" : `≤ ${goal} s`,
      value: median(times),
      unit: "s",
      ok,
    });
    return {
      rows: [
        row("empty `DATA_DIR`: migrations, then `/generate`", fresh, median(fresh) <= goal),
        row("the same folder again", again, null),
      ],
      notes: [
        `Medians of ${runs}; the quickest were ${Math.min(...fresh).toFixed(2)} s and ${Math.min(...again).toFixed(2)} s.`,
      ],
    };
  },
};
