// Drains due tweets through the real loop and publisher on the sandbox network, and prints how many it sends a second.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { startLoop } from "~jobs/loop.server";
import { schedule } from "~jobs/schedule.server";
import { openApp } from "./app";
import { seed } from "./seed";

const tweets = Number(process.argv[2] ?? 20_000);
const perAccount = Number(process.argv[3] ?? 20);
const folder = mkdtempSync(join(tmpdir(), "linnet-drain-"));
const app = await openApp(folder);
const start = app.clock.now();
await seed(app, { tweets, perAccount, dueAt: (n) => start - tweets + n });

const countPublished = async () => {
  const query = app.db.selectFrom("tweets").select((row) => row.fn.countAll<number>().as("n"));
  return (await query.where("state", "=", "published").executeTakeFirstOrThrow()).n;
};

/** By the partial indexes of what waits and what is held. */
const isLeft = async () => {
  const { rows } = await sql`
    select 1 where exists (select 1 from tweets where state = 'scheduled')
      or exists (select 1 from tweets where state = 'publishing')`.execute(app.db);
  return rows.length > 0;
};

const publishing = schedule.filter((job) => job.name === "publish");
const loop = startLoop(app, app.work, { schedule: publishing, dueTimer: true });
app.wake = loop.wake;
const started = performance.now();
const cpuBefore = process.cpuUsage();
loop.wake();
// Looking costs time too, so it looks seldom.
do await sleep(20);
while (await isLeft());
const seconds = (performance.now() - started) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
await loop.stop();
const published = await countPublished();
console.log(
  JSON.stringify({
    done: published,
    seconds,
    perSecond: Math.round(published / seconds),
    cpuSeconds: (user + system) / 1e6,
  }),
);
if (published !== tweets) throw new Error(`${published} of ${tweets} were published`);
await app.db.destroy();
rmSync(folder, { recursive: true });
