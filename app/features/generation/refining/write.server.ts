// Runs rewrite tasks: asks the writer, then replaces the text or adds a tweet beside it.
import type { App } from "~/app.server";
import { joinShown } from "~/features/tweets/learned.server";
import { findTweet, listBatchTweets } from "~/features/tweets/tweets.server";
import { insertBeside, listUnedited, type Making, replaceWords } from "~/features/tweets/versions.server";
import { weigh } from "~/features/tweets/text.server";
import type { Author } from "~/features/voice/voice.server";
import { seconds } from "~/ground/time/duration";
import { type Source, WriterError, type WrittenTweets } from "~/ports/ai/port";
import { addSpent } from "~/ports/ai/spent";
import { substituteText } from "~/ports/ai/writer-words";
import type { Instruction } from "~/ports/ai/refine";
import type { Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { review, taskMessages } from "~/features/generation/batch";
import * as refining from "~/features/generation/store/refining.server";
import { findBatch, type Task } from "~/features/generation/store/tasks.server";
import { rulesFor, type Wish, writeBatch, type Written } from "~/features/generation/write.server";
import { noteSubstitute } from "~/features/generation/refusal.server";
import { nothingLeft } from "./ask.server";
import { besideNote, isInstruction } from "./words";

export interface Stored {
  batchId: string | null;
  answerId: number | null;
  note: string | null;
  tweets: number;
  model: string;
}

/** Must run in the transaction that ends the task. */
export type Store = (trx: Transaction) => Promise<Stored>;

export type Means = Author & { accountId: number | null } & Pick<Wish, "signal" | "endsAt" | "spent"> & {
    /** Monotonic, ms. */
    beganAt: number;
  };

export const rewrite = (app: App, task: Task, means: Means): Promise<Store> =>
  task.kind === "again" ? writeAllAgain(app, task, means) : writeOne(app, task, means);

async function writeOne(app: App, task: Task, means: Means): Promise<Store> {
  const before = task.content ?? "";
  const instruction = isInstruction(task.instruction) ? task.instruction : "another";
  const ask = { task, before, instruction, words: task.words };
  const { content, model, substitute } = await askForOne(app, ask, means);
  await noteSubstitute(app, substitute);
  return async (trx) => {
    await lockPersonWithAccounts(trx, task.user_id);
    const making: Making = { by: "writer", instruction, words: task.words };
    const by = { task, tweetId: task.tweet_id, before, content, making };
    const { answerId, note } =
      task.kind === "sibling" ? { answerId: await writeSibling(app, trx, by), note: null } : await place(app, trx, by);
    return {
      batchId: task.batch_id,
      answerId,
      note: joined(note, writerNote({ model, substitute })),
      tweets: 1,
      model,
    };
  };
}

type WrittenBy = Pick<WrittenTweets, "model"> & { substitute: Written["substitute"] };

const writerNote = ({ model, substitute }: WrittenBy): string | null =>
  substitute && substituteText({ kind: substitute.kind, name: model }, substitute.insteadOf);

const joined = (...notes: (string | null)[]): string | null => notes.filter(Boolean).join(" ") || null;

/** With less time left, no second call is made. */
const worthAsking = seconds(15);

interface OneWish {
  task: Task;
  before: string;
  instruction: Instruction;
  words: string | null;
}

/** Asks up to twice, if the first answer can't be posted. */
async function askForOne(
  app: App,
  { task, before, instruction, words }: OneWish,
  { voice, examples, signal, endsAt, spent }: Means,
): Promise<WrittenBy & { content: string }> {
  const beside =
    task.batch_id === null ? [] : (await listBatchTweets(app, task.batch_id)).map((tweet) => tweet.content);
  const others = beside.filter((text) => text !== before);
  const known = [before, ...others];
  const topic = [task.topic, before, words ?? ""].join("\n");
  // Another tweet is a new post, so examples like `before` stay barred.
  const own = instruction === "another" ? {} : { before };
  const isTimeLeft = () => !signal.aborted && endsAt - app.clock.monotonic() > worthAsking;
  let faulty: { text: string; fault: string }[] = [];
  try {
    for (let tries = 0; tries === 0 || (tries < 2 && isTimeLeft()); tries += 1) {
      const ask = {
        text: before,
        instruction,
        words,
        topic: task.topic,
        earlier: others,
        faulty,
        signal,
        endsAt,
        ...(voice && { voice }),
        ...(examples && { examples }),
      };
      const written = await app.ai.refine(ask);
      addSpent(spent, written);
      const texts = written.texts.slice(0, 1);
      const rules = await rulesFor(app, { userId: task.user_id, topic, voice, examples, known, ...own }, texts);
      const faultOf = (text: string) => rules.faultOf(text) ?? lengthFault(instruction, before, text);
      const sorted = review(texts, { ...rules, faultOf }, [before]);
      const [content] = sorted.good;
      if (content !== undefined) return { content, model: written.model, substitute: written.substitute ?? null };
      faulty = sorted.faulty;
    }
  } catch (error) {
    if (error instanceof WriterError) addSpent(spent, error.more.spent);
    throw error;
  }
  throw new WriterError("empty", taskMessages.notRefined);
}

const lengthFault = (instruction: Instruction, before: string, text: string): string | null =>
  instruction === "shorter" && weigh(text) >= weigh(before) ? "It is not shorter than the post was." : null;

async function writeAllAgain(app: App, task: Task, means: Means): Promise<Store> {
  const { user_id: userId, batch_id: batchId, topic } = task;
  const tweets = batchId === null ? [] : (await listUnedited(app, batchId)).slice(0, maxAgain);
  if (tweets.length === 0) throw new WriterError("empty", `${nothingLeft}.`);
  const known = tweets.map((tweet) => tweet.content);
  const wish = { userId, topic, webSearch: task.web_search === 1, count: tweets.length, minCount: 1, known };
  const written = await writeBatch(app, { ...wish, ...means });
  await noteSubstitute(app, written.substitute);
  return async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const notes: string[] = [];
    for (const [at, content] of written.texts.entries()) {
      const tweet = tweets[at];
      if (!tweet) break;
      const making: Making = { by: "writer", instruction: "again", words: null };
      const { note } = await place(app, trx, { task, tweetId: tweet.id, before: tweet.content, content, making });
      if (note !== null) notes.push(note);
    }
    if (batchId !== null) await keepOrigins(trx, batchId, { ...written, shown: means.shown });
    const kept =
      notes.length > 1
        ? `${notes.length} of these tweets changed while the AI was writing, so they keep their text.`
        : notes[0];
    const note = joined(kept ?? null, writerNote(written));
    return { batchId, answerId: null, note, tweets: written.texts.length, model: written.model };
  };
}

