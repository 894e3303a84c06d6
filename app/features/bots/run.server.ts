// Running bots: what is due is claimed and has its turn; the sweep ends those whose account is gone.
import type { App } from "~/app.server";
import { seconds } from "~/duration";
import { withdraw } from "~/features/publishing/publishing.server";
import { type Begun, nothingBegun } from "~/work.server";
import { mostFailures, sentences } from "./bot";
import * as queries from "./queries.server";
import type { BotRow } from "./queries.server";
import { takeTurn } from "./turn.server";
import * as written from "./written.server";

/** A turn's writing ends well before its lease does. */
const turnLasts = seconds(70);
const leaseLasts = seconds(90);
const atOnce = 4;

/** How many have their turn, an App: a slow writer must not hold up more than its share. */
const running = new WeakMap<App, number>();

/** Claims bots that are due, up to the places free, and begins their turns. */
export async function runBots(app: App): Promise<Begun> {
  if (app.work.stopping.aborted || !app.work.isPublisher()) return nothingBegun;
  if (!(await queries.anyRunning(app.db))) return nothingBegun;
  await sweep(app);
  const now = app.clock.now();
  await takeUp(app, now);
  const free = atOnce - (running.get(app) ?? 0);
  const bots = free > 0 ? await queries.claimDue(app.db, { now, until: now + leaseLasts, limit: free }) : [];
  running.set(app, (running.get(app) ?? 0) + bots.length);
  const settled = Promise.all(bots.map((bot) => app.work.track(runOne(app, bot)))).then(() => undefined);
  return { begun: bots.length, settled };
}

async function runOne(app: App, bot: BotRow): Promise<void> {
  const deadline = new AbortController();
  const cancel = app.clock.after(turnLasts, () => deadline.abort());
  try {
    await takeTurn(app, bot, deadline.signal);
  } catch (error) {
    // Its lease runs out, and it is taken up again or paused by what it then has tried.
    app.log.error({ err: error, bot: bot.id }, "a bot's turn broke");
  } finally {
    cancel();
    running.set(app, (running.get(app) ?? 1) - 1);
    app.wake();
  }
}

/** Bots of unlinked accounts stop, for good: connecting the account again doesn't start them. */
async function sweep(app: App): Promise<void> {
  for (const id of await queries.listUnlinked(app.db)) {
    await app.db.transaction().execute((trx) => halt(trx, { id, now: app.clock.now(), reason: sentences.unlinked }));
    app.log.info({ bot: id }, "a bot stopped with its account");
  }
}

/** Stops a bot inside `trx` and takes back what it has under way. `reason` is null where the person stopped it. */
export async function halt(trx: App["db"], by: { id: number; now: number; reason: string | null }): Promise<void> {
  const idle = { lease_token: null, lease_until: null, due_at: null, proposal_id: null, updated_at: by.now };
  await queries.update(trx, by.id, { ...idle, state: "stopped", reason: by.reason, failures: 0, attempts: 0 });
  await takeBack(trx, by.id, by.now, by.reason ?? sentences.stopped);
}

export async function takeBack(trx: App["db"], botId: number, now: number, reason: string): Promise<void> {
  const tweetIds = (await written.listUnderWay(trx, botId)).map((tweet) => tweet.id);
  await withdraw(trx, { tweetIds, now, reason });
}

async function takeUp(app: App, until: number): Promise<void> {
  const by = { now: app.clock.now(), until, mostAttempts: mostFailures, reason: sentences.crashed };
  const count = await queries.takeUp(app.db, by);
  if (count > 0) app.log.warn({ bots: count }, "bots taken up again");
}

/** What a start owes: a bot that was writing when the process ended is due again. Only the publisher may call it. */
export const rescueBots = (app: App): Promise<void> => takeUp(app, Number.MAX_SAFE_INTEGER);
