// Cleans a topic to plain words: no hidden characters, markup or mentions.
import { dropEnd } from "~/ground/trim-end";

/** Zalgo text. No language needs more than four marks on a letter. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;

const link = /https?:\/\/(?:www\.)?(?:[^\s/@]*@)?([\w.-]+)([\x21-\x7e]*)/gi;

/** Shortens links to their host, and removes @ to avoid mentions. May return "". */
export function cleanTopic(topic: string): string {
  const visible = topic
    .replace(/\p{Cs}/gu, "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, (gap) => (/[\n\r\u2028\u2029]/.test(gap) ? "\n" : " "))
    .replace(/[\p{Cn}\p{Co}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu, "")
    .replace(piledMarks, "$1")
    .replace(link, (_, host: string, rest: string) => host + rest.slice(dropEnd(rest, /[.,;:!?)]/).length))
    .replace(/([\p{L}\p{N}_])[@＠](?=[\p{L}\p{N}_])/gu, "$1 at ")
    .replace(/[@＠]/gu, "");
  const quiet = withOneCashtag(visible);
  const withoutTags = quiet.replace(/<\/?[a-z!][^<>]*>/gi, " ");
  const plain = /[\p{L}\p{N}]/u.test(withoutTags) ? withoutTags : quiet;
  return unwrapped(plain.replace(/[^\S\n]+/gu, " ").replace(/ ?\n[\n ]*/g, "\n")).normalize("NFC");
}

/** X refuses posts with two cashtags. A loop, because a lookbehind is slow on long texts. */
function withOneCashtag(text: string): string {
  let seen = false;
  return text.replace(/\$(?=\p{L})/gu, (sign) => {
    if (seen) return "";
    seen = true;
    return sign;
  });
}

export function withoutRequest(topic: string, requests: readonly RegExp[]): string {
  const trimmed = trimEnd(topic);
  for (const request of requests) {
    const rest = request.exec(trimmed)?.[1];
    if (rest && /[\p{L}\p{N}]/u.test(rest)) return trimEnd(unwrapped(rest));
  }
  return topic;
}

export const trimEnd = (text: string): string => dropEnd(text, /[\s.,;:。，、；：…\u200d–—-]/) || text;

/** Drops leading marks and joiners, which would attach to the text before, and quotes around the whole. */
function unwrapped(text: string): string {
  const front = dropEnd(text.replace(/^[\p{M}\u200c\u200d\s]+/u, ""), /[\s\u200d]/u);
  return /^["“„«'‘「『]([^"“”„«»'‘’「」『』]+)["”“»'’」』]$/u.exec(front)?.[1]?.trim() ?? front;
}
