// 20,000 due tweets through the real publisher beside BullMQ with 20,000 empty jobs, turn by turn.
import { bundle } from "./bundle.mjs";
import { median } from "./median.mjs";
import { versionOf } from "./machine.mjs";
import { hasRedis, missing, opponent, startRedis } from "./redis.mjs";
import { runScript } from "./script.mjs";

const many = Number(process.env.BENCH_MANY ?? 20_000);
/** What X lets one app post a day, of as many accounts as fill it with forty tweets each. */
const dayOfX = { tweets: 10_000, perAccount: 40 };
const concurrency = 100;
const pairs = Number(process.env.BENCH_PAIRS ?? 9);

export const drain = {
  title: "Draining what is due, beside BullMQ",
  async run({ folder }) {
    const file = await bundle("publisher/drain");
    const redis = hasRedis() ? await startRedis(folder) : null;
    const rates = { shipped: [], lean: [], bullmq: [] };
    const linnet = (as) => () => runScript(file, [many], { env: { TMPDIR: folder, BENCH_AS: as } });
    const sides = {
      shipped: linnet("shipped"),
      lean: linnet("lean"),
      bullmq: () => runScript("drain.mjs", [redis.port, many, concurrency], { cwd: opponent }),
    };
    for (let pair = 0; pair < pairs; pair += 1) {
      const order = pair % 2 === 0 ? ["shipped", "bullmq", "lean"] : ["lean", "bullmq", "shipped"];
      for (const side of order.filter((one) => one !== "bullmq" || redis))
        rates[side].push(rateOf(await sides[side]()));
    }
    redis?.stop();
    const days = [];
    for (let round = 0; round < 3; round += 1) {
      const { tweets, perAccount } = dayOfX;
      days.push(
        (await runScript(file, [tweets, perAccount], { env: { TMPDIR: folder, BENCH_AS: "shipped" } })).seconds,
      );
    }
    return report(rates, median(days));
  },
};

function rateOf({ perSecond }) {
  if (!(perSecond > 0)) throw new Error("A side ended without a rate");
  return perSecond;
}

function report({ shipped, lean, bullmq }, daySeconds) {
  const row = (what, value, unit) => ({ what, goal: "", value, unit, ok: null });
  const { tweets: all, perAccount } = dayOfX;
  const tweets = [
    {
      ...row(`X's whole day as shipped: ${all} due tweets of ${all / perAccount} accounts`, daySeconds, "s"),
      goal: "≤ 3 s",
      ok: daySeconds <= 3,
    },
    row(`Linnet as shipped: ${many} due tweets, sandbox network, each on disk`, median(shipped), "tweets/s"),
    row("Linnet, `DAILY_POST_LIMIT=0 DAILY_SPEND_LIMIT=0 LOG_LEVEL=warn`", median(lean), "tweets/s"),
  ];
  if (bullmq.length === 0) return { rows: tweets, notes: [missing] };
  const ratiosOf = (rates) => rates.map((rate, pair) => rate / bullmq[pair]);
  const [asShipped, asLean] = [ratiosOf(shipped), ratiosOf(lean)];
  const list = (ratios) => ratios.map((one) => one.toFixed(2)).join(", ");
  return {
    rows: [
      { ...row("Linnet as shipped : BullMQ", median(asShipped), "×"), goal: "≥ 1 ×", ok: median(asShipped) >= 1 },
      row("Linnet, both daily limits and the log off : BullMQ", median(asLean), "×"),
      ...tweets,
      row(`BullMQ: ${many} empty jobs, concurrency ${concurrency}`, median(bullmq), "jobs/s"),
    ],
    notes: [
      `Medians of ${pairs} rounds. As shipped: ${list(asShipped)}. Limits and log off: ${list(asLean)}.`,
      "Linnet runs its real loop with 1,000 accounts. For each tweet, the claim, attempt, sandbox post and conclusion are each on disk before the next step. Different from the defaults on both of its sides: no gaps between an account's posts (`MIN_GAP_SECONDS=0 CATCH_UP_GAP_SECONDS=0`), `QUIET_HOURS=none`; as shipped the spending is counted, with `DAILY_SPEND_LIMIT=100000`, as $5 would end the run.",
      `BullMQ ${versionOf("bullmq", opponent)} on Redis, different from its defaults: \`appendonly yes, appendfsync always, save ""\`; its jobs do nothing.`,
    ],
  };
}
