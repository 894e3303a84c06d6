// The live writer over a server of chat completions: what is kept of a cut answer, and what a small context leaves out.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lastsOf } from "~/features/generation/batch";
import { createLog } from "~/ground/telemetry/log.server";
import { systemClock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { createCompatible } from "~/ports/ai/compatible/provider.server";
import { fitted, tokensIn } from "~/ports/ai/live/budget";
import { createLive } from "~/ports/ai/live/writer.server";
import { readPrompts } from "~/ports/ai/prompts.server";
import type { Voice } from "~/ports/ai/voice";
import { type FakeOpenAi, startFakeOpenAi } from "~tests/support/fakes/fake-openai";
import { ask, askThread, failureOf } from "../ai.contract";
import { settingsOf } from "./asking";

const means = { clock: systemClock, log: createLog({ logLevel: "silent" }), prompts: readPrompts(null) };

let fake: FakeOpenAi;
beforeEach(async () => void (fake = await startFakeOpenAi("ollama")));
afterEach(() => fake.close());

const writer = (more: Parameters<typeof settingsOf>[1] = {}) =>
  createLive(createCompatible(settingsOf(fake.baseUrl, more), means), means);
const cutAt = (count: number) => ({
  text: JSON.stringify({ tweets: Array.from({ length: count + 1 }, (_, n) => `Tweet ${n + 1} of trains`) }).slice(
    0,
    -8,
  ),
  finish: "length",
});

describe("an answer that was cut off", () => {
  it("keeps three finished tweets or more, and says so", async () => {
    fake.next(cutAt(3));
    const written = await writer().writeTweets(ask());
    expect(written.texts).toEqual(["Tweet 1 of trains", "Tweet 2 of trains", "Tweet 3 of trains"]);
    expect(written.cut).toBe(true);
    expect(fake.calls).toHaveLength(1);
  });

  it("is no batch with two, and never a thread", async () => {
    fake.always(cutAt(2));
    expect((await failureOf(writer().writeTweets(ask()))).reason).toBe("cut");
    fake.always(cutAt(3));
    expect((await failureOf(writer().writeThread(askThread()))).reason).toBe("cut");
  });
});

describe("a small context", () => {
  const promptAt = (at: number) => JSON.stringify(fake.calls[at]?.body.messages);
  const earlier = Array.from({ length: 10 }, (_, n) => `Earlier post ${n} ${"about night trains ".repeat(12)}`);

  it("leaves out earlier posts from the oldest, and never the topic", async () => {
    await writer().writeTweets(ask({ earlier }));
    await writer({ contextTokens: 2_048 }).writeTweets(ask({ earlier }));
    const [whole, fit] = [promptAt(0), promptAt(1)];
    for (const text of earlier) expect(whole).toContain(text);
    expect(fit).toContain("slow travel by train");
    const kept = earlier.filter((text) => fit.includes(text));
    expect(kept.length).toBeLessThan(10);
    expect(kept).toEqual(earlier.slice(0, kept.length));
  });

  const voice: Voice = {
    ...{ about: "", audience: "", tone: [], language: null, emoji: "fits", hashtags: "fits", avoid: [] },
    samples: Array.from({ length: 5 }, (_, n) => `${n}`.repeat(600)),
  };
  const examples = { well: ["w".repeat(200)], less: [], kept: [], edited: [], discarded: [] };
  const whole = { topic: "trains", earlier: ["e".repeat(400), "f".repeat(400)], examples, voice };
  const textOf = (question: object) => JSON.stringify(question);
  const fit = (tokens: number) => fitted<Partial<typeof whole>>(whole, { contextTokens: 1_000 + tokens, textOf });

  it("leaves out in this order: earlier posts, examples, samples beyond three, the rest of long ones", () => {
    const full = tokensIn(textOf(whole));
    expect(fitted(whole, { contextTokens: null, textOf })).toBe(whole);
    expect(fit(full)).toEqual(whole);
    expect(fit(full - 1)).toEqual({ ...whole, earlier: ["e".repeat(400)] });
    const bare = { ...whole, earlier: [] };
    expect(fit(tokensIn(textOf(bare)))).toEqual(bare);
    const unlearned = { ...bare, examples: undefined };
    expect(fit(tokensIn(textOf(bare)) - 1)).toEqual(unlearned);
    expect(fit(tokensIn(textOf(unlearned)) - 1).voice?.samples).toEqual(voice.samples.slice(0, 3));
    expect(fit(0).voice?.samples).toEqual(voice.samples.slice(0, 3).map((sample) => sample.slice(0, 400)));
    expect(fit(0).topic).toBe("trains");
  });

  it("counts a character of another script as a token", () => {
    expect([tokensIn("four"), tokensIn("猫カフェ"), tokensIn("")]).toEqual([1, 4, 0]);
  });
});

it("a task lasts 80 seconds, or 20 more than a slow model may take", () => {
  expect(lastsOf({ limitMs: 0 })).toBe(seconds(80));
  expect(lastsOf(writer())).toBe(seconds(80));
  expect(lastsOf(writer({ timeoutMs: seconds(300) }))).toBe(seconds(320));
});
