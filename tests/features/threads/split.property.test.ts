// Texts of twelve scripts with links, mentions and hashtags: every part can be posted, and joined again they are the text.
import tt from "twitter-text";
import { expect, it } from "vitest";
import { isPostable, weigh } from "~/features/tweets/text.server";
import { maxParts, split } from "~/features/threads/threads.server";
import { type Random, seeded } from "../../crash/random";

const runs = process.env.LINNET_NIGHT ? 100_000 : 5_000;

/** What stands between the words of a script, and what ends its sentences. */
interface Script {
  words: readonly string[];
  between: string;
  ends: readonly string[];
}
const spaced = (words: string, ends: readonly string[] = [".", "!", "?", "…"]): Script => ({
  words: words.split(" "),
  between: " ",
  ends: ends.map((end) => `${end} `),
});
const unspaced = (words: string, ends: readonly string[]): Script => ({ words: words.split(" "), between: "", ends });

const scripts: Record<string, Script> = {
  Latin: spaced("wren Linnet café cafe\u0301 naïve o’clock Größe end.Begin (a) “so” e.g. 3.14 1. — R&D don't C# 50%"),
  Cyrillic: spaced("птица Чиж по-русски гнездо й е\u0308лка «так» Ёж"),
  Greek: spaced("πουλί Φωλιά ά α\u0301ρα ΐ τραγούδι", [".", ";", "!"]),
  Arabic: spaced("طائر عُشّ الصباح \u200Fأغنية ١٢٣ \u0600١٢", [".", "؟", "!"]),
  Hebrew: spaced("ציפור קן שָׁלוֹם צה״ל בוקר"),
  Devanagari: spaced("पक्षी नमस्ते क्षत्रिय घोंसला दुनिया हिन्दी", ["।", "!", "?"]),
  Thai: unspaced("นก สวัสดี ครับ น้ำ ร้องเพลง ตอนเช้า ต่างๆ", [" ", "  "]),
  Han: unspaced("鸟 我们 北京 看看 唱歌 早晨 「家」 龍 𠮷野", ["。", "！", "？", "，"]),
  Kana: unspaced("とり テスト です ガッコー ちょっと か\u3099 ﾊﾞ ・ 、", ["。", "！", "…"]),
  Hangul: spaced("새 둥지 노래하는 아침 \u1112\u1161\u11AB 값"),
  Tamil: spaced("பறவை கூடு க்ஷ ஸ்ரீ பாடல் காலை"),
  Emoji: unspaced("👩‍👩‍👧‍👦 🇩🇪 🇯🇵 👍🏽 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩🏽‍🚀 🐦 ☺ 👩‍❤️‍💋‍👨", [" ", "🫠 "]),
};
const names = Object.keys(scripts);

const links = (random: Random): string =>
  random.pick([
    `https://linnet.com/${"a1/".repeat(random.below(80))}?q=1,2#x`,
    "linnet.com",
    "www.linnet.co.uk/a_(b)",
    "http://例え.jp/a",
    "https://bücher.de",
    "HTTPS://Linnet.Com:8080/страница",
  ]);
const tags = ["@wren", "@a_long_name_0", "＠wren", "#bird", "#зяблик", "#鳥と歌", "＃とり", "#นก_1", "#पक्षी", "$LNT"];
/** The gaps that a writer leaves, and some that only a machine would. */
const lineEnds = ["\n", "\n\n", "\n\n\n", " \n \n\t", "\u2028", "\u2029"];
const spaces = [" ", " ", " ", "  ", "\u00A0", "\u3000", "\t", " ".repeat(20)];

interface Made {
  text: string;
  /** What was put in whole. */
  whole: { start: number; end: number }[];
}

