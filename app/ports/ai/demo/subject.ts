// Finds what a topic is about: a noun phrase, by a short list of patterns. Unsure means null.
import { dropEnd } from "~/ground/trim-end";
import { gerundOf, isBase, isVerb } from "./gerund";
import { cleanTopic, weightBound, withoutEmoji } from "./text";

/** A heading is such as "7 mistakes …" or "How I …"; an order is a claim that can't be true or false. */
export type Kind = "noun" | "heading" | "question" | "claim" | "order" | "story" | "loss" | "launch" | "trouble";

export interface Subject {
  noun: string;
  kind: Kind;
  /** A practice such as "keeping bees". */
  isDoing: boolean;
  /** The whole topic as a sentence; null for a noun, and where cleaning changed the topic or it has braces. */
  line: string | null;
}

const like = (source: TemplateStringsArray, ...parts: string[]): RegExp =>
  new RegExp(String.raw(source, ...parts), "iu");
const maxTopic = 120;
const maxNoun = 56;
const maxWords = 7;
const request = like`^(?:please |can you |could you )?(?:write|create|generate|draft|give me|make)(?: me| us)?(?: \w+){0,3}? (?:tweets?|posts?|threads?|ideas?)(?: about| on| for)[: ]+(.+)$`;

const news = like`^(?:big |small |good |bad |great |sad )?news: `;
export function subjectOf(topic: string): Subject | null {
  const cleaned = trimmed(cleanTopic(topic));
  const text = trimmed(request.exec(cleaned)?.[1] ?? cleaned.replace(news, ""));
  if (text === "" || [...topic.trim()].length > maxTopic || text.includes("\n")) return null;
  if (isForeign(text)) return foreignSubject(text);
  const words = withoutEmoji(text).replaceAll("’", "'");
  const first = dropEnd(words.split(/(?<=[.!?])\s/)[0] ?? words, /[.!?"”)\s]/).replace(/^["“]/, "");
  const found = firstOf({ noun: named, question: questions, statement: claimed }[shapeOf(words)], first);
  if (!found) return null;
  const [noun, read] = found;
  const shape = read === "noun" && headed.test(first) ? "heading" : read;
  const isOwn = /\b(?:i|we|my|our|i'\w+|we'\w+)\b|^(?:last \w+|yesterday|today)\b/i.test(first);
  const kind = shape !== "claim" || !isOwn ? shape : loss.test(first) ? "loss" : "story";
  // A story's "a customer" is no subject.
  if (kind === "story" && /^an? /i.test(noun) && first.includes(noun)) return null;
  const isSame = text === trimmed(topic.trim()) && words === text.replaceAll("’", "'");
  const isDoing = ["noun", "heading", "question"].includes(kind) && doing.test(noun);
  return { noun, kind, isDoing, line: kind === "noun" || !isSame || /[{}]/.test(text) ? null : asSentence(text, kind) };
}

const headed = like`^(?:(?:how|why) (?!to )|\d)`;
const trimmed = (text: string): string => dropEnd(text.trimStart(), /[\s,;:–—-]/u);

const loss = like`\b(?:la(?:y|id|ying) off|lost|losing|shut(?:ting)? down|failed|fired|died|cancel\w+|clos(?:ed|ing) (?:our|my|the))\b`;

const foreignWords = like`(?<!\p{L})(?:der|die(?= \p{L}+e )|das|und|ist|mit|ein|eine|wie|warum|nicht|zum|zur|nach|beim|les|des|et|una?|para|como|por|il|della|het|een|voor|niet|avec|dans|pour|los|las|och|için)(?![\p{L}'’])`;

/** Another script, letters that English lacks, or a common word of a neighbour. */
export const isForeign = (text: string): boolean => /[^\P{L}a-zé]/iu.test(text) || foreignWords.test(text);

