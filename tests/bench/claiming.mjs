// Whether a claim costs the same beside a million finished tweets as beside a thousand.
import { bundle } from "./bundle.mjs";
import { median } from "./median.mjs";
import { runScript } from "./script.mjs";

const [few, many] = [1_000, 1_000_000];
const goal = 1.3;

export const claiming = {
  title: "Claiming beside a long history",
  async run({ folder }) {
    const measured = await runScript(await bundle("publisher/claiming"), [folder, few, many]);
    const ratio = median(measured.many.map((ms, round) => ms / measured.few[round]));
    const each = (times) => (median(times) * 1_000) / measured.claims;
    const row = (what, value, unit) => ({ what, goal: "", value, unit, ok: null });
    return {
      rows: [
        { ...row("a million finished tweets : a thousand", ratio, "×"), goal: `≤ ${goal} ×`, ok: ratio <= goal },
        row("a claim beside a thousand", each(measured.few), "µs"),
        row("a claim beside a million", each(measured.many), "µs"),
      ],
      notes: [
        `Medians of ${measured.few.length} passes a side, by turns; a pass finds, claims and commits ${measured.claims} due tweets of as many accounts with their attempts, and waits until they are on disk.`,
      ],
    };
  },
};
