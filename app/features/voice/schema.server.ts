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
      error: `${noun}: up to ${maxAbout} characters`,
      params: tooLong,
    })
    .default("")
    .meta({ override: { type: "string", maxLength: maxAbout, default: "" } });

const amount = (noun: string) =>
  z
    .enum(amounts, `${noun} is one of never, one, fits`)
    .default("fits")
    .meta({ description: "`one`: up to one in a tweet; `fits`: as it fits the text" });

const tone = z
  .array(z.enum(tones, `Each tone must be one of ${tones.join(", ")}`), "tone must be a list")
  .max(maxTones, "Up to four tones. Remove one first.")
  .transform((list) => [...new Set(list)])
  .default([])
  .meta({ override: { type: "array", items: { type: "string", enum: [...tones] }, maxItems: maxTones, default: [] } });

const language = z
  .string("language must be a language's tag, as de or pt-BR")
  .trim()
  .refine((tag) => canonicalTag(tag) !== null, "Unknown language tag. Use one such as de or pt-BR.")
  .transform(canonicalTag)
  .nullable()
  .default(null)
  .meta({ override: { type: ["string", "null"], default: null, description: "A BCP 47 tag; null: the topic's" } });

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
        message: `“${shown}” is too long: at most ${maxAvoidLength} characters`,
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
      description: "No tweet with one of these words is kept, in upper or lower case",
    },
  });

const samples = z
  .array(z.string("A sample must be text").trim(), "samples must be a list")
  .transform((texts) => texts.filter((text) => text !== ""))
  .superRefine((texts, { addIssue }) => {
    if (texts.length > maxSamples)
      addIssue({
        code: "custom",
        message: `At most ${maxSamples} samples: these are ${texts.length}`,
        params: tooLong,
      });
    for (const [at, text] of texts.entries()) {
      const length = lengthOf(text);
      if (length <= maxSampleLength) continue;
      const message = `Sample ${at + 1} is too long: ${thousands(length)} characters of ${thousands(maxSampleLength)}`;
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
      description: "3 to 10 teach the AI. 1 or 2 are kept, but not sent yet",
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
    .meta({ description: "null: not asked yet, so that the page still offers it" }),
};

export const voiceSchema = z.object(voiceFields) satisfies z.ZodType<VoiceFields>;

export const samplesSchema = z.object({ samples });
