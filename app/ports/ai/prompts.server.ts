// Builds Gemini's prompts from the prompts folder or the operator's own files.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "~/ground/config.server";
import type { Examples } from "./examples";
import type { PlannedPost } from "./plan";
import type { WriteTweets } from "./port";
import type { Product } from "./product";
import type { RefineTweet } from "./refine";

const wordsOf = {
  rules: ["today"],
  tweets: ["topic", "count", "search", "earlier"],
  drafts: ["topic", "count", "search", "earlier"],
  copy: ["topic", "drafts", "count"],
  thread: ["topic", "count", "thread", "search", "earlier"],
  "thread-drafts": ["topic", "count", "thread", "search", "earlier"],
  "thread-rules": [],
  mend: ["topic", "faulty", "count", "earlier"],
  refine: ["topic", "post", "wish", "faulty", "earlier"],
  search: [],
  judge: [],
  description: ["description"],
  product: ["topic", "product", "count", "earlier"],
  earlier: ["earlier"],
  plan: ["plan"],
  voice: ["voice", "samples", "learned"],
  samples: ["samples"],
  learn: ["well", "less", "kept", "edited", "discarded"],
} as const satisfies Record<string, readonly string[]>;
type Name = keyof typeof wordsOf;

/** Newer placeholders, which an operator's own file may lack. */
const optionalWordsOf: Partial<Record<Name, readonly string[]>> = {
  tweets: ["plan"],
  drafts: ["plan"],
  product: ["plan"],
};

/** Files of older versions, ignored now. learn.md replaced this one. */
const retired = ["learned"];

interface PromptInput {
  topic: string;
  count: number;
  earlier: readonly string[];
  plan?: readonly PlannedPost[] | undefined;
}

type Author = Pick<WriteTweets, "voice" | "examples">;

export interface Prompts {
  /** Rules for every call. `today` is YYYY-MM-DD. */
  rules(today: string): string;
  tweets(input: PromptInput & { webSearch: boolean }): string;
  /** First of two calls, for models that can't combine search and JSON. */
  drafts(input: PromptInput): string;
  thread(input: PromptInput & { webSearch: boolean }): string;
  threadDrafts(input: PromptInput): string;
  /** Second of two calls: copies the drafts to JSON. */
  copy(input: { topic: string; count: number; drafts: string }): string;
  mend(input: PromptInput & { faulty: readonly { text: string; fault: string }[] }): string;
  refine(input: Omit<RefineTweet, "signal">): string;
  judge(): string;
  description(text: string): string;
  product(input: Omit<PromptInput, "topic"> & { product: Product }): string;
  asAuthor(author: Author, question: string): string;
  own: string[];
  unread: string[];
}

const listFiles = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `${name}.md`).filter((file) => existsSync(join(folder, file)));

export const listOwnPrompts = (folder: string): string[] => listFiles(folder, Object.keys(wordsOf));

export const listUnreadPrompts = (folder: string): string[] => listFiles(folder, retired);

/** The module is in build/ when built, else in app/ports/ai/, so the search goes upwards. */
function builtIn(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (existsSync(join(at, "prompts", "rules.md"))) return join(at, "prompts");
    if (dirname(at) === at) throw new ConfigError(["The folder prompts/ is missing beside build/"]);
  }
}

