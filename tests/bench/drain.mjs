// 20,000 due tweets through the real publisher beside BullMQ with 20,000 empty jobs, turn by turn.
import { bundle } from "./bundle.mjs";
import { median } from "./median.mjs";
import { versionOf } from "./machine.mjs";
import { hasRedis, missing, opponent, startRedis } from "./redis.mjs";
import { runScript } from "./script.mjs";

const many = 20_000;
const concurrency = 100;
const pairs = 9;

export const drain = {
  title: "Draining what is due, beside BullMQ",
  async run({ folder }) {
    const file = await bundle("publisher/drain");
    const redis = hasRedis() ? await startRedis(folder) : null;
    const rates = { linnet: [], bullmq: [] };
    const sides = {
      linnet: () => runScript(file, [many], { env: { TMPDIR: folder } }),
      bullmq: () => runScript("drain.mjs", [redis.port, many, concurrency], { cwd: opponent }),
    };
    for (let pair = 0; pair < pairs; pair += 1) {
      const order = pair % 2 === 0 ? ["linnet", "bullmq"] : ["bullmq", "linnet"];
      for (const side of order.filter((one) => one === "linnet" || redis))
        rates[side].push(rateOf(await sides[side]()));
    }
    redis?.stop();
    return report(rates);
  },
};

function rateOf({ perSecond }) {
  if (!(perSecond > 0)) throw new Error("A side ended without a rate");
  return perSecond;
}

function report({ linnet, bullmq }) {
  const row = (what, value, unit) => ({ what, goal: "", value, unit, ok: null });
  const tweets = row(`Linnet: ${many} due tweets, sandbox network, each on disk`, median(linnet), "tweets/s");
  if (bullmq.length === 0) return { rows: [tweets], notes: [missing] };
  const ratios = linnet.map((rate, pair) => rate / bullmq[pair]);
  return {
    rows: [
      { ...row("Linnet : BullMQ", median(ratios), "×"), goal: "≥ 1 ×", ok: median(ratios) >= 1 },
      tweets,
      row(`BullMQ: ${many} empty jobs, concurrency ${concurrency}`, median(bullmq), "jobs/s"),
    ],
    notes: [
      `Medians of ${pairs} pairs: ${ratios.map((one) => one.toFixed(2)).join(", ")}. Linnet: the real loop, claim, attempt, sandbox post and conclusion of each tweet, each on disk before what follows it, 1,000 accounts. BullMQ ${versionOf("bullmq", opponent)} on Redis with \`appendfsync always\`; its jobs do nothing.`,
    ],
  };
}
