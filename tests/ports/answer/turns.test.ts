// Ten thousand answers as a bot may get them, refused, unfinished and wrapped by chance: what is left over is what was meant.
import { expect, it } from "vitest";
import { formFault } from "~/ports/ai/answer/form-fault";
import { faultsOf } from "~/ports/ai/live/faults";
import { readingWith } from "~/ports/ai/live/reading";
import { WriterError } from "~/ports/ai/port";
import { seeded } from "~tests/crash/random";

const { tweets: readTweets } = readingWith(faultsOf("gemini"));
const random = seeded(7);
const words = "night train baker map window rain list quiet early harbour ticket letter lamp bridge".split(" ");
const sentence = () => `The ${Array.from({ length: 4 + random.below(8) }, () => random.pick(words)).join(" ")}.`;

const refusals = [
  "I'm sorry, but I can't help with that.",
  "Sorry, I cannot write tweets about this topic.",
  "No puedo cumplir con esta solicitud.",
];
const faulty: ((text: string) => string)[] = [
  (text) => `${text} Try [Your Product] today.`,
  (text) => `${text} Read on at [insert link].`,
  (text) => `As an AI language model, I think: ${text}`,
  (text) => `## Trains\n\n${text}`,
  (text) => `${text} Save XX% now.`,
  (text) => `${text}\n\nLet me know if you'd like more options!`,
];
const wraps: ((text: string, at: number) => string)[] = [
  (text, at) => `Tweet ${at + 1}: ${text}`,
  (text, at) => `**Option ${at + 1}:** ${text}`,
  (text, at) => `${at + 1}. ${text}`,
  (text, at) => `${at + 1}/3 ${text}`,
  (text) => `- ${text}`,
  (text) => `"${text}"`,
  (text) => `“**${text}**”`,
  (text) => `Here's a tweet for you:\n\n${text}`,
  (text) => `${text} (88 characters)`,
  (text) => `${text} [cite: 2]`,
  (text) => text,
];
const frames: ((texts: string[]) => string)[] = [
  (tweets) => JSON.stringify({ tweets }),
  (posts) => `Sure!\n\n\`\`\`json\n${JSON.stringify({ posts })}\n\`\`\`\nEnjoy.`,
  (texts) => texts.map((text) => JSON.stringify({ text })).join("\n"),
  (texts) => `<think>["no"]</think>${JSON.stringify(texts).replace(/\]$/, ",]")}`,
];

it("no refusal, gap, label or mark of ten thousand answers is left for a bot to post", () => {
  let kept = 0;
  for (let turn = 0; turn < 10_000; turn += 1) {
    const meant = new Set<string>();
    const wrap = random.pick(wraps);
    const texts = [0, 1, 2].map((at) => {
      const text = sentence();
      if (random.chance(0.3)) return wrap(random.pick(faulty)(text), at);
      meant.add(text);
      return wrap(text, at);
    });
    const refused = random.chance(0.2);
    if (refused) texts[random.below(3)] = random.pick(refusals);
    const answer = random.chance(0.05) ? random.pick(refusals) : random.pick(frames)(texts);
    try {
      const good = readTweets(answer, "trains").filter((text) => formFault(text, "trains") === null);
      expect(good.filter((text) => !meant.has(text))).toEqual([]);
      if (!refused) expect(good).toHaveLength(meant.size);
      kept += good.length;
    } catch (error) {
      if (!(error instanceof WriterError)) throw error;
      expect(refusals).toContain(answer);
      expect(error.reason).toBe("blocked");
    }
  }
  expect(kept).toBeGreaterThan(15_000);
});
