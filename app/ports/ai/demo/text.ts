// Cleans, weighs and splits texts for the demo writer.

export const linkOrMarkup = /https?:\/\/[^\s<>]*|<\/?[a-z!][^<>]*>/gi;

/** No hidden characters, markup, links, mentions, cashtags or piled marks. May return "". */
export function cleanTopic(topic: string): string {
  const visible = topic
    .replace(/\p{Cs}/gu, "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, (gap) => (/[\n\r\u2028\u2029]/.test(gap) ? "\n" : " "))
    .replace(/[\p{Cn}\p{Co}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu, "")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1");
  return visible
    .replace(linkOrMarkup, " ")
    .replace(/[@＠]|[$＄](?=\p{L})/gu, "")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ ?\n[\n ]*/g, "\n")
    .trim()
    .normalize("NFC");
}

const emoji = /[\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}\u20e3\ufe0f\u200d]/gu;
export const withoutEmoji = (text: string): string => text.replace(emoji, "").replace(/ {2,}/g, " ").trim();

/** Weighted length for X, never too low: each dot in a word counts as a link, because X links bare domains. */
export function weightBound(text: string): number {
  const normal = text.normalize("NFC");
  const possibleLinks = normal.match(/\.(?=[^\s.])/gu)?.length ?? 0;
  const heavy = normal.match(/[^\u0000-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/gu)?.length ?? 0;
  return [...normal].length + heavy + possibleLinks * 23;
}

/** Keeps marks and spaces, so the parts join to the text. */
export const sentencesIn = (text: string): string[] =>
  text.split(/(?<=(?<!(?<!\p{L})(?:\p{L}|Mr|Mrs|Ms|Dr|St|vs|etc|Inc|Ltd))[.!?。！？؟।…]["”’)]?\s)(?=[^\s\p{Ll}])/u);
