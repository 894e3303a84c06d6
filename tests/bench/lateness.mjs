// How late a tweet goes out when a hundred fall due each second: the built app, quiet and under page load, beside BullMQ.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundle } from "./bundle.mjs";
import { connections, load } from "./load.mjs";
import { versionOf } from "./machine.mjs";
import { hasRedis, missing, opponent, startRedis } from "./redis.mjs";
import { runScript } from "./script.mjs";
import { startLinnet, stop } from "./server.mjs";
import { Sqlite } from "./sqlite.mjs";
import { seedWeek } from "./week.mjs";
import { percentile } from "./percentile.mjs";

const perSecond = 100;
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const many = perSecond * seconds;
const goals = { quiet: 15, busy: 60 };
/** As long as the seeding and the start may take. */
const ahead = 12_000;
export const unlimited = {
  MIN_GAP_SECONDS: "0",
  CATCH_UP_GAP_SECONDS: "0",
  QUIET_HOURS: "none",
  // Counted as shipped, but for the sum: $5 would end the run.
  DAILY_SPEND_LIMIT: "100000",
};
/** Redis as it comes, and at its most looks a second. */
const looks = [10, 500];

export const lateness = {
  title: "Punctuality, beside BullMQ",
  async run({ folder }) {
    const fill = await bundle("publisher/fill");
    const quiet = await measure(join(folder, "late-quiet"), fill, false);
    const busy = await measure(join(folder, "late-busy"), fill, true);
    const rows = [
      row(`Linnet: 99th percentile, ${perSecond} tweets due a second`, quiet, goals.quiet),
      row(`the same while pages are rendered, ${connections} connections`, busy, goals.busy),
    ];
    const notes = [
      `${many} tweets each. From a tweet's moment to the sandbox network's taking it, so its attempt is on disk by then.`,
    ];
    if (!hasRedis()) return { rows, notes: [...notes, missing] };
    for (const hz of looks) {
      const redis = await startRedis(folder, { hz });
      const { late } = await runScript("late.mjs", [redis.port, many, perSecond, 100], { cwd: opponent });
      const idle = await idleOf(redis.pid);
      redis.stop();
      rows.push(row(`BullMQ: 99th percentile, ${perSecond} delayed jobs a second, Redis at \`hz ${hz}\``, late, null));
      rows.push({ what: `Redis without work at \`hz ${hz}\``, goal: "", value: idle, unit: "s/min", ok: null });
    }
    notes.push(
      `BullMQ ${versionOf("bullmq", opponent)}: from a job's moment to the first line of its handler. \`hz 10\` is Redis's default, \`hz 500\` its most; without work its processor time is that of ${idleSeconds} s, times ${60 / idleSeconds}. Linnet without work: see Idle.`,
      "Different from Linnet's defaults: `MIN_GAP_SECONDS=0 CATCH_UP_GAP_SECONDS=0 QUIET_HOURS=none DAILY_SPEND_LIMIT=100000`.",
    );
    return { rows, notes };
  },
};

const idleSeconds = 10;

/** Processor time a minute of a process that has nothing to do, in s. */
async function idleOf(pid) {
  const used = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    // User and system time, in steps of 0.01 s.
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  const before = used();
  await sleep(idleSeconds * 1_000);
  return ((used() - before) * 60) / idleSeconds;
}

function row(what, late, goal) {
  const value = percentile(late, 99);
  const others = `median ${percentile(late, 50)} ms, latest ${Math.max(...late)} ms`;
  const ok = goal === null ? null : value <= goal;
  return { what: `${what} (${others})`, goal: goal === null ? "" : `≤ ${goal} ms`, value, unit: "ms", ok };
}

/** Answers how late each tweet was, in ms. */
async function measure(dataDir, fill, busy) {
  const { cookie } = await seedWeek(dataDir);
  const firstAt = Date.now() + ahead;
  await runScript(fill, [dataDir, many, perSecond, firstAt]);
  const server = await startLinnet(dataDir, { env: unlimited });
  if (Date.now() > firstAt) throw new Error("The server was up too late for the first tweet");
  if (busy) await load(`${server.origin}/timeline`, { cookie, seconds: (firstAt - Date.now()) / 1_000 + seconds });
  else await sleep(firstAt - Date.now() + seconds * 1_000);
  await sleep(2_000);
  await stop(server);
  return lateOf(dataDir, firstAt, many);
}

/** How late each of the tweets went out that were due from this moment on, in ms. Throws where one did not. */
export function lateOf(dataDir, firstAt, many) {
  const db = new Sqlite(join(dataDir, "linnet.db"), { readonly: true });
  const rows = db
    .prepare(
      "select p.created_at - t.due_at as late from tweets t join sandbox_posts p on p.id = t.post_id where t.due_at >= ?",
    )
    .all(firstAt);
  db.close();
  if (rows.length !== many) throw new Error(`${rows.length} of ${many} tweets went out`);
  return rows.map(({ late }) => late);
}