function textOf(random: Random, script: string): Made {
  let text = random.chance(0.2) ? random.pick([...spaces, ...lineEnds]) : "";
  const whole: Made["whole"] = [];
  const add = (piece: string) => {
    whole.push({ start: text.length, end: text.length + piece.length });
    text += piece;
  };
  const count = 1 + random.below(random.chance(0.9) ? 150 : 400);
  // A text of a script without spaces often has none at all.
  const seldom = random.chance(0.5) ? 0.2 : 1;
  const other = random.chance(0.3) ? random.pick(names) : script;
  for (let n = 0; n < count && text.length < 4_000; n += 1) {
    const name = random.chance(0.8) ? script : other;
    const { words, between, ends } = scripts[name] as Script;
    if (random.chance(0.06 * seldom)) {
      // Before it is what lets X see it, behind it what ends it.
      text += /\s$/.test(text) ? "" : " ";
      add(random.chance(0.5) ? links(random) : random.pick(tags));
      text += random.pick([" ", "\n", "、", "。", ") "]);
    } else if (random.chance(0.02 * seldom)) text += ` \u0301${random.pick(words)}`;
    else if (between === " " || name === "Emoji") add(random.pick(words));
    // Where these have words the segmenter says.
    else text += random.pick(words);
    if (random.chance(0.04 * seldom)) text += random.pick(lineEnds);
    else if (random.chance(0.1 * seldom)) text += random.pick(ends);
    else if (random.chance(0.03 * seldom)) text += random.pick(spaces);
    else text += between;
  }
  return { text, whole };
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Where each part stands in the text. Fails where anything but white space is between two, or at the ends. */
function placesOf(text: string, parts: readonly string[]): { start: number; end: number }[] {
  let from = 0;
  const places = parts.map((part) => {
    const start = text.indexOf(part, from);
    expect(text.slice(from, start), JSON.stringify({ text, part })).toMatch(/^\s*$/);
    from = start + part.length;
    return { start, end: from };
  });
  expect(text.slice(from)).toMatch(/^\s*$/);
  return places;
}

const entitiesOf = (text: string): string[] =>
  tt.extractEntitiesWithIndices(text).map(({ indices: [start, end] }) => text.slice(start, end));

it(`${runs} texts: each part is a tweet, and together they are the text, torn at no grapheme, link or tag`, () => {
  const random = seeded(26);
  const seams = new Map(names.map((name) => [name, 0]));
  let [within, compared] = [0, 0];
  for (let n = 0; n < runs; n += 1) {
    const script = names[n % names.length] ?? "Latin";
    const { text, whole } = textOf(random, script);
    const numbered = random.chance(0.3);
    const made = split(text, { numbered });
    if (!made.ok) throw new Error(`${made.message}: ${JSON.stringify(text)}`);
    const about = JSON.stringify({ text, parts: made.parts });
    const of = made.parts.length;
    expect(of, about).toBeLessThanOrEqual(maxParts);
    for (const part of made.parts) if (!isPostable(part).ok) expect.fail(about);
    const isLabelled = numbered && of > 1;
    const parts = made.parts.map((part, at) => {
      if (!isLabelled) return part;
      expect(part.endsWith(` ${at + 1}/${of}`), about).toBe(true);
      return part.slice(0, -` ${at + 1}/${of}`.length);
    });
    for (const part of parts) expect(part, about).toBe(part.trim());
    const places = placesOf(text, parts);
    for (const [at, { start, end }] of places.slice(0, -1).entries()) {
      const next = places[at + 1]?.start ?? 0;
      // None is less than a third full where what follows up to a space would have gone in.
      const ahead = next + (/^\S+(?: \u0301\S+)*/.exec(text.slice(next))?.[0].length ?? 0);
      const isFull = weigh(text.slice(start, end)) > 90 || weigh(text.slice(start, ahead)) > 274;
      expect(isFull, about).toBe(true);
      const window = text.slice(start, next + 40);
      const begins = new Set(Array.from(graphemes.segment(window), ({ index }) => start + index));
      expect(begins.has(end) && begins.has(next), about).toBe(true);
      const isTorn = whole.some((one) => one.start < end && one.end > end);
      expect(isTorn, about).toBe(false);
      const sign = whole.some((one) => one.start === next);
      if (/[#＃@＠$]/.test(text[next] ?? "")) expect(sign, about).toBe(true);
      seams.set(script, (seams.get(script) ?? 0) + 1);
      within += next === end ? 1 : 0;
    }
    // X's library takes time with the square of the length.
    if (text.length < 500 && of > 1) {
      compared += 1;
      expect(parts.flatMap(entitiesOf), about).toEqual(entitiesOf(text));
    }
  }
  for (const [script, count] of seams) expect(count, script).toBeGreaterThan(runs / 100);
  expect(within).toBeGreaterThan(runs / 12);
  expect(compared).toBeGreaterThan(runs / 20);
});
