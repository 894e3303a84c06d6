// A bot's turn: looks whether it may write, has something written that was not said before, and puts it on the timeline.
import type { App } from "~/app.server";
import { minutes } from "~/duration";
import { isAppError } from "~/errors";
import { getAnalysis } from "~/features/analysis/analysis.server";
import { review } from "~/features/generation/batch";
import { startOfDay, startOfNextDay } from "~/features/publishing/gate";
import { addToTimeline, twinsWithin } from "~/features/publishing/publishing.server";
import { fingerprint } from "~/features/tweets/text";
import { cashtagsIn, isPostable, mentionsIn } from "~/features/tweets/text.server";
import { findTaken, insertTweet } from "~/features/tweets/tweets.server";
import { findUser } from "~/features/users/users.server";
import { WriterError } from "~/ports/ai/port";
import type { Product } from "~/ports/ai/product";
import type { Change } from "~db/schema";
import { failureWait, mostFailures, pausedByNetwork, pausedByWriter, sentences } from "./bot";
import * as queries from "./queries.server";
import type { BotAccount, BotRow } from "./queries.server";
import { gramsOf, isTooLike } from "./similar";
import * as written from "./written.server";

interface Turn {
  bot: BotRow;
  account: BotAccount;
  held: { id: number; token: string };
  timeZone: string;
}

/** How far back it looks for what was said before. */
const mostSaid = 200;
/** So many to choose from, so that one that was said before costs no failure. */
const candidates = 3;
/** Its tweet is out, or will not be, soon after its time. */
const afterTweet = minutes(1);

/** Another has decided meanwhile: stopped, moved, unlinked. */
class Overtaken extends Error {}

/** One turn of a claimed bot. `deadline` ends the writing; a stopping server puts the bot back. */
export async function takeTurn(app: App, bot: BotRow, deadline: AbortSignal): Promise<void> {
  const held = { id: bot.id, token: bot.lease_token ?? "" };
  const user = await findUser(app, bot.user_id);
  const account = (await queries.findByAnalysis(app.db, bot.user_id, bot.analysis_id))?.account;
  // Unlinked since the claim: the next sweep stops it.
  if (!account || !user) return;
  const turn: Turn = { bot, account, held, timeZone: user.timezone };
  const rest = (await restUntil(app, turn)) ?? (await pauseAfterRefusals(app, turn));
  if (rest) return void (await queries.finish(app.db, held, app.clock.now(), { ...rest, attempts: 0 }));
  const { stopping } = app.work;
  try {
    const text = await writeNew(app, turn, AbortSignal.any([deadline, stopping]));
    await (bot.review === 1 ? propose(app, turn, text) : schedule(app, turn, text));
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (stopping.aborted) return await putBack(app, turn);
    await fail(app, turn, error, deadline.aborted);
  }
}

type Rest = Pick<Change<"bots">, "state" | "due_at" | "reason">;

/** When it may not write yet: its last tweet is still on its way, or the day has had its share. */
async function restUntil(app: App, { bot, timeZone }: Turn): Promise<Rest | null> {
  const now = app.clock.now();
  const [waiting] = await written.listUnderWay(app.db, bot.id);
  if (waiting) return { state: "waiting", due_at: Math.max(waiting.due_at ?? now, now) + afterTweet };
  const { botDailyPosts, window } = app.config;
  if (botDailyPosts === 0) return null;
  // The day on which the earliest moment that could be drawn lies; no later day has had any post of the bot yet.
  const earliest = now + window.fromMs;
  const [from, to] = [startOfDay(earliest, timeZone), startOfNextDay(earliest, timeZone)];
  if ((await written.countWithin(app.db, bot.id, from, to)) < botDailyPosts) return null;
  return { state: "waiting", due_at: Math.ceil(to - window.fromMs) };
}

/** What the network refuses thrice in a row, it would refuse for ever. */
async function pauseAfterRefusals(app: App, { bot }: Turn): Promise<Rest | null> {
  const ended = await written.listEnded(app.db, bot.id, { since: bot.started_at, limit: mostFailures });
  if (ended.length < mostFailures || ended.some((tweet) => tweet.state !== "failed")) return null;
  return { state: "paused", due_at: null, reason: pausedByNetwork(ended[0]?.error ?? "the network refused them") };
}

