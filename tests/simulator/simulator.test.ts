// Account-days by the thousand, each by its seed: nothing posted twice, nothing at night, every tweet accounted for.
import { it } from "vitest";
import { runWorld } from "./world";

const first = Number(process.env["SIM_SEED"] ?? 1);

it("probe", async () => {
  const t = performance.now();
  const n = Number(process.env["SIM_N"] ?? 5);
  let days = 0,
    posts = 0,
    calls = 0,
    kills = 0,
    bad = 0;
  for (let s = first; s < first + n; s++) {
    const end = await runWorld(s);
    days += end.accountDays;
    posts += end.posts;
    calls += end.calls;
    kills += end.kills;
    if (end.problems.length) {
      bad++;
      console.log(s, end.problems.length, end.problems.slice(0, 6));
    }
  }
  console.log({ days, posts, calls, kills, bad, ms: performance.now() - t });
}, 600_000);
