// A bot whose model refuses, leaves gaps or wraps its posts in labels: nobody reads them before they go out.
import { describe, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { seeded } from "~tests/crash/random";
import { replies } from "~tests/support/fakes/fake-gemini";
import { botStatus, live, pass, row, setGemini, setStage, start, tweets } from "./stage";

setStage();

const gemini = setGemini("demo");

const refusal = "I'm sorry, but I can't help with that.";
const paused = (why: string) => `The bot stopped after three failed attempts: ${why}. Fix that, then start it again.`;

describe.each([
  [
    "refuses in its list",
    replies.tweets([refusal, refusal, refusal]),
    "Gemini refused this topic. Word it differently",
  ],
  ["refuses in prose", replies.text(refusal), "Gemini refused this topic. Word it differently"],
  [
    "leaves gaps and refuses",
    replies.tweets(["Meet [Your Product].", "XX% of schools book.", refusal]),
    "nothing the AI wrote could be posted",
  ],
])("a bot whose model %s", (_what, reply, why) => {
  it.each([false, true])(
    "proposes and schedules nothing, and pauses after three turns (asks first: %s)",
    async (review) => {
      gemini().always(reply);
      await start({ review });
      await live(hours(2));
      expect(gemini().calls).toHaveLength(3);
      expect(await tweets()).toEqual([]);
      expect((await row()).proposal_id).toBeNull();
      expect(await botStatus()).toEqual({ status: "paused", enabled: true, reason: paused(why) });
    },
  );
});

it("in thirty turns no refusal, gap, label or mark is put on the timeline", async () => {
  const random = seeded(41);
  const written = new Set<string>();
  const fresh = () => {
    const text = `Sail ${Array.from({ length: 5 }, () => random.below(1e9).toString(36)).join(" ")} today`;
    written.add(text);
    return text;
  };
  const faulty: ((text: string) => string)[] = [
    (text) => `[Your Product] helps with ${text}`,
    (text) => `As an AI language model, I sail ${text}`,
    (text) => `## Sailing\n\n${text}`,
    (text) => `${text} {{link}}`,
  ];
  const wraps: ((text: string, at: number) => string)[] = [
    (text, at) => `Tweet ${at + 1}: ${text}`,
    (text, at) => `${at + 1}. ${text}`,
    (text, at) => `${at + 1}/3 ${text}`,
    (text) => `- ${text}`,
    (text) => `"${text}"`,
    (text) => `**${text}**`,
    (text) => `Here's a tweet for you:\n\n${text}`,
    (text) => `${text} (88 characters)`,
    (text) => `${text}【1†source】`,
    (text) => text,
  ];
  gemini().always(() => {
    const wrap = random.pick(wraps);
    const texts = [0, 1, 2].map((at) => wrap(random.chance(0.4) ? random.pick(faulty)(fresh()) : fresh(), at));
    if (random.chance(0.2)) texts[random.below(3)] = refusal;
    return random.chance(0.5) ? replies.tweets(texts) : replies.text(`Sure!\n\n${JSON.stringify(texts)}\n\nEnjoy.`);
  });
  await start();
  for (let turns = 0; gemini().calls.length < 30 && turns < 1_000; turns += 1) {
    if ((await botStatus()).status === "paused") await start();
    await live(hours(6), hours(6));
  }
  await pass();
  const posted = (await tweets()).map(({ content }) => content);
  expect(posted.length).toBeGreaterThan(10);
  expect(posted.filter((text) => !written.has(text))).toEqual([]);
});