/** An English sentence quotes the topic, so only a few words are allowed. */
function foreignSubject(text: string): Subject | null {
  const name = withoutEmoji(dropEnd(text, /[.。\s]/u));
  const isShort = weightBound(name) <= maxNoun && name.split(" ").length <= maxWords;
  if (!isShort || !/^(?!\p{M})(?=.*\p{L})[\p{L}\p{M}\p{N} ・'’&#/-]+$/u.test(name)) return null;
  return { noun: `“${name}”`, kind: "noun", isDoing: false, line: null };
}

const article = "the|an?|my|our|your|his|her|their";
const owner = like`^(?:${article})$`;
const receiver = like`^(?:${article}|me|us|every)$`;
const finite = String.raw`is|are|was|were|am|has|have|had|can|cannot|could|will|would|should|must|may|might|do|does|did|\w+n't|makes|takes|gives|gets|goes|comes|keeps|kills|becomes|seems|feels|brings|says|thinks|knows|wants|fails|loses|beats|ruins|saves|destroys|improves|creates|deserves|requires|hides|teaches|proves|needs|means|works|helps|hurts|matters|loves|hates|turns|sells|happens|rewards|refuses`;
const ambiguous = String.raw`kill|become|matter|fail|need|want|deserve|stop|die|make|get|went|became|came|took|gave|knew|kept|began|sold|lost|built|made|left|grew|won|fell|threw|wrote|bought|taught|told|ran|ate|drank|drove|flew|chose|spoke|woke|caught|[a-z]+[^aeiou]ed`;
const verb = like`^(?:${finite}|${ambiguous})$`;
/** "Restoring a moped" has no verb, though "moped" looks like one; "Keeping bees changed me" has. */
const practice = like`^(?!(?:no|some|any|every)thing )\w{2,}ing (?!.*(?:(?<!\b(?:${article}) )\b(?:${finite})\b|(?<!\bto )\b(?:${ambiguous}) (?:me|my|us|our|you|your|him|her|them|it|the|an?)\b))`;
const asking = like`^(?:(?:how|why|when|where|what|who)(?:'s| (?:is|are|was|were|do|does|did|can|could|should|will|would|has|much|many|long|often|makes|needs|wants))|is|are|do|does|did|should|could|would|which) `;
const opening = like`^(?:\d[\d,.]* \w+ .|(?:launching|releasing|introducing|announcing) |how (?:i|we|to) |why (?:i|we) |what nobody |(?:i|we|you|he|she|it|they|this|that|there|nobody|everyone|someone|people|i'\w+|we'\w+|it's|never|don't|always|stop|start|quit|avoid|try|ignore|use) )`;

/** "a will" and "of borrowed tools" have no verb; "boards waste money" and "plays the trumpet" have one. */
function isVerbAt(words: readonly string[], at: number): boolean {
  const [before = "", word = "", next = ""] = [words[at - 1], words[at], words[at + 1]];
  if (owner.test(before) || (/ed$/.test(word) && /^(?:of|with|for|from|in|on|by)$/.test(before))) return false;
  const isPlural = /[^s]s$/.test(before) && isBase(word) && /^(?!and$|or$|of$)./.test(next);
  const isKnown = isBase(word.slice(0, -1)) || (at > 1 && /^(?:my|our)$/i.test(words[0] ?? ""));
  const isSingular = /[^s]s$/.test(word) && isKnown && receiver.test(next);
  return verb.test(word) || isPlural || isSingular;
}

function shapeOf(text: string): "noun" | "question" | "statement" {
  if (/\?["”')]*$/.test(text) || asking.test(text)) return "question";
  if (practice.test(text) && !opening.test(text)) return "noun";
  const words = text.split(" ");
  const [first = "", second = ""] = words;
  const isCommand = isBase(first.toLowerCase()) && /^(?:your|the|an?|my|it|all|more|less|for)$/i.test(second);
  const isClaim = opening.test(text) || isCommand || words.some((_, at) => at > 0 && isVerbAt(words, at));
  return isClaim || words.length > maxWords ? "statement" : "noun";
}

/** phrase: group 1 is a noun phrase. head: group 1 begins with one. do, did: a verb and its object. role: a job. */
type Pattern = readonly [kind: Kind, reading: "phrase" | "head" | "do" | "did" | "role", pattern: RegExp];

const about = String.raw`\b(?:about|advice (?:\w+ ){0,4}on|opinions? on) (.+)$`;
const infinitive = String.raw`\b(?:how|ways?|time|when|where|what|reasons?|mistakes?|age) to (\w+)\b ?(.*)$`;
const adverbs =
  "(?: (?:ever|even|really|actually|just|finally|never|always|only|also|still|don't|have to|had to|have|had|once))*";
const when = String.raw`(?:(?:today|yesterday|finally|last \w+|this \w+),? )*`;
const doers = String.raw`(?:i|we|you|he|she|they|nobody|everyone|someone|people|a stranger|my \w+|i've|we've|i'm|we're|we are|i am)`;
const list = String.raw`^(?:the )?\d[\d,.]* (?:\w+ )?(?:mistakes?|lessons?|things|ways|tips|reasons|rules|habits|tools|books|signs|questions|myths|steps|ideas)`;
const auxiliary = "(?:is|are|was|were|do|does|did|can|could|should|will|would|has)";
const launching = "(?:launched|released|shipped|launching|releasing|introducing|announcing)";
const order = "^(?:please |never |don't |always |just )*";

const named: readonly Pattern[] = [["noun", "phrase", /^(.+)$/]];
const questions: readonly Pattern[] = [
  ["question", "phrase", like`${about}`],
  ["question", "phrase", like`\bworth (\w+ing\b.+)$`],
  ["question", "do", like`${infinitive}`],
  ["question", "phrase", like`^(?:which|what) (?!(?:makes|${auxiliary}) )(.+?)(?: ${auxiliary}\b.*)?$`],
  ["question", "do", like`\b(?:i|we|you|one|people)${adverbs} (\w+)\b ?(.*)$`],
  ["question", "phrase", like`^(?:what(?:'s| is| are| was| makes)|who (?:needs|wants|is|are)) (.+)$`],
  ["question", "head", like`^(?:(?:how|why|when|where|what)(?: much| many| often)? )?${auxiliary}(?:n't)? (.+)$`],
];
const claimed: readonly Pattern[] = [
  ["noun", "phrase", like`${about}`],
  ["noun", "do", like`${infinitive}`],
  ["noun", "role", like`${list}\b.* as an? (.+)$`],
  ["noun", "phrase", like`${list}\b.* (?:when|while) (\w+ing\b.*)$`],
  ["noun", "phrase", like`${list} (?:of|on|in|for|with|from|behind) (.+)$`],
  ["noun", "phrase", like`${list} (?!i |we |you )(.+?) (?:always |still )?(?:make|need|get|forget|should|keep)s?\b`],
  ["noun", "phrase", like`^why (?!i |we )(.+?) (?:${finite}|${ambiguous})\b`],
  ["noun", "phrase", like`^(?:how|why) (?:i|we)${adverbs} (?:stop|start|quit)(?:ped|ed)? (\w+ing\b.*)$`],
  ["noun", "did", like`^(?:how|why) (?:i|we)${adverbs} (\w+)\b ?(.*)$`],
  ["launch", "phrase", like`^${when}(?:${doers}${adverbs} )?${launching} (.+)$`],
  ["launch", "phrase", like`^(.+?) is (?:finally |now )*(?:live|out|here|launched)$`],
  ["claim", "did", like`^${when}${doers}${adverbs} (\w+)\b ?(.*)$`],
  ["order", "phrase", like`${order}(?:stop|start|quit|try|avoid|keep) (\w+ing\b.*)$`],
  ["order", "do", like`${order}(?!our |the |most )(\w+) (?!is |are |was )(.+)$`],
  [
    "claim",
    "phrase",
    like`^[\d,.]+ ?(?:%|percent) (?:of )?((?:(?!is |was |has |does )\w+ ){0,2}?(?!is |was |has |does )\w+s) `,
  ],
  [
    "claim",
    "head",
    like`^(?:last \w+,? |yesterday,? |today,? )?(?:[\d,.]+ ?(?:%|percent|in \d+)(?: of)? )?(?!how |why |what |if |when )(.+)$`,
  ],
];

function firstOf(patterns: readonly Pattern[], text: string): readonly [noun: string, kind: Kind] | null {
  if (/\b(?:down|offline|outage)\b/i.test(text) && /\b(?:hours?|minutes|days|last|yesterday|today)\b/i.test(text))
    return ["downtime", "trouble"];
  for (const [kind, reading, pattern] of patterns) {
    const [, first = "", object = ""] = pattern.exec(text) ?? [];
    const noun = first === "" ? null : finishedNoun(built(reading, first, object) ?? "");
    if (noun) return [noun, kind];
  }
  return null;
}

const clause = like`[;(–—]|[,:](?:\s|$)|\s(?:because|when|while|that|which|who|if|until|since|and then|but)(?:\s|$)`;
const circumstance = like`\s(?:in|at|from|with|to|by|during|after|before|without|today|yesterday|tonight|last|this|next|again|now|and|for \d+|for (?:the|an?) (?:year|month|week))\b.*$`;
const quantifier = like`^(?:(?:most|many|some|all|every|no|few|more|too|much|so|half|one|of|this|these|those|that|any|each|your?) )+`;
const quality = like`^(?:so|too|such|not|never|more|less|good|bad|better|worse|worth|dead|hard|over|overrated|still|always|really|the|an?|in|to|like)$`;

function built(reading: Pattern[1], first: string, rest: string): string | null {
  const before = (text: string): string => text.split(clause)[0]?.trim() ?? "";
  if (reading === "role") return `being a ${before(first)}`;
  if (reading === "do" || reading === "did") {
    const word = first.toLowerCase();
    if (reading === "do" ? !isBase(word) : !isVerb(word)) return null;
    const object = before(` ${rest}`).replace(reading === "did" ? circumstance : /\s(?:today|now|again)$/i, "");
    return `${gerundOf(word)} ${object}`;
  }
  const words = before(first).split(" ");
  const isEnd = (word: string, at: number) =>
    at > (/^(?:the|an?)$/i.test(words[0] ?? "") ? 1 : 0) &&
    (quality.test(word) || isVerbAt(words, at) || ((at > 1 || /s$/.test(words[0] ?? "")) && isBase(word)));
  const end = reading === "head" ? words.findIndex(isEnd) : -1;
  if (reading === "head" && end < 0 && words.length === first.split(" ").length) return null;
  const phrase = end < 0 ? words : words.slice(0, end);
  return phrase.join(" ").replace(quantifier, "");
}

const heading = like`^(?:the|an?|my|our|your|remote|slow|small|good|bad|best|new|old|first|early|late|hard|easy|cheap|public|home|open|content|coffee|email|great|big|cold|deep|free|side|design|music|money|sleep|food|work|tea|.*(?:ings?|al|ive|ous|ful|less|able|tions?|ments?|ness|ship|ism|ity|ers|ors|ies|sts|fts|words|boards|phones|books|schools|cars|apps|tests|games|shops|parks|bikes|trains|meals|offices|streets))$`;

function withoutCapital(noun: string): string {
  const [first = ""] = noun.split(" ");
  const isName = !/^\p{Lu}\p{Ll}*$/u.test(first) || /^(?:Beijing|Boeing|Nanjing|Wyoming|Turing)$/.test(first);
  const isHeading = !isName && heading.test(first) && (/ing$/.test(first) || !/\s\p{Lu}/u.test(noun));
  return isHeading ? noun.charAt(0).toLowerCase() + noun.slice(1) : noun;
}

/** Turns "my prices" into "prices": the reader doesn't know the owner. */
function withoutOwner(noun: string): string {
  const isMany = /[^s]s$/.test(noun.split(/ (?:for|of|with|in|to|on|from) /)[0] ?? noun);
  return noun.replace(/\b(?:my|our|your|his|her|their) (?=(\w+))/gi, (_, next: string) => {
    if (/^own$/i.test(next)) return "your ";
    const isOnly = /^(?:biggest|first|last|only|best|worst)$/i.test(next);
    return isOnly ? "the " : isMany ? "" : /^[aeiou]/i.test(next) ? "an " : "a ";
  });
}

const unfit = like`\b(?:i|me|we|us|you|he|him|she|it|they|them|this|these|those)\b|^(?:someone|everyone|nobody|people|one|there|that)$|(.)\1{4}|\p{L}{24}|\.\S*\.\S|\w\.(?:com|org|net|io|co|dev|app)\b|\b(?:and|or|of|for|to|in|with|the|an?|at|on|than|as|not)$`;

/** Null if the phrase would not read as part of a sentence. */
export function finishedNoun(found: string): string | null {
  const noun = withoutCapital(withoutOwner(trimmed(found.split(clause)[0] ?? "")));
  const isShort = noun.length <= maxNoun && noun.split(" ").length <= maxWords + 2;
  const isPlain = /^(?=.*\p{L})[\p{L}\p{N}#][\p{L}\p{N} '&+#./%$€£,-]*$/u.test(noun);
  return isShort && isPlain && !unfit.test(noun) ? noun.replaceAll("'", "’") : null;
}

/** Practices that one can begin, get better at, or give up. */
const doing = like`^(?:bak|blogg|brew|build|cod|cook|cycl|danc|draw|fish|forag|freelanc|garden|grow|hik|invest|journal|keep|knit|learn|listen|liv|meditat|paint|parent|photograph|play|podcast|practi[cs]|programm|read|sav|sew|sing|sketch|stream|study|swimm|teach|train|translat|travell?|tweet|volunteer|walk|writ)ing\b`;

function asSentence(text: string, kind: Kind): string {
  const capital = /^\p{Ll}[\p{Ll}'’-]*(?: |$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?…]["”’)]*$/.test(capital) ? capital : capital + (kind === "question" ? "?" : ".");
}
