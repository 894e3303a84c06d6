// From a topic to tweets that can be posted: one call, one more to mend what can't be, one more where too little is left.
import type { App } from "~/app.server";
import { days, seconds } from "~/ground/time/duration";
import { fingerprint } from "~/features/tweets/text";
import { cashtagsIn, hostsIn, isPostable, mentionsIn } from "~/features/tweets/text.server";
import { findDuplicates, listEarlier } from "~/features/tweets/tweets.server";
import { likenessFaults } from "~/features/voice/examples";
import { avoidedTopic, voiceFaultOf } from "~/features/voice/voice";
import type { Examples } from "~/ports/ai/examples";
import type { Voice } from "~/ports/ai/voice";
import { type Source, type SpentTokens, WriterError, type WriteTweets, type WrittenTweets } from "~/ports/ai/port";
import { batchSize, type Faulty, minTweets, review, taskMessages } from "./batch";

export interface Wish {
  userId: string;
  topic: string;
  webSearch: boolean;
  /** Of the account it is written for; null: none. */
  voice: Voice | null;
  /** What the writer learns from; null: nothing. */
  examples: Examples | null;
  signal: AbortSignal;
  /** On the monotonic clock: a second call that could hardly be answered before is not made. */
  endsAt: number;
  /** How many; five, of which three are enough, where nothing else is said. */
  count?: number;
  minCount?: number;
  /** What these are to take the place of, or to stand beside: not to be said again. */
  known?: readonly string[];
  /** What each call costs is added here, so that whoever asked knows it however this ends. */
  spent: SpentTokens;
}

export interface Written {
  texts: string[];
  /** Each answer that was to rest on a search does; null: no search was asked for. */
  searched: boolean | null;
  sources: Source[];
  searchSuggestions: string | null;
  model: string;
  modelRetiresAt: number | null;
}

/** As far back as the near-duplicate guard of publishing looks. */
export const earlierWithin = days(30);
/** The writer is told this many of the author's posts. */
export const maxEarlier = 10;
/** With less time left, what is there has to do. */
export const worthAsking = seconds(15);

/**
 * Three to five tweets that X would take, of at most three questions to the writer: what can't be posted is mended by
 * one more, or dropped; where fewer than three are left, one more is asked for. Throws WriterError.
 */
export async function writeBatch(app: App, wish: Wish): Promise<Written> {
  const batch = emptyBatch();
  const { topic, webSearch, voice, examples, signal, userId, spent } = wish;
  const since = app.clock.now() - earlierWithin;
  const { count: size = batchSize, minCount = minTweets, known = [] } = wish;
  const earlier = [...known, ...(await listEarlier(app, userId, since, maxEarlier))];
  const isTimeLeft = () => !signal.aborted && wish.endsAt - app.clock.monotonic() > worthAsking;

  async function ask(more: Pick<WriteTweets, "count"> & Partial<WriteTweets>): Promise<Faulty[]> {
    const author = { voice: voice ?? undefined, examples: examples ?? undefined };
    const written = await app.ai.writeTweets({ topic, webSearch, signal, earlier, ...author, ...more });
    addTokens(spent, written);
    add(batch, written, more.webSearch ?? webSearch);
    const sorted = review(written.texts, await rulesFor(app, wish, written.texts), batch.texts);
    batch.texts.push(...sorted.good.slice(0, size - batch.texts.length));
    return sorted.faulty.slice(0, size - batch.texts.length);
  }

  try {
    const faulty = await ask({ count: size });
    if (faulty.length > 0 && isTimeLeft()) await ask({ count: faulty.length, faulty, webSearch: false });
    if (batch.texts.length < minCount && isTimeLeft())
      await ask({ count: size - batch.texts.length, earlier: [...batch.texts, ...earlier] });
    if (batch.texts.length < minCount)
      throw new WriterError("empty", avoidedTopic(topic, voice) ?? taskMessages.tooFew);
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    addTokens(spent, error.more.spent);
    if (batch.texts.length < minCount) throw error;
    // Enough is there: a second call that fails takes nothing away.
    app.log.warn({ err: error, tweets: batch.texts.length }, "the other drafts could not be mended");
  }
  return batch;
}

export const emptyBatch = (): Written => ({
  texts: [],
  searched: null,
  sources: [],
  searchSuggestions: null,
  model: "",
  modelRetiresAt: null,
});

export function add(batch: Written, written: WrittenTweets, webSearch: boolean): void {
  if (webSearch) batch.searched = batch.searched !== false && written.searched === true;
  batch.model = written.model;
  batch.modelRetiresAt = written.modelRetiresAt ?? batch.modelRetiresAt;
  const known = new Set(batch.sources.map(({ url }) => url));
  batch.sources.push(...written.sources.filter(({ url }) => !known.has(url)));
  // Google asks to show the suggestions of every grounded answer that is used.
  batch.searchSuggestions = [batch.searchSuggestions, written.searchSuggestions].filter(Boolean).join("\n") || null;
}

export function addTokens(to: SpentTokens, more: SpentTokens | undefined): void {
  to.inputTokens += more?.inputTokens ?? 0;
  to.outputTokens += more?.outputTokens ?? 0;
}

interface RulesWish extends Pick<Wish, "userId" | "topic" | "voice" | "examples" | "known"> {
  /** The post whose other words are asked for. */
  before?: string;
}

/** What an answer is held against: X's rules, what the person names, what the writer was shown, what was said before. */
export async function rulesFor(
  app: App,
  { userId, topic, voice, examples, known = [], before }: RulesWish,
  texts: readonly string[],
) {
  // The demo writer knows a few dozen sentences a language: it tries others first, and repeats itself where they are used up.
  const isRepeating = app.ai.kind === "demo";
  const prints = isRepeating ? [] : texts.map((text) => fingerprint(text));
  const since = app.clock.now() - earlierWithin;
  const duplicates = await findDuplicates(app, userId, prints, since);
  if (!isRepeating) for (const text of known) duplicates.add(fingerprint(text));
  const likenessFaultOf = likenessFaults(examples, before);
  return {
    topic,
    faultOf: (text: string) => {
      const fit = isPostable(text);
      return fit.ok ? (voiceFaultOf(text, voice, topic) ?? likenessFaultOf(text)) : `${fit.message}.`;
    },
    fingerprint,
    mentionsIn,
    hostsIn,
    cashtagsIn,
    duplicates,
  };
}
