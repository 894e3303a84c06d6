// Writes a batch: one call, one to fix faulty tweets, one more if too few are left.
import type { App } from "~/app.server";
import { days, seconds } from "~/ground/time/duration";
import { fingerprint } from "~/features/tweets/text";
import { cashtagsIn, hostsIn, isPostable, mentionsIn } from "~/features/tweets/text.server";
import { listBatches } from "~/features/generation/store/topics.server";
import { findDuplicates, listBatchTweets, listEarlier } from "~/features/tweets/tweets.server";
import { likenessFaults } from "~/features/voice/examples";
import { avoidedTopic, voiceFaultOf } from "~/features/voice/voice";
import type { Examples } from "~/ports/ai/examples";
import type { Voice } from "~/ports/ai/voice";
import {
  type Source,
  type SpentTokens,
  type Substitute,
  WriterError,
  type WriteTweets,
  type WrittenTweets,
} from "~/ports/ai/port";
import { drawPlan, type PlannedPost } from "~/ports/ai/plan";
import { addSpent } from "~/ports/ai/spent";
import { batchSize, type Faulty, minTweets, review, type Rules, taskMessages } from "./batch";
import { formOf } from "./form-of";
import { keepBest, softFaults } from "./lint";

export interface Wish {
  userId: string;
  topic: string;
  webSearch: boolean;
  voice: Voice | null;
  examples: Examples | null;
  signal: AbortSignal;
  /** Monotonic, ms. */
  endsAt: number;
  count?: number;
  minCount?: number;
  /** Texts that the new ones must not repeat. */
  known?: readonly string[];
  spent: SpentTokens;
}

export interface Written {
  texts: string[];
  note: string | null;
  /** False if an answer lacked the search; null if none was requested. */
  searched: boolean | null;
  sources: Source[];
  searchSuggestions: string | null;
  model: string;
  modelRetiresAt: number | null;
  /** Whether the writer stopped early at any of the calls. */
  cut: boolean;
  /** Null if the chosen writer wrote all of it. */
  substitute: Substitute | null;
}

/** Same range as the near-duplicate guard of publishing. */
export const earlierWithin = days(30);
export const maxEarlier = 10;
export const worthAsking = seconds(15);

/** Returns tweets that X would accept, after up to 3 calls. Throws WriterError. */
export async function writeBatch(app: App, wish: Wish): Promise<Written> {
  const { userId, topic, known = [] } = wish;
  const drafted = await listDrafted(app, userId, topic);
  const since = app.clock.now() - earlierWithin;
  const earlier = [...known, ...(await listEarlier(app, userId, since, maxEarlier)), ...drafted];
  return compose(app, wish, { earlier, rulesFor: (texts) => rulesFor(app, wish, texts) });
}

interface Compared {
  earlier: readonly string[];
  rulesFor(texts: readonly string[]): Rules | Promise<Rules>;
}

/** Like `writeBatch`, without a database. */
export async function compose(
  app: Pick<App, "ai" | "clock" | "random"> & { log: Pick<App["log"], "warn"> },
  wish: Omit<Wish, "userId" | "known">,
  { earlier, rulesFor }: Compared,
): Promise<Written> {
  const batch = emptyBatch();
  const { topic, webSearch, voice, examples, signal, endsAt, spent } = wish;
  const { count: size = batchSize, minCount = minTweets } = wish;
  const basis = { topic, isSearched: webSearch };
  const isTimeLeft = () => !signal.aborted && endsAt - app.clock.monotonic() > worthAsking;

  async function ask(more: Pick<WriteTweets, "count"> & Partial<WriteTweets>): Promise<Faulty[]> {
    const author = { voice: voice ?? undefined, examples: examples ?? undefined };
    const written = await app.ai.writeTweets({ topic, webSearch, signal, endsAt, earlier, ...author, ...more });
    addSpent(spent, written);
    add(batch, written, more.webSearch ?? webSearch);
    const sorted = review(written.texts, await rulesFor(written.texts), batch.texts);
    batch.texts.push(...keepBest(sorted.good, size - batch.texts.length, basis));
    return sorted.faulty.slice(0, size - batch.texts.length).map(({ text, fault }) => ({
      text,
      fault: [fault, ...softFaults(text, basis)].join(" "),
    }));
  }
  const askNew = (count: number, more: Partial<WriteTweets> = {}) => {
    const total = count + (app.ai.spare ?? 0);
    return ask({ count: total, plan: planFor(app, { count: total }), ...more });
  };

  try {
    const faulty = await askNew(size);
    if (faulty.length > 0 && isTimeLeft()) await ask({ count: faulty.length, faulty, webSearch: false });
    if (batch.texts.length < minCount && isTimeLeft())
      await askNew(size - batch.texts.length, { earlier: [...batch.texts, ...earlier] });
    if (batch.texts.length < minCount)
      throw new WriterError("empty", avoidedTopic(topic, voice) ?? taskMessages.tooFew);
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    addSpent(spent, error.more.spent);
    if (batch.texts.length < minCount) throw error;
    // Enough tweets are there, so the failure of a later call is ignored.
    app.log.warn({ err: error, tweets: batch.texts.length }, "the other drafts could not be mended");
  }
  return batch;
}