/** Throws WriterError, "empty" where all of it was said before. */
async function writeNew(app: App, { bot, account }: Turn, signal: AbortSignal): Promise<string> {
  const analysis = await getAnalysis(app, bot.user_id, bot.analysis_id);
  const product: Product = { description: analysis.content, summary: analysis.summary, tags: analysis.tags };
  const said = await written.listSaid(app.db, bot.id, account.id, mostSaid);
  const { texts } = await app.ai.writeForProduct({ product, avoid: said, count: candidates, signal });
  const taken = await findTaken(app, bot.user_id, texts.map(fingerprint), app.clock.now() - twinsWithin);
  const grams = said.map(gramsOf);
  const { good } = review(texts, { topic: analysis.content, faultOf, fingerprint, mentionsIn, cashtagsIn, taken });
  const text = good.find((one) => !isTooLike(gramsOf(one), grams));
  if (text === undefined) throw new WriterError("empty", sentences.nothingNew);
  return text;
}

function faultOf(text: string): string | null {
  const fit = isPostable(text);
  return fit.ok ? null : fit.message;
}

/** Keeps the text as a pending tweet of the bot's. Throws Overtaken. */
async function keep(app: App, { bot, account, held }: Turn, text: string, change?: (id: number) => Change<"bots">) {
  const now = app.clock.now();
  return app.db.transaction().execute(async (trx) => {
    const id = await insertTweet(trx, {
      userId: bot.user_id,
      accountId: account.id,
      accountIsOwn: true,
      batchId: null,
      position: 0,
      origin: "bot",
      content: text,
      fingerprint: fingerprint(text),
      now,
    });
    await queries.link(trx, bot.id, id);
    if (change && !(await queries.finish(trx, held, now, change(id)))) throw new Overtaken();
    return id;
  });
}

async function propose(app: App, turn: Turn, text: string): Promise<void> {
  const proposed = (id: number) => ({ ...fresh, state: "proposing" as const, due_at: null, proposal_id: id });
  const tweet = await keep(app, turn, text, proposed);
  app.log.info({ bot: turn.bot.id, tweet }, "a bot proposes");
}

/** In one transaction: the tweet is on the timeline, and the bot, if it is still ours, rests until it is out. */
async function schedule(app: App, turn: Turn, text: string): Promise<void> {
  const { bot, held, account } = turn;
  const tweetId = await keep(app, turn, text);
  const ask = { userId: bot.user_id, tweetId, account: account.networkUserId, timeZone: null };
  const { executeAt } = await addToTimeline(app, ask, async (trx, at) => {
    const rest = { ...fresh, state: "waiting" as const, due_at: at + afterTweet };
    if (!(await queries.finish(trx, held, app.clock.now(), rest))) throw new Overtaken();
  });
  app.log.info({ bot: bot.id, tweet: tweetId, executeAt }, "a bot scheduled");
}

/** A success forgets earlier failures. */
export const fresh = { failures: 0, attempts: 0, reason: null };

async function putBack(app: App, { bot, held }: Turn): Promise<void> {
  const now = app.clock.now();
  await queries.finish(app.db, held, now, { state: "waiting", due_at: now, attempts: bot.attempts - 1 });
}

async function fail(app: App, { bot, held }: Turn, error: unknown, late: boolean): Promise<void> {
  const now = app.clock.now();
  // The account was paused or unlinked while it wrote: that is no failure of the writing, and holds the bot by itself.
  if (isAppError(error) && ["conflict", "not_found"].includes(error.code))
    return void (await queries.finish(app.db, held, now, { state: "waiting", due_at: now, attempts: 0 }));
  app.log.warn({ bot: bot.id, err: error }, "a bot could not write");
  const failures = bot.failures + 1;
  const known = error instanceof WriterError && !late ? error : null;
  const message = known?.message ?? (late ? "the writer took too long" : sentences.broke);
  const wait = Math.max(failureWait(failures), known?.more.retryAfterMs ?? 0);
  const change: Change<"bots"> =
    failures >= mostFailures
      ? { state: "paused", due_at: null, reason: pausedByWriter(message) }
      : { state: "waiting", due_at: now + wait };
  await queries.finish(app.db, held, now, { ...change, failures, attempts: 0 });
}
