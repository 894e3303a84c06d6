// Removes what a model wraps around its posts, judging by the whole answer. Pure.

const maxPasses = 8;

/** Returns as many texts as given. Entities and link hosts in `topic` are the user's own and stay. */
export function unwrap(texts: readonly string[], topic: string): string[] {
  let before = [...texts];
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const bare = before.map((text) => withoutMarks(text, topic));
    const after = withoutLabels(bare);
    if (after.every((text, at) => text === before[at])) return after;
    before = after;
  }
  return [...texts];
}

const postNames = "tweet|post|tuit|publicación|beitrag|推文|ツイート|твит|пост|트윗";
const partNames = `${postNames}|option|idea|version|draft|variant|variation|part|thread`;
const formNames =
  "hook|tip|question|story|opinion|scene|contrast|list|cta|call to action|problem|solution|insight|lesson|practical tip|invitation";

const ownLabel = new RegExp(`^(?:tweet|(?:${postNames}) ?#?\\d{1,2}(?: ?/ ?\\d{1,2})?) ?[:：]\\s*(?=\\S)`, "iu");

/** Removed only if at least two texts, and half of all, have it. Numbers must also count up. */
const kinds: readonly { pattern: RegExp; isNumber: boolean }[] = [
  {
    pattern: new RegExp(`^(?:${partNames}) ?#?(\\d{1,2}) ?(?:/ ?\\d{1,2} ?)?[:：.)–-]\\s*(?=\\S)`, "iu"),
    isNumber: true,
  },
  { pattern: /^\(?(\d{1,2})(?:[.)](?=\s)|\uFE0F?\u20E3)\s*(?=\S)/u, isNumber: true },
  { pattern: /^\(?(\d{1,2})\/(?:\d{1,2})?\)?[:.]?\s+(?=\S)/, isNumber: true },
  { pattern: /(?<=\S)\s+\(?(\d{1,2})\/\d{1,2}\)?$/, isNumber: true },
  { pattern: /^[-*•–]\s+(?=\S)/, isNumber: false },
  { pattern: new RegExp(`^(?:${formNames}): *(?=\\S)`, "i"), isNumber: false },
];

function withoutLabels(texts: readonly string[]): string[] {
  let bare = texts.map((text) => text.replace(ownLabel, ""));
  for (const { pattern, isNumber } of kinds) {
    const found = bare.map((text) => (isListOf(text, pattern) ? null : pattern.exec(text)));
    const offsets = found.flatMap((match, at) => (match ? [isNumber ? Number(match[1]) - at : 0] : []));
    if (offsets.length >= 2 && offsets.length * 2 >= texts.length && new Set(offsets).size === 1)
      bare = bare.map((text, at) => (found[at] ? text.replace(pattern, "") : text));
  }
  return bare;
}

const isListOf = (text: string, pattern: RegExp): boolean =>
  text.split("\n").filter((line) => pattern.test(line)).length > 1;

const opening =
  /^(?:(?:sure|certainly|of course|absolutely|okay)[!,.]? *)?(?:here(?:['’]s| is)|hier ist|voici|aquí tienes|ecco) (?:\p{L}+ ){0,3}(?:tweet|post|version|draft|rewrite|one)(?: (?:for|about|on|in|based|über|sur|sobre|su) [^\n:]{1,80})? ?:[^\S\n]*\n\s*/iu;
const lengthNote =
  /(?:(?<!\s)\s+)?[([](?:approx\. |~)?\d{1,3}(?: ?\/ ?280)? (?:characters|chars|zeichen|caract[eè]res|caratteri)[)\]]$/iu;
const quoted = /^(?:"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」)$/u;
const bold = /(?<![A-Za-z0-9*)\]])(\*{2,3})(?=[^\s*])([^*]*[^\s*])\1(?![A-Za-z0-9*])/g;
const underlined = /(?<![\p{L}\p{N}_])__(?=[^\s_])(?![a-z\d]+__)([^\n_]*[^\s_])__(?![\p{L}\p{N}_])/gu;
const markedLink = /(?:(?<=^|\s)!)?\[([^[\]\n]*)\]\((https?:\/\/[^\s()]+)\)/gi;
const sourceMark =
  /\[cite_start\]|(?:(?<!\s)\s+)?(?:\[cit(?:e|ation)(?:: ?[\d, ]+)?\]|【\d[^【】\n]*】|\uE200[^\uE200\uE201\n]*\uE201)/g;
const noteMark = /(?:(?<=[.!?…。！？])|(?<=\S)[ \t]+)\[[1-9]\d?\](?:,? ?\[[1-9]\d?\])*(?![\w[(])/g;
const ownNotes = /(?:^|:\s*)\[1\]/m;
const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'", "#x27": "'" };
const entity = /&(?:amp;)*(amp|lt|gt|quot|apos|#39|#x27|nbsp);/gi;
const lineEnd =
  /(?<=[\p{L}\p{N}.!?…。！？:)”"])(?<!(?<!\p{L})\p{L}:)(?:\\r)?\\n(?=[\p{Lu}\p{Lo}\p{N}\p{Emoji_Presentation}#•“"-]|\\n)|(?<=[.!?…。！？])\\n(?=\S)/u;

function withoutMarks(raw: string, topic: string): string {
  let text = raw.replaceAll("\uFEFF", "").replace(/\r\n?/g, "\n").trim();
  if (!text.includes("\n") && !/\s\\n|\\n\s/.test(text) && lineEnd.test(text))
    text = text.replace(/(?:\\r)?\\n/g, "\n");
  if (topic.search(entity) < 0 && !/&(?=\s)/.test(text))
    text = text.replace(entity, (_, name: string) => signs[name.toLowerCase()] ?? " ");
  const named = topic.toLowerCase();
  text = text
    .replace(markedLink, (_, words: string, url: string) => linkIn(words, url, named))
    .replace(sourceMark, "")
    .replace(bold, "$2")
    .replace(underlined, "$1")
    .replace(opening, "")
    .replace(lengthNote, "");
  if (!ownNotes.test(text)) text = text.replace(noteMark, "");
  return text
    .trim()
    .replace(quoted, (whole: string) => whole.slice(1, -1))
    .trim();
}

/** Keeps a link only if the topic names its host: others might lead readers elsewhere. */
function linkIn(words: string, url: string, named: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
  if (host === "" || !named.includes(host) || words === url) return words;
  return `${words} ${url}`.trim();
}
