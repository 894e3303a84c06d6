// Converts a voice between its form's values and its fields. Pure, for server and browser.
import { type Amount, amounts, maxSamples, type SavedVoice, type Tone, tones } from "./voice";

export interface TypedVoice {
  on: boolean;
  about: string;
  audience: string;
  tone: Tone[];
  language: string;
  emoji: Amount;
  hashtags: Amount;
  avoid: string;
  samples: string[];
  learn: boolean;
  topic: string;
  posts: string[];
  picked: string[];
  before: string;
  after: string;
  fault: string;
}

export const sampleName = (at: number): string => `sample-${at}`;
export const postName = (at: number): string => `post-${at}`;
export const pickName = (at: number): string => `pick-${at}`;
export const toneName = (tone: Tone): string => `tone-${tone}`;

type Values = Readonly<Record<string, string>>;

const maxPosts = 100;
const listed = (values: Values, name: (at: number) => string, max: number): string[] =>
  Array.from({ length: max }, (_, at) => values[name(at)] ?? "");
const amountOf = (value: string | undefined): Amount => amounts.find((amount) => amount === value) ?? "fits";

/** Unticked boxes are missing from the values. */
export function readTyped(values: Values): TypedVoice {
  const posts = listed(values, postName, maxPosts);
  return {
    on: values["on"] === "on",
    about: values["about"] ?? "",
    audience: values["audience"] ?? "",
    tone: tones.filter((tone) => toneName(tone) in values),
    language: values["language"] ?? "",
    emoji: amountOf(values["emoji"]),
    hashtags: amountOf(values["hashtags"]),
    avoid: values["avoid"] ?? "",
    // Reads one more than allowed, so that the schema reports it.
    samples: listed(values, sampleName, maxSamples + 1).filter((text) => text.trim() !== ""),
    learn: values["learn"] === "on",
    topic: values["topic"] ?? "",
    posts: posts.filter((text) => text !== ""),
    picked: posts.filter((text, at) => text !== "" && pickName(at) in values),
    before: values["before"] ?? "",
    after: values["after"] ?? "",
    fault: values["fault"] ?? "",
  };
}

export function toValues(voice: TypedVoice): Record<string, string> {
  const { on, tone, samples, posts, picked, learn, ...texts } = voice;
  const named = (list: readonly string[], name: (at: number) => string) => list.map((text, at) => [name(at), text]);
  return {
    ...texts,
    ...(on && { on: "on" }),
    ...(learn && { learn: "on" }),
    ...Object.fromEntries(tone.map((trait) => [toneName(trait), "on"])),
    ...(Object.fromEntries([...named(samples, sampleName), ...named(posts, postName)]) as Record<string, string>),
    ...Object.fromEntries(posts.flatMap((text, at) => (picked.includes(text) ? [[pickName(at), "on"]] : []))),
  };
}

/** The first save switches the voice on. */
export const typedOf = (saved: SavedVoice): TypedVoice => ({
  on: saved.on || saved.version === 0,
  about: saved.about,
  audience: saved.audience,
  tone: saved.tone,
  language: saved.language ?? "",
  emoji: saved.emoji,
  hashtags: saved.hashtags,
  avoid: saved.avoid.join(", "),
  samples: saved.samples,
  learn: saved.learn === true,
  topic: "",
  posts: [],
  picked: [],
  before: "",
  after: "",
  fault: "",
});

export const withPicked = ({ samples, picked }: TypedVoice): string[] => [
  ...new Set([...samples.map((text) => text.trim()), ...picked]),
];

export const toFields = (voice: TypedVoice) => ({
  on: voice.on,
  about: voice.about,
  audience: voice.audience,
  tone: voice.tone,
  language: voice.language || null,
  emoji: voice.emoji,
  hashtags: voice.hashtags,
  avoid: voice.avoid.split(/[,，、،\n]/).filter((word) => word.trim() !== ""),
  samples: withPicked(voice),
  learn: voice.learn,
});
