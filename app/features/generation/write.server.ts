// From a topic to tweets that can be posted: one call, one more to mend what can't be, one more where too little is left.
import type { App } from "~/app.server";
import { days, seconds } from "~/ground/time/duration";
import { fingerprint } from "~/features/tweets/text";
import { cashtagsIn, hostsIn, isPostable, mentionsIn } from "~/features/tweets/text.server";
import { findDuplicates, listEarlier } from "~/features/tweets/tweets.server";
import { type Source, type SpentTokens, WriterError, type WriteTweets, type WrittenTweets } from "~/ports/ai/port";
import { batchSize, type Faulty, minTweets, review, taskMessages } from "./batch";

export interface Wish {
  userId: string;
  topic: string;
  webSearch: boolean;
  signal: AbortSignal;
  /** On the monotonic clock: a second call that could hardly be answered before is not made. */
  endsAt: number;
  /** What each call costs is added here, so that whoever asked knows it however this ends. */
  spent: SpentTokens;
}

export interface Written {
  texts: string[];
  sources: Source[];
  searchSuggestions: string | null;
  model: string;
  modelRetiresAt: number | null;
}

/** As far back as the near-duplicate guard of publishing looks. */
const earlierWithin = days(30);
/** The writer is told this many of the author's posts. */
const maxEarlier = 10;
/** With less time left, what is there has to do. */
const worthAsking = seconds(15);

/**
 * Three to five tweets that X would take, of at most three questions to the writer: what can't be posted is mended by
 * one more, or dropped; where fewer than three are left, one more is asked for. Throws WriterError.
 */
export async function writeBatch(app: App, wish: Wish): Promise<Written> {
  const batch = emptyBatch();
  const { topic, webSearch, signal, userId, spent } = wish;
  const since = app.clock.now() - earlierWithin;
  const earlier = await listEarlier(app, userId, since, maxEarlier);
  const isTimeLeft = () => !signal.aborted && wish.endsAt - app.clock.monotonic() > worthAsking;

  async function ask(more: Pick<WriteTweets, "count"> & Partial<WriteTweets>): Promise<Faulty[]> {
    const written = await app.ai.writeTweets({ topic, webSearch, signal, earlier, ...more });
    addTokens(spent, written);
    add(batch, written);
    const sorted = review(written.texts, await rulesFor(app, wish, written.texts, since), batch.texts);
    batch.texts.push(...sorted.good.slice(0, batchSize - batch.texts.length));
    return sorted.faulty.slice(0, batchSize - batch.texts.length);
  }

  try {
    const faulty = await ask({ count: batchSize });
    if (faulty.length > 0 && isTimeLeft()) await ask({ count: faulty.length, faulty, webSearch: false });
    if (batch.texts.length < minTweets && isTimeLeft())
      await ask({ count: batchSize - batch.texts.length, earlier: [...batch.texts, ...earlier] });
    if (batch.texts.length < minTweets) throw new WriterError("empty", taskMessages.tooFew);
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    addTokens(spent, error.more.spent);
    if (batch.texts.length < minTweets) throw error;
    // Enough is there: a second call that fails takes nothing away.
    app.log.warn({ err: error, tweets: batch.texts.length }, "the other drafts could not be mended");
  }
  return batch;
}

const emptyBatch = (): Written => ({
  texts: [],
  sources: [],
  searchSuggestions: null,
  model: "",
  modelRetiresAt: null,
});

function add(batch: Written, written: WrittenTweets): void {
  batch.model = written.model;
  batch.modelRetiresAt = written.modelRetiresAt ?? batch.modelRetiresAt;
  const known = new Set(batch.sources.map(({ url }) => url));
  batch.sources.push(...written.sources.filter(({ url }) => !known.has(url)));
  // Google asks to show the suggestions of every grounded answer that is used.
  batch.searchSuggestions = [batch.searchSuggestions, written.searchSuggestions].filter(Boolean).join("\n") || null;
}

function addTokens(to: SpentTokens, more: SpentTokens | undefined): void {
  to.inputTokens += more?.inputTokens ?? 0;
  to.outputTokens += more?.outputTokens ?? 0;
}

async function rulesFor(app: App, { userId, topic }: Wish, texts: readonly string[], since: number) {
  // The demo writer knows a few dozen sentences a language: it tries others first, and repeats itself where they are used up.
  const prints = app.ai.kind === "demo" ? [] : texts.map((text) => fingerprint(text));
  return {
    topic,
    faultOf: (text: string) => {
      const fit = isPostable(text);
      return fit.ok ? null : `${fit.message}.`;
    },
    fingerprint,
    mentionsIn,
    hostsIn,
    cashtagsIn,
    duplicates: await findDuplicates(app, userId, prints, since),
  };
}
