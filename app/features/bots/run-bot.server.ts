// Runs a bot's turn: checks whether it may write, has a new tweet written, and schedules it.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { type ErrorCode, isAppError } from "~/ground/errors";
import { recordEvents } from "~/features/events/events.server";
import { getAnalysis } from "~/features/analysis/analysis.server";
import { noteSubstitute, noteWriterRefusal } from "~/features/generation/generation.server";
import { review, repeats } from "~/features/generation/batch";
import { keepBest } from "~/features/generation/lint";
import { planFor } from "~/features/generation/write.server";
import { startOfDay, startOfNextDay } from "~/features/spending/day-limit";
import { addToTimeline, readHours } from "~/features/scheduling/scheduling.server";
import { duplicatesWithin } from "~/features/publishing/publishing.server";
import { requireRoom } from "~/features/tweets/store/room.server";
import { fingerprint } from "~/features/tweets/text";
import { cashtagsIn, hostsIn, isPostable, mentionsIn } from "~/features/tweets/text.server";
import { findDuplicates, insertTweet } from "~/features/tweets/tweets.server";
import { findUser } from "~/features/users/users.server";
import { likenessFaults } from "~/features/voice/examples";
import { voiceFaultOf } from "~/features/voice/voice";
import { authorForWriter } from "~/features/voice/voice.server";
import { type Timed, WriterError } from "~/ports/ai/port";
import type { Product } from "~/ports/ai/product";
import type { Change } from "~db/schema";
import { afterTweet, failureWait, maxFailures, pausedByNetwork, pausedByWriter, botReasons } from "./bot";
import * as queries from "~/features/bots/store/bots.server";
import type { BotAccount, BotRow } from "~/features/bots/store/bots.server";
import { gramsOf, isTooLike } from "~/features/tweets/similar";
import * as written from "~/features/bots/store/written.server";

interface Run {
  bot: BotRow;
  account: BotAccount;
  claim: { id: number; token: string };
  timeZone: string;
}

const maxEarlier = 200;
const candidates = 3;

/** The bot was stopped, moved or unlinked in between. */
class Overtaken extends Error {}

/** `endsAt`: monotonic ms. */
export async function runBot(
  app: App,
  bot: BotRow,
  { deadline, endsAt }: { deadline: AbortSignal; endsAt: number },
): Promise<void> {
  const claim = { id: bot.id, token: bot.lease_token ?? "" };
  const user = await findUser(app, bot.user_id);
  const account = (await queries.findByAnalysis(app.db, bot.user_id, bot.analysis_id))?.account;
  // Unlinked since the claim; the next sweep stops it.
  if (!account || !user) return;
  const run: Run = { bot, account, claim, timeZone: user.timezone };
  const rest = (await restUntil(app, run)) ?? (await pauseAfterRefusals(app, run));
  if (rest) return endRun(app, run, { ...rest, attempts: 0 });
  const { shutdownSignal } = app.work;
  try {
    await requireRoom(app.db, bot.user_id, { texts: 1 });
    const text = await writeNew(app, run, { signal: AbortSignal.any([deadline, shutdownSignal]), endsAt });
    await (bot.review === 1 ? propose(app, run, text) : schedule(app, run, text));
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (shutdownSignal.aborted) return await putBack(app, run);
    await fail(app, run, error, deadline.aborted);
  }
}

async function endRun(app: App, { bot, claim }: Run, change: Change<"bots">): Promise<void> {
  const now = app.clock.now();
  await inTransaction(app.db, async (trx) => {
    if (!(await queries.finish(trx, claim, now, change)) || change.state !== "paused") return;
    await recordEvents(trx, app, [{ type: "bot.paused", userId: bot.user_id, botId: bot.id, at: now }]);
  });
}

type Rest = Pick<Change<"bots">, "state" | "due_at" | "reason">;

/** Returns null if the bot may write now. */
async function restUntil(app: App, { bot, account, timeZone }: Run): Promise<Rest | null> {
  const now = app.clock.now();
  const [waiting] = await written.listInFlight(app.db, bot.id);
  if (waiting) return { state: "waiting", due_at: Math.max(waiting.due_at ?? now, now) + afterTweet };
  const { botDailyPosts } = app.config;
  if (botDailyPosts === 0) return null;
  // Linnet picks times in the account's own window.
  const { window } = (await readHours(app, bot.user_id, String(account.id))).hours;
  // The day of the earliest possible time. The bot has no posts on later days.
  const earliest = now + window.fromMs;
  const [from, to] = [startOfDay(earliest, timeZone), startOfNextDay(earliest, timeZone)];
  if ((await written.countWithin(app.db, bot.id, from, to)) < botDailyPosts) return null;
  return { state: "waiting", due_at: Math.ceil(to - window.fromMs) };
}

async function pauseAfterRefusals(app: App, { bot }: Run): Promise<Rest | null> {
  const ended = await written.listEnded(app.db, bot.id, { since: bot.started_at, limit: maxFailures });
  if (ended.length < maxFailures || ended.some((tweet) => tweet.state !== "failed")) return null;
  return { state: "paused", due_at: null, reason: pausedByNetwork(ended[0]?.error ?? "X refused them") };
}

