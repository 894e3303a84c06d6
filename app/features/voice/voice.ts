// How an account sounds, as its person sets it: limits, what is empty, what goes to the writer. Pure.
import { type Amount, avoidedIn, emojiIn, hashtagsIn, type Tone, type Voice } from "~/ports/ai/voice";

export { amounts, type Amount, type Tone, tones } from "~/ports/ai/voice";

/** What the writer is called where no live one is set up. */
export const demoWriter = "the demo writer";

export const maxAbout = 500;
export const maxTones = 4;
export const maxAvoid = 30;
export const maxAvoidLength = 40;
export const minSamples = 3;
export const maxSamples = 10;
export const maxSampleLength = 4_000;

/** What the person chooses, as it is kept. */
export interface VoiceFields {
  on: boolean;
  about: string;
  audience: string;
  tone: Tone[];
  /** A BCP 47 tag; null: the topic's. */
  language: string | null;
  emoji: Amount;
  hashtags: Amount;
  avoid: string[];
  samples: string[];
  /** Whether what they keep and discard goes to the writer; null: they have not been asked. */
  learn: boolean | null;
}

export interface SavedVoice extends VoiceFields {
  /** 0 until it is saved once. */
  version: number;
  /** ms; null until it is saved once. */
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

/** What the writer is told; null for a voice that is off or says nothing. Fewer than three samples teach nothing yet. */
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

/** "1 of 3: the voice needs two more"; null where there are none or enough. */
export function missingSamples(count: number): string | null {
  if (count === 0 || count >= minSamples) return null;
  return `${count} of ${minSamples}: the voice needs ${minSamples - count === 1 ? "one" : "two"} more`;
}

/**
 * What is wrong with a text in this voice, as a sentence for the writer; null where nothing is. Emoji and hashtags that
 * the topic itself has are the person's own.
 */
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

function amountFault(amount: Amount, found: string[], named: ReadonlySet<string>, what: string): string | null {
  if (amount === "fits" || found.length <= (amount === "one" ? 1 : 0) || found.every((one) => named.has(one)))
    return null;
  const words = amount === "never" ? `never uses ${what}` : `uses at most one of its ${what}`;
  return `It has ${found.join(" ")}, and this author ${words}.`;
}

/** Said where nothing could be written about a topic that has one of the words itself. */
export function avoidedTopic(topic: string, voice: Voice | null): string | null {
  const avoided = avoidedIn(topic, voice?.avoid ?? []);
  return avoided === null
    ? null
    : `Your voice avoids “${avoided}”, and this topic is about it. Say it in other words, or take it off the words to avoid.`;
}
