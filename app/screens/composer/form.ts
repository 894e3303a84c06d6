// Reads what a composer's form contains, and does what its buttons do to it. Pure, used on both sides.
import type { PictureChoice } from "~/features/media/media";
import { maxParts } from "~/features/threads/thread";
import { asTyped } from "~/features/tweets/tweet";
import { maxPictures } from "~/ports/network/port";

export const times = ["random", "slot", "exact", "keep"] as const;
export type Time = (typeof times)[number];

export interface ComposedImage extends PictureChoice {
  altText: string;
  madeWithAi: boolean;
}

export interface ComposedText {
  /** Stays with the part when it moves. */
  key: string;
  text: string;
  images: ComposedImage[];
}

export interface ComposerForm {
  /** User that opened the form. */
  userId: string | null;
  tweetId: number | null;
  /** Random id of the form, so that it is done once. */
  once: string;
  /** Hash of the parts as the user saw them; null: a new tweet. */
  seen: string | null;
  /** Whether no answer to the form arrived. */
  isAnswerLost: boolean;
  wasScheduled: boolean;
  /** The network's id of the account; null: the default. */
  account: string | null;
  /** Null: none was chosen. */
  time: Time | null;
  day: string;
  slot: string;
  moment: string;
  /** The page to return to. */
  back: string;
  parts: ComposedText[];
}

export const fixedText = "Posted. Can’t be edited.";

/** Whether another user opened the form. */
export const isFormOfOther = ({ userId }: Pick<ComposerForm, "userId">, signedIn: string): boolean =>
  userId !== null && userId !== signedIn;

/** Values of the form's submit buttons. */
export const saves = ["schedule", "schedule-anyway", "draft", "add-images", "now"] as const;
export type Save = (typeof saves)[number];

const others = ["add-part", "count", "use-current", "keep-mine", "make-new"] as const;
const plain = [...saves, ...others];

export type Command =
  | { do: Save | (typeof others)[number] }
  | { do: "remove-part" | "split"; part: number }
  | { do: "move-part"; part: number; by: -1 | 1 }
  | { do: "remove-image"; part: number; image: number };

/** "move-part:2:up" moves the second part. Null: no button's value. */
export function commandOf(value: string): Command | null {
  const [name, first, second] = value.split(":");
  const known = plain.find((button) => button === name);
  if (known) return { do: known };
  const part = Number(first) - 1;
  if (!Number.isSafeInteger(part) || part < 0 || part >= maxParts) return null;
  if (name === "remove-part" || name === "split") return { do: name, part };
  if (name === "move-part" && (second === "up" || second === "down"))
    return { do: name, part, by: second === "up" ? -1 : 1 };
  const image = Number(second) - 1;
  if (name === "remove-image" && image >= 0 && image < maxPictures) return { do: name, part, image };
  return null;
}

type Get = (name: string) => string | null;

/** `get` gives a field's text; null: the form has no such field. */
export function readForm(get: Get): ComposerForm {
  const text = (name: string) => get(name) ?? "";
  const tweetId = /^\d{1,15}$/.test(text("tweet")) ? Number(text("tweet")) : null;
  return {
    userId: text("user") || null,
    tweetId,
    once: text("once"),
    seen: text("seen") || null,
    isAnswerLost: text("unanswered") !== "",
    wasScheduled: text("state") === "scheduled",
    account: text("account") || null,
    time: times.find((time) => time === get("when")) ?? null,
    day: text("day"),
    slot: text("slot"),
    moment: text("moment"),
    back: text("back"),
    parts: readParts(get),
  };
}

function readParts(get: Get): ComposedText[] {
  const numbers = Array.from({ length: maxParts }, (_, n) => n + 1).filter((n) => get(`part_${n}`) !== null);
  const parts = numbers.map((n) => ({
    key: get(`key_${n}`) ?? `p${n}`,
    text: asTyped(get(`part_${n}`) ?? ""),
    images: readImages(get, n),
  }));
  return parts.length > 0 ? parts : [emptyPart([])];
}

const readImages = (get: Get, n: number): ComposedImage[] =>
  [1, 2, 3, 4].flatMap((m) => {
    const mediaId = get(`media_${n}_${m}`);
    if (!mediaId) return [];
    return [{ mediaId, altText: asTyped(get(`alt_${n}_${m}`) ?? ""), madeWithAi: get(`ai_${n}_${m}`) !== null }];
  });

/** With a key that no other part has. */
export function emptyPart(others: readonly ComposedText[], text = ""): ComposedText {
  const last = Math.max(0, ...others.map(({ key }) => Number(/^p(\d{1,6})$/.exec(key)?.[1] ?? 0)));
  return { key: `p${last + 1}`, text, images: [] };
}

/** The parts after a button that saves nothing. `fixed`: the first parts that can no longer change. */
export function changeParts(parts: readonly ComposedText[], command: Command, fixed = 0): ComposedText[] {
  if (command.do === "add-part" && parts.length < maxParts) return [...parts, emptyPart(parts)];
  if (!("part" in command) || command.part < fixed || command.part >= parts.length) return [...parts];
  switch (command.do) {
    case "remove-part":
      return parts.length === 1 ? [...parts] : parts.filter((_, n) => n !== command.part);
    case "move-part":
      return swap(parts, command.part, command.part + command.by, fixed);
    case "remove-image":
      return parts.map((part, n) =>
        n === command.part ? { ...part, images: part.images.filter((_, m) => m !== command.image) } : part,
      );
    default:
      return [...parts];
  }
}

function swap(parts: readonly ComposedText[], from: number, to: number, fixed: number): ComposedText[] {
  const [first, second] = [parts[from], parts[to]];
  if (!first || !second || to < fixed) return [...parts];
  return parts.map((part, n) => (n === from ? second : n === to ? first : part));
}

/** Replaces a part by the texts that it was split into; its images stay with the first. */
export function putSplit(parts: readonly ComposedText[], at: number, texts: readonly string[]): ComposedText[] {
  const made: ComposedText[] = [];
  for (const [n, part] of parts.entries()) {
    if (n !== at) made.push(part);
    else
      for (const [no, text] of texts.entries())
        made.push(no === 0 ? { ...part, text } : emptyPart([...parts, ...made], text));
  }
  return made;
}

/** Parts that say something. Empty ones at the end or between others are left out. */
export const filledParts = (parts: readonly ComposedText[]): ComposedText[] =>
  parts.filter(({ text, images }) => text.trim() !== "" || images.length > 0);

export const isEmpty = (parts: readonly ComposedText[]): boolean => filledParts(parts).length === 0;
