// Cleans a topic to plain words: no hidden characters, markup, links, mentions or cashtags.

/** Zalgo text. No language needs more than four marks on a letter. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;

/** May return "". */
export function cleanTopic(topic: string): string {
  const visible = topic
    .replace(/\p{Cs}/gu, "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, (gap) => (/[\n\r\u2028\u2029]/.test(gap) ? "\n" : " "))
    .replace(/[\p{Cn}\p{Co}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu, "")
    .replace(piledMarks, "$1");
  return visible
    .replace(/https?:\/\/[^\s<>]*/gi, " ")
    .replace(/<\/?[a-z!][^<>]*>/gi, " ")
    .replace(/[@＠]/gu, "")
    .replace(/[$＄](?=\p{L})/gu, "")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ ?\n[\n ]*/g, "\n")
    .trim()
    .normalize("NFC");
}

const pictures = /[\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}\u20e3\ufe0f\u200d]/gu;

export const withoutEmoji = (text: string): string => text.replace(pictures, "").replace(/ {2,}/g, " ").trim();

const ends = /[.!?。！？؟।…]+["”“»’」』)）\]]*(?:\s+|$)/gu;
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|\p{L}\.\s?\p{L}|Mr|Mrs|Ms|Dr|Prof|St|No|vs|etc|ca|approx|Sr|Jr|Inc|Ltd|Co)\.$/iu;

/** Keeps marks and spaces, so the parts join to the line. */
export function sentencesIn(line: string): string[] {
  const sentences: string[] = [];
  let begin = 0;
  for (const match of line.matchAll(ends)) {
    const end = match.index + match[0].length;
    const sentence = line.slice(begin, end);
    if (/^\p{Ll}/u.test(line.slice(end, end + 2)) || abbreviation.test(sentence.trimEnd())) continue;
    sentences.push(sentence);
    begin = end;
  }
  if (begin < line.length) sentences.push(line.slice(begin));
  return sentences.filter((sentence) => sentence.trim() !== "");
}
