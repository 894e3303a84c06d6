// Finds a topic’s domain by English, German and Japanese words, and has sentences for each domain.
import type { Frame } from "./frames";
import { lifeStock } from "./stock-life";
import { workStock } from "./stock-work";

/** Ten sentences each, two of a form. The last pair is advice and a question. */
const stock: Readonly<Record<string, readonly string[]>> = { ...lifeStock, ...workStock };
const forms = ["scene", "list", "contrast", "opinion", "advice"];

/** The first that fits wins, so the narrow ones come first. A Latin word counts from its beginning; `.` ends it. */
const words: readonly (readonly [domain: string, words: string])[] = [
  [
    "family",
    "grandm grandf grandpa grandparents my-mum. my-mom. my-mother. my-dad. my-father. oma. opa. großmutter großvater 祖母 祖父 おばあ",
  ],
  ["bees", "bee. bees. beekeep beehive hives honeybee imker biene пчел пчёл 蜜蜂 養蜂 🐝"],
  ["bread", "sourdough sauerteig サワードウ 🍞"],
  ["housing", "housing real-estate mortgage house-prices immobilie wohnungsmarkt wohnungssuche mietpreis 不動産 住宅"],
  ["podcast", "podcast ポッドキャスト 🎙"],
  ["newsletter", "newsletter substack mailing-list ニュースレター メルマガ"],
  ["juniors", "juniors junior-dev junior-eng mentoring nachwuchs 若手"],
  ["side", "side-project side-hustle nebenprojekt feierabend 副業 個人開発"],
  ["public", "buildinpublic build-in-public building-in-public indiehacker"],
  ["founder", "founder first-startup gründer existenzgründ 起業"],
  ["burnout", "burnout burned-out burnt-out overwork überlastung erschöpf 燃え尽き 過労"],
  [
    "remote",
    "remote-work remote-team work-from-home working-from-home telework home-office homeoffice telearbeit リモートワーク テレワーク 在宅勤務 在家工作",
  ],
  ["hiring", "hiring recruiting job-interview bewerbungsgespräch personalsuche 採用 面接"],
  ["ai", "ai. chatgpt llm. llms. ki. künstliche-intelligenz 人工知能 生成ai"],
  ["pricing", "pricing price. prices. undercharg preise. preiserhöh preisgestalt stundensatz 値上げ 値付け 価格"],
  ["design", "designer. designers. ux. web-design design. landing-page webdesign デザイン"],
  ["software", "software refactoring legacy-code shipping-code code. softwareentwickl ソフトウェア"],
  ["customers", "customer customers client. clients. kunden kundschaft 顧客 お客"],
  ["writing", "writing writer. writers. writingcommunity copywriting schreiben. 執筆 文章"],
  ["learning", "learning learn. learned. lernen. 学習 勉強"],
];

const asPattern = (word: string): string => {
  const letters = word.replace(/\.$/, "").replaceAll("-", "[- ]?");
  return /[^\p{L}.-]|[\u3040-\u9fff]/u.test(word)
    ? letters
    : `(?<!\\p{L})${letters}${word.endsWith(".") ? "(?!\\p{L})" : ""}`;
};
const both = (...parts: string[]): RegExp =>
  new RegExp("^" + parts.map((part) => `(?=.*(?<!\\p{L})(?:${part}))`).join(""), "isu");

/** These need two words. */
const pairs: readonly (readonly [domain: string, pattern: RegExp])[] = [
  ["lonely", both("remote|home|work|homeoffice|.*(?:リモート|テレワーク|在宅)", "lonel|isolat|einsam|.*孤独")],
  ["outdoor", both("sail|surf|kayak|boat|segel", "school|segelschule|lesson|customers|guests|bookings?")],
  [
    "learncode",
    both(
      "learn|lern|.*(?:学|勉強)",
      "rust|python|javascript|typescript|programming|cod(?:e|ing)(?!\\p{L})|.*プログラミング",
    ),
  ],
];
const singles = words.map(
  ([domain, list]) => [domain, new RegExp(list.split(" ").map(asPattern).join("|"), "giu")] as const,
);

/** A brief mentions much in passing, so what it says most often wins there. */
const isBrief = (topic: string): boolean => [...topic].length > 120;

export function domainOf(topic: string): string | null {
  const text = topic.normalize("NFC").replace(/\bprices? of\b/gi, " ");
  const pair = pairs.find(([, pattern]) => pattern.test(text));
  if (pair) return pair[0];
  const found = singles
    .map(([domain, pattern]) => ({ domain, times: text.match(pattern)?.length ?? 0 }))
    .filter(({ times }) => times > 0);
  if (isBrief(topic)) found.sort((a, b) => b.times - a.times);
  return found[0]?.domain ?? null;
}

export const domains: readonly string[] = Object.keys(stock);
export const stockOf = (domain: string | null): Frame[] =>
  (stock[domain ?? ""] ?? []).map((text, at) => ({ form: forms[Math.floor(at / 2)] ?? "", text }));
