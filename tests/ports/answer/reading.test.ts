// The live writer over a wire: what can be read of an answer costs one call, and what is wrapped round a post comes off.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { createLog } from "~/ground/telemetry/log.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import { type FakeGemini, judgementOf, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { ask, askThread, failureOf } from "../ai.contract";
import { five, readForms, unreadForms } from "./answer-forms";

let fake: FakeGemini;
beforeEach(async () => {
  fake = await startFakeGemini();
});
afterEach(() => fake.close());

const log = createLog({ logLevel: "silent" });
const gemini = (model = "gemini-3.5-flash-lite") =>
  createGemini({ apiKey: "test-key", model, log, clock: systemClock, baseUrl: fake.origin });
const { signal } = new AbortController();

describe("an answer", () => {
  it.each(Object.entries(readForms))("is read by one call: %s", async (_form, answer) => {
    fake.next(replies.text(answer));
    expect((await gemini().writeTweets(ask())).texts).toEqual(five);
    expect(fake.calls).toHaveLength(1);
  });

  it.each(Object.entries(unreadForms))("is asked for once more: %s", async (_form, answer) => {
    fake.next(replies.text(answer));
    await gemini().writeTweets(ask());
    expect(fake.calls).toHaveLength(2);
  });
});

const description = "A page for sailing schools";
const judged = judgementOf(description);
const json = JSON.stringify(judged);

it.each([
  ["in prose and a fence", `Here you are:\n\`\`\`json\n${json}\n\`\`\`\nGood luck!`],
  ["after another object", `{"summary": "no"}\n${json}`],
  ["with trailing commas", json.replace(/\}$/, ",}")],
])("a judgement is read by one call: %s", async (_form, answer) => {
  fake.next(replies.text(answer));
  expect(await gemini().analyse({ description, signal })).toMatchObject(judged);
  expect(fake.calls).toHaveLength(1);
});

describe("every verb gives bare texts", () => {
  const wrapped = five.map((text, at) => `**Post ${at + 1}:** ${text}`);

  it("tweets, mended ones too, in one call or in two", async () => {
    fake.always(replies.tweets(wrapped));
    const faulty = [{ text: "a", fault: "b" }];
    for (const more of [{}, { faulty }, { webSearch: true }])
      expect((await gemini().writeTweets(ask(more))).texts).toEqual(five);
    fake.next(replies.text("drafts"));
    expect((await gemini("gemini-2.5-flash").writeTweets(ask({ webSearch: true }))).texts).toEqual(five);
  });

  it("a thread, whose numbers go too", async () => {
    const parts = five.slice(0, 4);
    fake.next(replies.text(JSON.stringify({ parts: parts.map((part, at) => `${at + 1}/4 ${part}`) })));
    expect((await gemini().writeThread(askThread())).texts).toEqual(parts);
  });

  it("a product's tweets and other words for a tweet, where what the person said is theirs", async () => {
    fake.always(replies.tweets([`"Fish &amp; [chips](https://chips.example/a)"`]));
    const product = { description: "chips.example", summary: "Chips", tags: [] };
    expect((await gemini().writeForProduct({ product, avoid: [], count: 1, signal })).texts).toEqual([
      "Fish & chips https://chips.example/a",
    ]);
    const refine = { instruction: "bolder", words: null, topic: "", signal } as const;
    expect((await gemini().refine({ ...refine, text: "Fish &amp; chips" })).texts).toEqual(["Fish &amp; chips"]);
  });
});

describe("an answer that only refuses", () => {
  const no = "I'm sorry, but I can't help with that.";

  it.each([
    ["in prose", replies.text(no)],
    ["as the one text of its list", replies.tweets([no])],
    ["as each of them", replies.tweets([no, "I cannot fulfill this request.", no])],
    ["under a name of its own", replies.text(JSON.stringify({ error: no }))],
  ])("is told as blocked, and asked for no second time: %s", async (_form, reply) => {
    fake.always(reply);
    const { reason, message, more } = await failureOf(gemini().writeTweets(ask()));
    expect([reason, message]).toEqual(["blocked", "Gemini refused this topic. Word it differently."]);
    expect(more.spent).toMatchObject({ inputTokens: 100, outputTokens: 47 });
    expect(fake.calls).toHaveLength(1);
  });

  it("is a post where the topic is about just that", async () => {
    fake.next(replies.tweets([no]));
    expect((await gemini().writeTweets(ask({ topic: `bots that say "${no}"` }))).texts).toEqual([no]);
  });
});
