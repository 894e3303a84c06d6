// The prompts are files: the shipped ones are whole, the operator's own win, and a broken one stops the start.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConfigError } from "~/ground/config.server";
import { listOwnPrompts, readPrompts } from "~/ports/ai/prompts.server";
import type { Voice } from "~/ports/ai/voice";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "linnet-prompts-")), "prompts");
  mkdirSync(folder);
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

const own = (name: string, text: string) => writeFileSync(join(folder, name), text);
const ask = { topic: "cats {{count}}", count: 5, earlier: [], webSearch: true };

it("the shipped ones need no folder of one's own, and keep their comments to themselves", () => {
  const prompts = readPrompts(join(folder, "not there"));
  expect(prompts.own).toEqual([]);
  expect(prompts.rules("2026-11-20")).toContain("Today is 2026-11-20.");
  const faulty = [{ text: "a", fault: "b" }];
  for (const text of [
    prompts.rules("2026-11-20"),
    prompts.tweets(ask),
    prompts.drafts(ask),
    prompts.thread(ask),
    prompts.threadDrafts(ask),
    prompts.copy({ topic: "a", count: 5, drafts: "b" }),
    prompts.mend({ ...ask, faulty }),
    prompts.judge(),
    prompts.description("a"),
    prompts.product({ ...ask, product: { description: "a", summary: "b", tags: [] } }),
  ])
    expect(text).not.toMatch(/<!--|-->/);
});

it("what is filled in is not filled in again, and stays on its line", () => {
  const text = readPrompts(null).tweets({ ...ask, earlier: ["one\ntwo {{topic}}", "three\u2028four"] });
  expect(text).toContain('topic = "cats {{count}}"');
  expect(text).toContain('earlier = ["one\\ntwo {{topic}}","three\\u2028four"]');
  expect(text).toContain("Search the web first");
});

it("one's own file wins, alone", () => {
  own("rules.md", "<!-- mine -->\nBe a pirate. {{today}}\n");
  const prompts = readPrompts(folder);
  expect(prompts.own).toEqual(["rules.md"]);
  expect(prompts.rules("today")).toBe("Be a pirate. today");
  expect(prompts.tweets(ask)).toContain("Answer with JSON only");
});

it("one's own questions from before there were plans go on without one", () => {
  own("tweets.md", "{{earlier}}{{search}}{{topic}} {{count}}");
  own("product.md", "{{topic}} {{product}} {{count}} {{earlier}} {{plan}}");
  const prompts = readPrompts(folder);
  const plan = [{ form: "scene", length: "long" }] as const;
  expect(prompts.tweets({ ...ask, webSearch: false, plan })).toBe('"cats {{count}}" 5');
  const product = { description: "a", summary: "b", tags: [] };
  expect(prompts.product({ ...ask, product, plan })).toContain('plan = [{"form":"scene","length":"long"}]');
  expect(prompts.drafts({ ...ask, plan })).toContain("plan = ");
});

it("one that lacks a word or has a strange one stops the start, each with its line", () => {
  own("tweets.md", "{{topic}} {{count}} {{earlier}}");
  own("search.md", "{{when}}");
  const faults = (() => {
    try {
      readPrompts(folder);
    } catch (error) {
      if (error instanceof ConfigError) return error.faults;
    }
    return [];
  })();
  expect(faults).toEqual([
    `${join(folder, "tweets.md")} lacks {{search}}`,
    `${join(folder, "search.md")} has {{when}}, which nothing fills`,
  ]);
});

it("a copy of learned.md, which former versions read, stops no start and is told apart", () => {
  own("learned.md", "kept = {{kept}} and {{nothing}}");
  const prompts = readPrompts(folder);
  expect(prompts.own).toEqual([]);
  expect(prompts.unread).toEqual(["learned.md"]);
  expect(listOwnPrompts(folder)).toEqual([]);
  expect(readPrompts(null).unread).toEqual([]);
});

it("one's own rules of a thread stand in both its questions", () => {
  own("thread-rules.md", "Rhyme.");
  const prompts = readPrompts(folder);
  for (const text of [prompts.thread(ask), prompts.threadDrafts(ask)]) {
    expect(text).toContain("Write one thread of 5 posts on this topic.\nRhyme.\n");
    expect(text).not.toContain("stands alone");
  }
});

it("one's own voice.md goes on as it is, and one's own learn.md says the lists its own way", () => {
  own("voice.md", "{{voice}} {{samples}} {{learned}}");
  own("learn.md", "Best: {{well}}\nWorst: {{less}} {{kept}}\nEdits: {{edited}}\nGone: {{discarded}}\nLearn.");
  const nothing = { audience: "", tone: [], language: null, avoid: [], samples: [] };
  const voice: Voice = { ...nothing, about: "me", emoji: "fits", hashtags: "fits" };
  const examples = { well: ["a"], less: [], kept: ["b"], edited: [], discarded: ["c"] };
  const text = readPrompts(folder).asAuthor({ voice, examples }, "Write.");
  expect(text.slice(text.indexOf("Best"))).toBe('Best: ["a"]\nGone: ["c"]\nLearn.\n\nWrite.');
});
