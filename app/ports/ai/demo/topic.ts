// Makes a topic, whatever was typed, into a phrase that fits inside a sentence.
import { dropEnd } from "~/drop-end";
import { weightAtMost } from "./weight";

export interface Phrase {
  text: string;
  /** True where it breaks off in the middle of a line. */
  cut: boolean;
}

/** Zalgo text piles marks without end on one letter; no language needs more than this. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;

/**
 * One line of visible characters: no markup, control or direction characters, no stray surrogates, no link beyond its
 * host, and no @, so that a draft never calls somebody who happens to be named in the topic. May be empty.
 */
export function cleanTopic(topic: string): string {
  const visible = topic
    .replace(/\p{Cs}/gu, "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, (gap) => (/[\n\r\u2028\u2029]/.test(gap) ? "\n" : " "))
    .replace(/[\p{Cn}\p{Co}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu, "")
    .replace(piledMarks, "$1")
    .replace(/https?:\/\/(?:www\.)?(?:[^\s/@]*@)?([\w.-]+)[\x21-\x7e]*/gi, "$1")
    .replace(/([\p{L}\p{N}_])[@＠](?=[\p{L}\p{N}_])/gu, "$1 at ")
    .replace(/[@＠]/gu, "");
  const quiet = withOneCashtag(visible);
  const withoutTags = quiet.replace(/<\/?[a-z!][^<>]*>/gi, " ");
  const plain = /[\p{L}\p{N}]/u.test(withoutTags) ? withoutTags : quiet;
  return trim(plain.replace(/[^\S\n]+/gu, " ").replace(/ ?\n[\n ]*/g, "\n")).normalize("NFC");
}

/** X refuses a post with two cashtags. A loop, because a look behind for the first one is slow on a long text. */
function withOneCashtag(text: string): string {
  let seen = false;
  return text.replace(/\$(?=\p{L})/gu, (sign) => {
    if (seen) return "";
    seen = true;
    return sign;
  });
}

/** Takes "Write five tweets about …" off a topic, by the language's own wordings (group 1 is what remains). */
export function withoutRequest(topic: string, requests: readonly RegExp[]): string {
  for (const request of requests) {
    const rest = request.exec(topic)?.[1];
    if (rest && /[\p{L}\p{N}]/u.test(rest)) return trim(rest);
  }
  return topic;
}

/**
 * The topic within `most` (weighted): its first line if that fits, else whole sentences, else whole words, and at the
 * worst whole characters, with … where something is missing. `most` must leave room for a few characters.
 */
export function shorten(topic: string, most: number): Phrase {
  const firstLine = trim(topic.split("\n", 1)[0] ?? "");
  const line = /[\p{L}\p{N}]/u.test(firstLine) ? firstLine : trim(topic.replaceAll("\n", " "));
  if (weightAtMost(line) <= most) return { text: line, cut: false };
  const head = fittingHead(line, most - 2);
  const sentence = /^.{12,}[.!?。！？؟।](?=\s|$|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u.exec(
    head,
  )?.[0];
  if (sentence) return { text: trim(sentence), cut: true };
  const lastGap = [...head.matchAll(/[\s,;:—–\-、，；：]/gu)].at(-1);
  const atWord = head.slice(0, lastGap?.index ?? 0);
  const kept = atWord.length * 2 > head.length ? atWord : head;
  return { text: `${trim(kept)}…`, cut: true };
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function fittingHead(line: string, most: number): string {
  // Nothing beyond `most` code units can fit, and segmenting is slow on long text.
  const start = line.slice(0, most * 2).replace(/\p{Cs}/gu, "");
  const byCharacter = longestHead(
    [...graphemes.segment(start)].map((part) => part.segment),
    most,
  );
  // One "character" may be a chain of joined emoji longer than a tweet.
  return byCharacter || longestHead([...start], most);
}

function longestHead(parts: readonly string[], most: number): string {
  let head = "";
  for (const part of parts) {
    if (weightAtMost(head + part) > most) break;
    head += part;
  }
  return head;
}

/** Marks and joiners at the front would cling to the sentence before them; sentence marks at the end would double. */
function trim(text: string): string {
  const front = text.replace(/^[\p{M}\u200c\u200d\s]+/u, "").trimEnd();
  const bare = /^["“„«'‘「『]([^"“”„«»'‘’「」『』]+)["”“»'’」』]$/u.exec(front)?.[1]?.trim() ?? front;
  return dropEnd(bare, /[\s.,;:。，、；：…\u200d]/) || bare;
}
