// Defines how a provider is asked for tweets or a thread, and how its answer is read.
import { minTweets, type WriteThread, type WriteTweets } from "../port";
import type { Prompts } from "../prompts.server";
import type { JsonSchema } from "./provider";
import type { Reading } from "./reading";
import { threadShape, tweetsShape } from "./shapes";

export interface Form {
  name: "tweets" | "parts";
  count: number;
  searches: boolean;
  question(): string;
  shape: JsonSchema;
  /** For two calls: drafts in plain text with search, then copied to JSON. */
  drafts(): string;
  copy(drafts: string): string;
  copyShape: JsonSchema;
  read(text: string): string[];
  /** Reads what was finished of an answer that was cut off. Absent where only the whole counts. */
  keep?(text: string): string[] | null;
}

export interface FormParts {
  prompts: Prompts;
  reading: Reading;
}

export function tweetsForm({ prompts, reading }: FormParts, request: WriteTweets): Form {
  const { topic, count, plan, earlier = [], faulty = [] } = request;
  const searches = request.webSearch && faulty.length === 0;
  const input = { topic, count, plan, earlier, webSearch: searches, faulty };
  return {
    name: "tweets",
    count,
    searches,
    question: () => prompts.asAuthor(request, faulty.length > 0 ? prompts.mend(input) : prompts.tweets(input)),
    shape: tweetsShape(count),
    drafts: () => prompts.asAuthor(request, prompts.drafts(input)),
    copy: (drafts) => prompts.copy({ topic, count, drafts }),
    copyShape: tweetsShape(count),
    read: (text) => reading.tweets(text, topic),
    keep: (text) => reading.finished(text, topic, Math.min(minTweets, count)),
  };
}

export function threadForm({ prompts, reading }: FormParts, request: WriteThread): Form {
  const { topic, parts: count, earlier = [], webSearch } = request;
  const input = { topic, count, earlier, webSearch };
  return {
    name: "parts",
    count,
    searches: webSearch,
    question: () => prompts.asAuthor(request, prompts.thread(input)),
    shape: threadShape(count),
    drafts: () => prompts.asAuthor(request, prompts.threadDrafts(input)),
    copy: (drafts) => prompts.copy({ topic, count, drafts }),
    // The prompt `copy` names its list "tweets", for a thread too.
    copyShape: tweetsShape(count),
    read: (text) => reading.thread(text, topic, count),
  };
}