/** The demo writer follows no plan. `posts`: the newest first, whose forms come last. */
export const planFor = (
  { ai, random }: Pick<App, "ai" | "random">,
  { count, posts = [] }: { count: number; posts?: readonly string[] },
): PlannedPost[] | undefined =>
  ai.kind === "demo" ? undefined : drawPlan({ count, recent: posts.slice(0, planMemory).map(formOf), random });

const planMemory = 10;

/** Texts of the user's last batches on the topic, which the demo writer avoids, because it has few sentences. */
async function listDrafted(app: App, userId: string, topic: string): Promise<string[]> {
  if (app.ai.kind !== "demo") return [];
  const { batches } = await listBatches(app.db, userId, { from: null, size: 5 });
  const same = batches.filter((batch) => batch.topic === topic);
  const tweets = await Promise.all(same.map(({ id }) => listBatchTweets(app, id)));
  return tweets.flat().map(({ content }) => content);
}

export const emptyBatch = (): Written => ({
  texts: [],
  note: null,
  searched: null,
  sources: [],
  searchSuggestions: null,
  model: "",
  modelRetiresAt: null,
  cut: false,
  substitute: null,
});

export function add(batch: Written, written: WrittenTweets, webSearch: boolean): void {
  if (webSearch) batch.searched = batch.searched !== false && written.searched;
  batch.cut ||= written.cut;
  addWriter(batch, written);
  batch.note = written.note ?? batch.note;
  batch.modelRetiresAt = written.modelRetiresAt ?? batch.modelRetiresAt;
  const known = new Set(batch.sources.map(({ url }) => url));
  batch.sources.push(...written.sources.filter(({ url }) => !known.has(url)));
  // Google requires the suggestions of every grounded answer that is used.
  batch.searchSuggestions = [batch.searchSuggestions, written.searchSuggestions].filter(Boolean).join("\n") || null;
}

/** A substitute is named for the whole batch, since its topic went to that place. */
export function addWriter(batch: Written, { model, substitute }: WrittenTweets): void {
  if (substitute || !batch.substitute) batch.model = model;
  batch.substitute = substitute ?? batch.substitute;
}

/** A text's own rules, and the fingerprints it must not repeat. */
export function plainRules(
  { topic, voice, examples, before }: Omit<RulesWish, "userId" | "known">,
  duplicates: ReadonlySet<string>,
): Rules {
  const likenessFaultOf = likenessFaults(examples, before);
  const faultOf = (text: string): string | null => {
    const fit = isPostable(text);
    return fit.ok ? (voiceFaultOf(text, voice, topic) ?? likenessFaultOf(text)) : fit.message;
  };
  return { topic, faultOf, fingerprint, mentionsIn, hostsIn, cashtagsIn, duplicates };
}

interface RulesWish extends Pick<Wish, "userId" | "topic" | "voice" | "examples" | "known"> {
  before?: string;
}

export async function rulesFor(app: App, wish: RulesWish, texts: readonly string[]): Promise<Rules> {
  // The demo writer has few sentences and repeats them, so duplicates are allowed.
  const isRepeating = app.ai.kind === "demo";
  const prints = isRepeating ? [] : texts.map((text) => fingerprint(text));
  const since = app.clock.now() - earlierWithin;
  const duplicates = await findDuplicates(app, wish.userId, prints, since);
  if (!isRepeating) for (const text of wish.known ?? []) duplicates.add(fingerprint(text));
  return plainRules(wish, duplicates);
}