/** The demo writer's limit per call. */
const maxAgain = 10;

interface Answer {
  task: Task;
  tweetId: number | null;
  before: string;
  content: string;
  making: Making;
}

/** Replaces the text, or adds a tweet beside it if the tweet was changed or sent. */
async function place(app: App, trx: Transaction, answer: Answer): Promise<{ answerId: number; note: string | null }> {
  const { task, before, content, making } = answer;
  const tweet = answer.tweetId === null ? null : await findTweet({ db: trx }, task.user_id, answer.tweetId);
  const next = { ...making, before, content, now: app.clock.now() };
  if (tweet && (await replaceWords(trx, tweet, next))) return { answerId: tweet.id, note: null };
  return { answerId: await writeSibling(app, trx, answer), note: besideNote(tweet) };
}

const writeSibling = (app: App, trx: Transaction, { task, tweetId, content }: Answer): Promise<number> =>
  insertBeside(
    trx,
    { tweetId, batchId: task.batch_id, accountId: task.account_id },
    { userId: task.user_id, content, now: app.clock.now() },
  );

type Origins = Pick<Written, "searched" | "sources" | "searchSuggestions"> & Pick<Author, "shown">;

async function keepOrigins(trx: Transaction, batchId: string, origins: Origins): Promise<void> {
  const { searched, sources, searchSuggestions, shown } = origins;
  if (searched === null && sources.length === 0 && searchSuggestions === null && shown === null) return;
  const batch = await findBatch(trx, batchId);
  if (!batch) return;
  const earlier = JSON.parse(batch.sources) as Source[];
  const known = new Set(earlier.map(({ url }) => url));
  const all = [...earlier, ...sources.filter(({ url }) => !known.has(url))];
  const suggestions = [batch.search_suggestions, searchSuggestions].filter(Boolean).join("\n") || null;
  await refining.changeOrigins(trx, batchId, {
    searched,
    sources: JSON.stringify(all),
    searchSuggestions: suggestions,
    shown: joinShown(batch.shown, shown),
  });
}
