// Schema of a voice, for the form and the API. Lengths are in code points.
import { z } from "zod";
import { canBeAvoided } from "~/ports/ai/voice";
import {
  amounts,
  maxAbout,
  maxAvoid,
  maxAvoidLength,
  maxSampleLength,
  maxSamples,
  maxTones,
  tones,
  type VoiceFields,
} from "./voice";

const lengthOf = (text: string): number => [...text].length;
const thousands = (count: number): string => count.toLocaleString("en-US");
const tooLong = { type: "too_long" };

const line = (noun: string) =>
  z
    .string(`${noun} must be text`)
    .trim()
    .refine((text) => lengthOf(text) <= maxAbout, {
      error: `${noun} can have up to ${maxAbout} characters`,
      params: tooLong,
    })
    .default("")
    .meta({ override: { type: "string", maxLength: maxAbout, default: "" } });

const amount = (noun: string) =>
  z
    .enum(amounts, `${noun} must be one of never, one, fits`)
    .default("fits")
    .meta({ description: "`one`: up to one per tweet; `fits`: when it fits the text" });

const tone = z
  .array(z.enum(tones, `Each tone must be one of ${tones.join(", ")}`), "tone must be a list")
  .max(maxTones, "Up to four tones. Remove one first.")
  .transform((list) => [...new Set(list)])
  .default([])
  .meta({ override: { type: "array", items: { type: "string", enum: [...tones] }, maxItems: maxTones, default: [] } });

const language = z
  .string("language must be a language tag, such as de or pt-BR")
  .trim()
  .refine((tag) => canonicalTag(tag) !== null, "Unknown language tag. Use one such as de or pt-BR.")
  .transform(canonicalTag)
  .nullable()
  .default(null)
  .meta({
    override: { type: ["string", "null"], default: null, description: "A BCP 47 tag. Null: the topic's language" },
  });

function canonicalTag(tag: string): string | null {
  try {
    return tag.length <= 35 ? (Intl.getCanonicalLocales(tag)[0] ?? null) : null;
  } catch {
    return null;
  }
}

const avoid = z
  .array(z.string("A word to avoid must be text").trim(), "avoid must be a list")
  .max(maxAvoid, `Up to ${maxAvoid} words to avoid.`)
  .transform((words) => [...new Set(words.filter(canBeAvoided))])
  .superRefine((words, { addIssue }) => {
    const long = words.find((word) => lengthOf(word) > maxAvoidLength);
    if (long !== undefined) {
      const shown = `${[...long].slice(0, 20).join("")}…`;
      addIssue({
        code: "custom",
        message: `“${shown}” is too long. The limit is ${maxAvoidLength} characters.`,
        params: tooLong,
      });
    }
  })
  .default([])
  .meta({
    override: {
      type: "array",
      items: { type: "string", maxLength: maxAvoidLength },
      maxItems: maxAvoid,
      default: [],
      description: "Drafts with one of these words are dropped, in upper or lower case",
    },
  });

const samples = z
  .array(z.string("A sample must be text").trim(), "samples must be a list")
  .transform((texts) => texts.filter((text) => text !== ""))
  .superRefine((texts, { addIssue }) => {
    if (texts.length > maxSamples)
      addIssue({
        code: "custom",
        message: `You have ${texts.length} samples. The limit is ${maxSamples}.`,
        params: tooLong,
      });
    for (const [at, text] of texts.entries()) {
      const length = lengthOf(text);
      if (length <= maxSampleLength) continue;
      const message = `Sample ${at + 1} has ${thousands(length)} characters. The limit is ${thousands(maxSampleLength)}.`;
      addIssue({ code: "custom", path: [at], message, params: tooLong });
    }
  })
  .default([])
  .meta({
    override: {
      type: "array",
      items: { type: "string", maxLength: maxSampleLength },
      maxItems: maxSamples,
      default: [],
      description:
        "The AI learns from 3 to 10 samples. If there are only 1 or 2, Linnet keeps them but doesn't send them",
    },
  });

export const voiceFields = {
  on: z.boolean("on must be true or false").default(true),
  about: line("About you"),
  audience: line("Your audience"),
  tone,
  language,
  emoji: amount("emoji"),
  hashtags: amount("hashtags"),
  avoid,
  samples,
  learn: z
    .boolean("learn must be true or false")
    .nullable()
    .default(null)
    .meta({ description: "Null: the user hasn't been asked yet, so the page still offers it" }),
};

export const voiceSchema = z.object(voiceFields) satisfies z.ZodType<VoiceFields>;

export const samplesSchema = z.object({ samples });
