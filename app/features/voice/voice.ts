// A voice's fields and limits, and checks of texts against it. Pure.
import { type Amount, avoidedIn, emojiIn, hashtagsIn, type Tone, type Voice } from "~/ports/ai/voice";

export { amounts, type Amount, type Tone, tones } from "~/ports/ai/voice";

export { demoWriter } from "~/ports/ai/writer-words";

export const maxAbout = 500;
export const maxTones = 4;
export const maxAvoid = 30;
export const maxAvoidLength = 40;
export const minSamples = 3;
export const maxSamples = 10;
export const maxSampleLength = 4_000;

export interface VoiceFields {
  on: boolean;
  about: string;
  audience: string;
  tone: Tone[];
  language: string | null;
  emoji: Amount;
  hashtags: Amount;
  avoid: string[];
  samples: string[];
  /** Null if the user hasn't been asked. */
  learn: boolean | null;
}

export interface SavedVoice extends VoiceFields {
  version: number;
  /** ms; null until first saved. */
  updatedAt: number | null;
}

export const unsaved: SavedVoice = {
  version: 0,
  updatedAt: null,
  on: false,
  about: "",
  audience: "",
  tone: [],
  language: null,
  emoji: "fits",
  hashtags: "fits",
  avoid: [],
  samples: [],
  learn: null,
};

/** Null if the voice is off or empty. Fewer than three samples are not sent. */
export function instructionsOf(fields: VoiceFields): Voice | null {
  const { on, about, audience, tone, language, emoji, hashtags, avoid } = fields;
  const samples = fields.samples.length < minSamples ? [] : fields.samples;
  const voice: Voice = { about, audience, tone, language, emoji, hashtags, avoid, samples };
  return on && !isEmpty(voice, fields.learn === true) ? voice : null;
}

const isEmpty = (voice: Voice, learns: boolean): boolean =>
  !learns &&
  voice.about === "" &&
  voice.audience === "" &&
  voice.tone.length + voice.avoid.length + voice.samples.length === 0 &&
  voice.language === null &&
  voice.emoji === "fits" &&
  voice.hashtags === "fits";

export function missingSamples(count: number): string | null {
  if (count === 0 || count >= minSamples) return null;
  return `Add ${minSamples - count} more, because the AI needs at least ${minSamples} samples`;
}

/** Emoji and hashtags of the topic are allowed. */
export function voiceFaultOf(text: string, voice: Voice | null, topic = ""): string | null {
  if (voice === null) return null;
  const avoided = avoidedIn(text, voice.avoid);
  if (avoided !== null) return `It has “${avoided}”, which this author never uses.`;
  const named = { emoji: new Set(emojiIn(topic)), hashtags: new Set(hashtagsIn(topic)) };
  const [emoji, hashtags] = [emojiIn(text), hashtagsIn(text)];
  return (
    amountFault(voice.emoji, emoji, named.emoji, "emoji") ??
    amountFault(voice.hashtags, hashtags, named.hashtags, "hashtags")
  );
}

function amountFault(amount: Amount, found: string[], named: ReadonlySet<string>, noun: string): string | null {
  if (amount === "fits" || found.length <= (amount === "one" ? 1 : 0) || found.every((text) => named.has(text)))
    return null;
  const words = amount === "never" ? `never uses ${noun}` : `uses at most one of its ${noun}`;
  return `It has ${found.join(" ")}, and this author ${words}.`;
}

export function avoidedTopic(topic: string, voice: Voice | null): string | null {
  const avoided = avoidedIn(topic, voice?.avoid ?? []);
  return avoided === null
    ? null
    : `Your voice avoids “${avoided}”, and this topic is about it. Reword the topic, or remove it from your words to avoid.`;
}
