// Makes whatever was typed as a topic into plain words: nothing hidden, no markup, nobody called.
import { dropEnd } from "~/ground/trim-end";

/** Zalgo text piles marks without end on one letter; no language needs more than this. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;

/** Group 1 is the host; group 2 all behind it, also a mark that ends the sentence. */
const link = /https?:\/\/(?:www\.)?(?:[^\s/@]*@)?([\w.-]+)([\x21-\x7e]*)/gi;

/**
 * Lines of visible characters: no markup, control or direction characters, no stray surrogates, no link beyond its
 * host, and no @, so that a draft never calls somebody who happens to be named in the topic. May be empty.
 */
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
  const trimmed = trimEnd(topic);
  for (const request of requests) {
    const rest = request.exec(trimmed)?.[1];
    if (rest && /[\p{L}\p{N}]/u.test(rest)) return trimEnd(unwrapped(rest));
  }
  return topic;
}

/** Without what would double beside a frame's own marks; ? and ! stay. */
export const trimEnd = (text: string): string => dropEnd(text, /[\s.,;:。，、；：…\u200d–—-]/) || text;

/** Marks and joiners at the front would cling to what stands before them. Quotes around the whole say nothing. */
function unwrapped(text: string): string {
  const front = dropEnd(text.replace(/^[\p{M}\u200c\u200d\s]+/u, ""), /[\s\u200d]/u);
  return /^["“„«'‘「『]([^"“”„«»'‘’「」『』]+)["”“»'’」』]$/u.exec(front)?.[1]?.trim() ?? front;
}
