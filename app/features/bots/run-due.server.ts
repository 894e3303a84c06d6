// Claims due bots and runs their turns. Stops bots whose account was unlinked.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { seconds } from "~/ground/time/duration";
import { recordEvents } from "~/features/events/events.server";
import { unscheduleTweets } from "~/features/publishing/publishing.server";
import { type Started, nothingStarted } from "~/ground/work.server";
import { maxFailures, botReasons } from "./bot";
import * as queries from "~/features/bots/store/bots.server";
import type { BotRow } from "~/features/bots/store/bots.server";
import { settleOvertaken } from "./review.server";
import { runBot } from "./run-bot.server";
import * as written from "~/features/bots/store/written.server";

const runLasts = seconds(70);
const leaseLasts = seconds(90);
const maxAtATime = 4;

/** Per App: a slow writer must not take more than its share. */
const running = new WeakMap<App, number>();

export async function runBots(app: App): Promise<Started> {
  if (app.work.shutdownSignal.aborted || !app.node.mayClaim()) return nothingStarted;
  if (!(await queries.anyRunning(app.db))) return nothingStarted;
  await sweep(app);
  await settleOvertaken(app);
  const now = app.clock.now();
  await recover(app, null);
  const free = maxAtATime - (running.get(app) ?? 0);
  const by = { now, until: now + leaseLasts, limit: free, node: app.node.id() };
  const bots = free > 0 ? await inTransaction(app.db, (trx) => queries.claimDue(trx, by)) : [];
  running.set(app, (running.get(app) ?? 0) + bots.length);
  const done = Promise.all(bots.map((bot) => app.work.track(runOne(app, bot)))).then(() => undefined);
  return { started: bots.length, done };
}

async function runOne(app: App, bot: BotRow): Promise<void> {
  const deadline = new AbortController();
  const endsAt = app.clock.monotonic() + runLasts;
  const cancel = app.clock.after(runLasts, () => deadline.abort());
  try {
    await runBot(app, bot, { deadline: deadline.signal, endsAt });
  } catch (error) {
    // Its lease expires; it then runs again, or pauses after too many attempts.
    app.log.error({ err: error, bot: bot.id }, "a bot's turn broke");
  } finally {
    cancel();
    running.set(app, (running.get(app) ?? 1) - 1);
    app.wake();
  }
}

/** Linking the account again doesn't restart the bot. */
async function sweep(app: App): Promise<void> {
  for (const id of await queries.listUnlinked(app.db)) {
    const now = app.clock.now();
    const isStopped = await inTransaction(app.db, async (trx) => {
      const owner = await queries.findOwnerOfUnlinked(trx, id);
      if (owner !== null) await lockPersonWithAccounts(trx, owner);
      // The user may have relinked the account before the lock.
      if ((await queries.findOwnerOfUnlinked(trx, id)) === null) return false;
      await halt(trx, { id, now, reason: botReasons.unlinked });
      return true;
    });
    if (isStopped) app.log.info({ bot: id }, "a bot stopped with its account");
  }
}

/** Stops a bot inside `trx` and withdraws its scheduled tweets. `reason` is null if the user stopped it. */
export async function halt(trx: App["db"], change: { id: number; now: number; reason: string | null }): Promise<void> {
  const idle = {
    lease_token: null,
    lease_until: null,
    lease_node: null,
    due_at: null,
    proposal_id: null,
    updated_at: change.now,
  };
  await queries.update(trx, change.id, { ...idle, state: "stopped", reason: change.reason, failures: 0, attempts: 0 });
  await unscheduleInFlight(trx, change.id, change.now, change.reason ?? botReasons.stopped);
}

export async function unscheduleInFlight(trx: App["db"], botId: number, now: number, reason: string): Promise<void> {
  const tweetIds = (await written.listInFlight(trx, botId)).map((tweet) => tweet.id);
  await unscheduleTweets(trx, { tweetIds, now, reason });
}

async function recover(app: App, nodes: readonly string[] | null): Promise<void> {
  const by = { nodes, now: app.clock.now(), maxAttempts: maxFailures, reason: botReasons.crashed };
  const recovered = await inTransaction(app.db, async (trx) => {
    const bots = await queries.recover(trx, by);
    const paused = bots.filter(({ state }) => state === "paused");
    const happened = paused.map(({ id, user_id: userId }) => ({ userId, botId: id, at: by.now }));
    await recordEvents(
      trx,
      app,
      happened.map((event) => ({ type: "bot.paused" as const, ...event })),
    );
    return bots.length;
  });
  if (recovered > 0) app.log.warn({ bots: recovered }, "bots taken up again");
}

export const takeOverBots = async (app: App): Promise<void> =>
  recover(app, await app.node.lostAmong(await queries.listHolders(app.db)));