/** Throws WriterError, "empty" if every text is repeated or unpostable. */
async function writeNew(app: App, { bot, account }: Run, timed: Timed): Promise<string> {
  const analysis = await getAnalysis(app, bot.user_id, bot.analysis_id);
  const product: Product = { description: analysis.content, summary: analysis.summary, tags: analysis.tags };
  const earlier = await written.listEarlierTexts(app.db, bot.id, account.id, maxEarlier);
  const whose = { userId: bot.user_id, accountId: account.id, received: bot.learn === 1 };
  const { voice, examples } = await authorForWriter(app, whose);
  const grams = earlier.map(gramsOf);
  const likenessFaultOf = likenessFaults(examples);
  const authorFaultOf = (text: string): string | null => voiceFaultOf(text, voice) ?? likenessFaultOf(text);
  const faultOf = (text: string): string | null => {
    const fit = isPostable(text);
    return fit.ok ? authorFaultOf(text) : fit.message;
  };
  const ask = async (avoid: readonly string[]) => {
    const author = { voice: voice ?? undefined, examples: examples ?? undefined };
    const plan = planFor(app, { count: candidates, posts: earlier });
    const request = { product, avoid, count: candidates, plan, ...timed, ...author };
    const { texts, substitute } = await app.ai.writeForProduct(request);
    await noteSubstitute(app, substitute);
    const since = app.clock.now() - duplicatesWithin;
    const duplicates = await findDuplicates(app, bot.user_id, texts.map(fingerprint), since);
    const found = { mentionsIn, hostsIn, cashtagsIn };
    const { good, faulty } = review(texts, { topic: analysis.content, faultOf, fingerprint, ...found, duplicates });
    const fresh = good.filter((candidate) => !isTooLike(gramsOf(candidate), grams));
    const [text] = keepBest(fresh, 1, { topic: analysis.content });
    const isRepeated = good.length > 0 || faulty.some(({ fault }) => fault === repeats);
    return { text, isRepeated, avoided: texts.filter((candidate) => authorFaultOf(candidate) !== null) };
  };
  const first = await ask(earlier);
  if (first.text !== undefined) return first.text;
  // Asks again only for avoided words or repeated examples, not for other repeats.
  const second = first.avoided.length > 0 ? await ask([...first.avoided, ...earlier]) : first;
  if (second.text === undefined)
    throw new WriterError("empty", second.isRepeated ? botReasons.nothingNew : botReasons.notPostable);
  return second.text;
}

/** Stores the text as the bot's pending tweet; with `change`, as its proposal. Throws Overtaken. */
async function keep(app: App, { bot, account, claim }: Run, text: string, change?: (id: number) => Change<"bots">) {
  const now = app.clock.now();
  return inTransaction(app.db, async (trx) => {
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
    if (!change) return id;
    if (!(await queries.finish(trx, claim, now, change(id)))) throw new Overtaken();
    const proposal = { userId: bot.user_id, botId: bot.id, tweetId: id, accountId: account.id, at: now };
    await recordEvents(trx, app, [{ type: "bot.proposal", ...proposal }]);
    return id;
  });
}

async function propose(app: App, run: Run, text: string): Promise<void> {
  const proposed = (id: number) => ({ ...fresh, state: "proposing" as const, due_at: null, proposal_id: id });
  const tweet = await keep(app, run, text, proposed);
  app.log.info({ bot: run.bot.id, tweet }, "a bot proposes");
}

async function schedule(app: App, run: Run, text: string): Promise<void> {
  const { bot, claim, account } = run;
  const tweetId = await keep(app, run, text);
  const ask = { userId: bot.user_id, tweetId, account: account.networkUserId, timeZone: null };
  const { executeAt } = await addToTimeline(app, ask, async (trx, at) => {
    const rest = { ...fresh, state: "waiting" as const, due_at: at + afterTweet };
    if (!(await queries.finish(trx, claim, app.clock.now(), rest))) throw new Overtaken();
  });
  app.log.info({ bot: bot.id, tweet: tweetId, executeAt }, "a bot scheduled");
}

export const fresh = { failures: 0, attempts: 0, reason: null };

async function putBack(app: App, { bot, claim }: Run): Promise<void> {
  const now = app.clock.now();
  await queries.finish(app.db, claim, now, { state: "waiting", due_at: now, attempts: bot.attempts - 1 });
}

const meanwhile: ReadonlySet<ErrorCode> = new Set([
  "account_paused",
  "account_reconnect",
  "already_sent",
  "discarded",
  "not_found",
]);

async function fail(app: App, run: Run, error: unknown, late: boolean): Promise<void> {
  const { bot } = run;
  const now = app.clock.now();
  // Not a writing failure; the account's state already holds the bot.
  if (isAppError(error) && meanwhile.has(error.code))
    return endRun(app, run, { state: "waiting", due_at: now, attempts: 0 });
  // Only the user can make room.
  if (isAppError(error) && error.code === "limit_reached")
    return endRun(app, run, { state: "paused", due_at: null, reason: error.message, attempts: 0 });
  app.log.warn({ bot: bot.id, err: error }, "a bot could not write");
  const failures = bot.failures + 1;
  const known = error instanceof WriterError && !late ? error : null;
  const message = known?.message ?? (late ? "the AI took too long" : botReasons.broke);
  const wait = Math.max(failureWait(failures), known?.more.retryAfterMs ?? 0);
  const change: Change<"bots"> =
    failures >= maxFailures
      ? { state: "paused", due_at: null, reason: pausedByWriter(message) }
      : { state: "waiting", due_at: now + wait };
  await endRun(app, run, { ...change, failures, attempts: 0 });
  await noteWriterRefusal(app, error);
}