/** Files in `ownFolder` win. Throws ConfigError, one line per file with a missing or unknown placeholder. */
export function readPrompts(ownFolder: string | null): Prompts {
  const folder = builtIn();
  const own: string[] = [];
  const faults: string[] = [];
  const texts = new Map<Name, string>();
  for (const name of Object.keys(wordsOf) as Name[]) {
    const ownFile = ownFolder === null ? null : join(ownFolder, `${name}.md`);
    const isOwn = ownFile !== null && existsSync(ownFile);
    const file = isOwn ? ownFile : join(folder, `${name}.md`);
    const text = withoutComment(readFileSync(file, "utf8"));
    texts.set(name, text);
    if (isOwn) own.push(`${name}.md`);
    faults.push(...faultsOf(text, wordsOf[name], optionalWordsOf[name]).map((fault) => `${file} ${fault}`));
  }
  if (faults.length > 0) throw new ConfigError(faults);

  const fill = (name: Name, words: Record<string, string>): string => fillIn(texts.get(name) ?? "", words);
  const learnFrom = (examples: Examples): string => {
    const lists = Object.entries(listsOf(examples));
    const empty = lists.filter(([, texts]) => texts.length === 0).map(([name]) => `{{${name}}}`);
    if (empty.length === lists.length) return "";
    const lines = (texts.get("learn") ?? "").split("\n").filter((line) => !empty.some((slot) => line.includes(slot)));
    return fillIn(lines.join("\n"), Object.fromEntries(lists.map(([name, list]) => [name, fence(list)])));
  };
  const earlierOf = ({ earlier }: Pick<PromptInput, "earlier">): string =>
    earlier.length === 0 ? "" : fill("earlier", { earlier: fence(earlier) });
  const slotsOf = (input: PromptInput) => ({
    topic: fence(input.topic),
    count: String(input.count),
    earlier: earlierOf(input),
    plan: input.plan && input.plan.length > 0 ? fill("plan", { plan: fence(input.plan) }) : "",
  });
  const threadSlotsOf = (input: PromptInput) => ({ ...slotsOf(input), thread: fill("thread-rules", {}) });

  return {
    own,
    unread: ownFolder === null ? [] : listUnreadPrompts(ownFolder),
    rules: (today) => fill("rules", { today }),
    tweets: (input) => fill("tweets", { ...slotsOf(input), search: input.webSearch ? fill("search", {}) : "" }),
    drafts: (input) => fill("drafts", { ...slotsOf(input), search: fill("search", {}) }),
    thread: (input) => fill("thread", { ...threadSlotsOf(input), search: input.webSearch ? fill("search", {}) : "" }),
    threadDrafts: (input) => fill("thread-drafts", { ...threadSlotsOf(input), search: fill("search", {}) }),
    copy: ({ topic, count, drafts }) =>
      fill("copy", { topic: fence(topic), count: String(count), drafts: fence(drafts) }),
    refine: ({ text, instruction, words, topic, earlier = [], faulty = [] }) =>
      fill("refine", {
        topic: fence(topic),
        post: fence(text),
        wish: fence({ kind: instruction, words }),
        faulty: fence(faulty.map((draft) => ({ post: draft.text, fault: draft.fault }))),
        earlier: earlierOf({ earlier }),
      }),
    judge: () => fill("judge", {}),
    description: (text) => fill("description", { description: fence(text) }),
    product: ({ product, ...ask }) =>
      fill("product", { ...slotsOf({ topic: product.summary, ...ask }), product: fence(product) }),
    // Before the question, so an operator's own files need no new placeholder.
    asAuthor: ({ voice, examples }, question) => {
      const learn = examples ? learnFrom(examples) : "";
      if (!voice) return learn === "" ? question : `${learn}\n\n${question}`;
      const { samples, ...about } = voice;
      const told = fill("voice", {
        voice: fence(about),
        samples: samples.length === 0 ? "" : fill("samples", { samples: fence(samples) }),
        learned: learn,
      });
      return `${told}\n\n${question}`;
    },
    mend: (input) => {
      const faulty = input.faulty.map(({ text, fault }) => ({ post: text, fault }));
      return fill("mend", { ...slotsOf(input), faulty: fence(faulty) });
    },
  };
}

const word = /{{(\w+)}}/g;

/** A function and a single pass, so inserted text is never expanded. */
const fillIn = (text: string, words: Record<string, string>): string =>
  text.replace(word, (_, key: string) => words[key] ?? "");

const listsOf = ({ well, less, kept, edited, discarded }: Examples): Record<string, readonly unknown[]> => ({
  well,
  less,
  kept,
  edited: edited.map(({ before, after }) => ({ before, after })),
  discarded,
});

function faultsOf(text: string, needed: readonly string[], optional: readonly string[] = []): string[] {
  const slots = new Set([...text.matchAll(word)].map(([, key]) => key ?? ""));
  const missing = needed.filter((slot) => !slots.has(slot)).map((slot) => `lacks {{${slot}}}`);
  const strange = [...slots]
    .filter((slot) => !needed.includes(slot) && !optional.includes(slot))
    .map((slot) => `has {{${slot}}}, which nothing fills`);
  return [...missing, ...strange];
}

const withoutComment = (text: string): string => text.replace(/^\s*<!--[\s\S]*?-->/, "").trim();

/** JSON keeps outside text quoted and on one line. */
const fence = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u2028\u2029\u0085]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
