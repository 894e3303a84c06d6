// Defines how Gemini is asked for tweets or a thread, and how its answer is read.
import { type ObjectSchema, SchemaType } from "@google/generative-ai";
import { readThread, readTweets } from "./gemini-answer.server";
import type { Question } from "./gemini-call.server";
import type { WriteThread, WriteTweets } from "./port";
import type { Prompts } from "./prompts.server";

export interface Form {
  name: "tweets" | "parts";
  count: number;
  searches: boolean;
  question(): string;
  shape: Question["json"];
  /** For two calls: drafts in plain text with search, then copied to JSON. */
  drafts(): string;
  copy(drafts: string): string;
  read(text: string): string[];
}

export function tweetsForm(prompts: Prompts, request: WriteTweets): Form {
  const { topic, count, plan, earlier = [], faulty = [] } = request;
  const searches = request.webSearch && faulty.length === 0;
  const input = { topic, count, plan, earlier, webSearch: searches, faulty };
  return {
    name: "tweets",
    count,
    searches,
    question: () => prompts.asAuthor(request, faulty.length > 0 ? prompts.mend(input) : prompts.tweets(input)),
    shape: count,
    drafts: () => prompts.asAuthor(request, prompts.drafts(input)),
    copy: (drafts) => prompts.copy({ topic, count, drafts }),
    read: (text) => readTweets(text, topic),
  };
}

export function threadForm(prompts: Prompts, request: WriteThread): Form {
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
    read: (text) => readThread(text, topic, count),
  };
}

const threadShape = (count: number): ObjectSchema => ({
  type: SchemaType.OBJECT,
  required: ["parts"],
  properties: {
    parts: { type: SchemaType.ARRAY, minItems: count, maxItems: count, items: { type: SchemaType.STRING } },
  },
});
