// How long a picture takes to be cleaned, what its child needs, and how the server's own loop does meanwhile.
import { bundle } from "./bundle.mjs";
import { runScript } from "./script.mjs";
import { root } from "./server.mjs";

const goals = { seconds: 2, childMegabytes: 350, loop: 20 };
const times = 3;

export const pictures = {
  title: "Pictures",
  async run() {
    const seen = await runScript(await bundle("publisher/pictures"), [times], { cwd: root });
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
        row("p99 of the server's event loop meanwhile", goals.loop, seen.p99, "ms"),
        row("its longest", null, seen.max, "ms"),
        row("what the server's process grew by", null, seen.grown, "MB"),
      ],
      notes: [
        `From the call to the clean picture, a new child each; the median of ${times}. The peaks, highest first: ${peaks(seen.results)}. VmHWM of /proc/PID/status, in MB of 10⁶ bytes.`,
        "The event loop by perf_hooks in steps of 1 ms, which it includes. The server's own process only hands bytes over and takes them back.",
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
