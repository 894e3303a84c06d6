// How long a picture takes to be cleaned, what its child needs, and how the server's own loop does meanwhile.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { runScript } from "./script.mjs";
import { root } from "./server.mjs";

const goals = { seconds: 2, childMegabytes: 350, loop: 20 };
const times = 3;

export const pictures = {
  title: "Pictures",
  async run({ folder }) {
    const script = await bundle("publisher/pictures");
    const place = join(folder, "pictures");
    mkdirSync(place);
    await runScript(script, ["make", place], { cwd: root });
    const seen = await runScript(script, ["clean", place, times], { cwd: root });
    const row = (what, goal, value, unit) => ({
      what,
      goal: goal ? `≤ ${goal} ${unit}` : "",
      value,
      unit,
      ok: goal ? value <= goal : null,
    });
    const peak = Math.max(...seen.results.map((one) => one.peak));
    return {
      rows: [
        ...seen.results.map((one) =>
          row(`${one.name} (${one.megabytes.toFixed(1)} MB)`, goals.seconds, one.seconds, "s"),
        ),
        row(`the slowest of ${seen.hostile} hostile ones`, goals.seconds, seen.slowest, "s"),
        row("peak RSS of a child", goals.childMegabytes, peak, "MB"),
        row("p99 of its event loop meanwhile", goals.loop, seen.p99, "ms"),
        row("its longest", null, seen.max, "ms"),
        row("what the process that has them cleaned grew by at most", null, seen.grown, "MB"),
      ],
      notes: [
        `From the call to the clean picture, a new child each; the median of ${times}. The peaks, highest first: ${peaks(seen.results)}. VmHWM of /proc/PID/status, in MB of 10⁶ bytes.`,
        "The event loop by perf_hooks in steps of 1 ms, which it includes. That process, as the server does, only hands bytes over and takes them back.",
      ],
    };
  },
};

const peaks = (results) =>
  results
    .toSorted((one, other) => other.peak - one.peak)
    .map((one) => `${Math.round(one.peak)} MB (${one.name})`)
    .slice(0, 4)
    .join(", ");
