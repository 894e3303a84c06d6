// A long text becomes the parts of a thread: where it is cut, where never, what is refused, and that it takes no time to speak of.
import { describe, expect, it } from "vitest";
import { weigh } from "~/features/tweets/text.server";
import { maxParts, maxThreadUnits, split } from "~/features/threads/threads.server";

const partsOf = (text: string, numbered = false): string[] => {
  const made = split(text, { numbered });
  if (!made.ok) throw new Error(made.message);
  return made.parts;
};
const codeOf = (text: string, numbered = false) => {
  const made = split(text, { numbered });
  return made.ok ? `${made.parts.length} parts` : made.code;
};

/** So many words of nine letters, each ten with its space. */
const words = (count: number): string => Array.from({ length: count }, (_, n) => `word${n}`.padEnd(9, "x")).join(" ");

describe("a text is cut", () => {
  it("nowhere where it is a tweet, whatever white space is around it", () => {
    expect(partsOf("One thought.")).toEqual(["One thought."]);
    expect(partsOf(" \n One\n\nthought. \u3000\t")).toEqual(["One\n\nthought."]);
    expect(partsOf("x".repeat(280))).toEqual(["x".repeat(280)]);
  });

  it("at the end of a paragraph, though more of the next would fit", () => {
    const [first, second] = [words(15), words(25)];
    expect(partsOf(`${first}\n\n${second}`)).toEqual([first, second]);
    expect(partsOf(`${first}\r\n \r\n${second}`)).toEqual([first, second]);
  });

  it("at a line's end as at a paragraph's, where there is no empty line", () => {
    const [first, second] = [words(15), words(25)];
    expect(partsOf(`${first}\n${second}`)).toEqual([first, second]);
    expect(partsOf(`${words(12)}\n\n${first}\n${second}`)).toEqual([words(12), first, second]);
  });

  it("with several paragraphs in a part where they fit", () => {
    const short = words(8);
    expect(partsOf([short, short, short, short].join("\n\n"))).toEqual([[short, short, short].join("\n\n"), short]);
  });

  it("further on where a paragraph would leave less than a third of a part", () => {
    const parts = partsOf(`A heading\n\n${words(40)}`);
    expect(parts[0]).toMatch(/^A heading\n\nword0/);
    expect(weigh(parts[0] ?? "")).toBeGreaterThan(260);
  });

  it("at the end of a sentence that leaves a part half full, else at a word", () => {
    const sentence = (count: number) => `W${words(count).slice(1)}.`;
    expect(partsOf(`${sentence(16)} ${sentence(20)}`)).toEqual([sentence(16), sentence(20)]);
    expect(weigh(partsOf(`${sentence(10)} ${sentence(25)}`)[0] ?? "")).toBeGreaterThan(260);
    expect(partsOf(`${words(16)}?” ${sentence(20)}`)).toEqual([`${words(16)}?”`, sentence(20)]);
  });

  it("behind no number, initial or dot before a small letter as if that ended a sentence", () => {
    for (const end of ["1.", "J.", "etc."]) {
      const [part = ""] = partsOf(`${words(16)} ${end} ${end === "etc." ? "" : "W"}${words(20)}`);
      expect(part.endsWith(end), part).toBe(false);
    }
  });

  it("at words where it has no sentences, each part as full as they let it be", () => {
    const parts = partsOf(words(60));
    expect(parts.map(weigh)).toEqual([279, 279, 39]);
    expect(parts.join(" ")).toBe(words(60));
  });

  it("between the words of scripts without spaces, by their sentences where it can be", () => {
    const chinese = "我们今天去北京看看。".repeat(40);
    const parts = partsOf(chinese);
    expect(parts.join("")).toBe(chinese);
    expect(parts.every((part) => part.endsWith("。"))).toBe(true);
    const thai = "สวัสดีครับผมชื่อสมชาย".repeat(40);
    expect(partsOf(thai).join("")).toBe(thai);
    const kana = partsOf("これはテストですよ、".repeat(40));
    expect(kana.filter((part) => /^[、っゃゅょー]/.test(part))).toEqual([]);
  });

  it("between emoji, never in one", () => {
    const family = "👩‍👩‍👧‍👦";
    expect(partsOf(family.repeat(300)).map((part) => part.length / family.length)).toEqual([140, 140, 20]);
    const flags = "🇩🇪".repeat(200);
    expect(partsOf(flags).join("")).toBe(flags);
    expect(partsOf(flags).map(weigh)).toEqual([280, 120]);
  });

  it("at no word's edge that lies within a character", () => {
    const [after, before] = [partsOf("鸟\u0E33".repeat(200)), partsOf("\u06DD鸟".repeat(200))];
    expect([after.length, before.length]).toEqual([3, 3]);
    expect([...after, ...before].filter((part) => /^\u0E33|\u06DD$/.test(part))).toEqual([]);
  });

  it("at no white space that is one character with its neighbour", () => {
    const lone = `a \u0301b`;
    const parts = partsOf(`${"c".repeat(277)} ${lone} ${words(3)}`);
    expect(parts[1]?.startsWith(lone)).toBe(true);
  });
});

describe("a link, a mention and a hashtag stay whole", () => {
  const fill = (weight: number) => "あ".repeat(Math.floor((280 - weight) / 2));

  it.each([
    ["https://linnet.example/a?b=c", "を見て"],
    ["https://linnet.com", "を見て"],
    ["http://例え.jp/way", "を見て"],
    ["linnet.com/abc", "を見て"],
    ["@wren_of_linnet", "さん"],
    ["＠wren", "さん"],
    ["#鳥とプログラミング", "。また"],
    ["＃鳥とプログラミング", "。また"],
    ["$LNT", "を"],
  ])("%s among ideographs", (entity, after) => {
    for (let left = 0; left < 40; left += 1) {
      const text = `${fill(left)}、${entity}${after}${fill(0)}`;
      const parts = partsOf(text);
      expect(parts.join("")).toBe(text);
      expect(parts.filter((part) => part.includes(entity))).toHaveLength(1);
    }
  });

  it("and no part is cut beside a sign that begins no hashtag: apart from what is before it, it might begin one", () => {
    for (let left = 0; left < 20; left += 1) {
      for (const text of ["C#言語", "言語#タグ", "言語＃linnet.com"]) {
        const parts = partsOf(`${fill(left)}${text}、${fill(0)}`);
        expect(parts.filter((part) => /^#|＃$/.test(part))).toEqual([]);
      }
    }
    expect(codeOf("語＃".repeat(200))).toBe("word_too_long");
  });

  it("and a long link is weighed as any, twelve to a part", () => {
    const links = Array.from({ length: 30 }, (_, n) => `https://linnet.com/${n}/${"a".repeat(300)}`);
    const parts = partsOf(links.join(" "));
    expect(parts.join(" ")).toBe(links.join(" "));
    expect(parts).toHaveLength(3);
  });

  it("and links of thousands of code units are as many to a part as a tweet can hold", () => {
    const links = Array.from({ length: 6 }, (_, n) => `https://linnet.com/${n}/${"a/".repeat(1_200)}`);
    expect(partsOf(links.join("\n"))).toHaveLength(3);
  });
});

describe("numbered", () => {
  it("each part ends with its number, which is counted", () => {
    const parts = partsOf(words(60), true);
    expect(parts.map((part) => part.slice(-4))).toEqual([" 1/3", " 2/3", " 3/3"]);
    expect(parts.map(weigh).every((weight) => weight <= 280)).toBe(true);
    expect(parts.map((part) => part.slice(0, -4)).join(" ")).toBe(words(60));
  });

  it("a tweet alone has none", () => {
    expect(partsOf("x".repeat(280), true)).toEqual(["x".repeat(280)]);
  });

  it("ten parts and more have room for two digits", () => {
    // Exactly as wide as leaves room for " 9/9" and not for " 10/10".
    const word = "x".repeat(276);
    expect(partsOf(Array.from({ length: 9 }, () => word).join(" "), true)).toHaveLength(9);
    expect(codeOf(Array.from({ length: 10 }, () => word).join(" "), true)).toBe("word_too_long");
    const parts = partsOf(Array.from({ length: 12 }, () => "x".repeat(274)).join(" "), true);
    expect(parts[0]?.endsWith(" 1/12")).toBe(true);
    expect(parts[11]).toBe(`${"x".repeat(274)} 12/12`);
  });

  it("a link before a number stays one", () => {
    const links = Array.from({ length: 20 }, (_, n) => `linnet.com/${n}`);
    const parts = partsOf(links.join(" "), true);
    expect(parts.map(weigh)).toEqual([11 * 23 + 10 + 4, 9 * 23 + 8 + 4]);
  });
});

describe("refused is", () => {
  it("what has no words", () => {
    for (const text of ["", " ", "\n\u3000\u2003", " ".repeat(maxThreadUnits)]) expect(codeOf(text)).toBe("empty");
  });

  it("a word longer than a tweet, by its beginning", () => {
    expect(split(`short ${"x".repeat(281)}`, { numbered: false })).toEqual({
      ok: false,
      code: "word_too_long",
      message: `“${"x".repeat(30)}…” is too long for a tweet and can’t be split. Shorten it.`,
    });
    expect(codeOf("слово".repeat(57))).toBe("word_too_long");
    expect(codeOf("👩‍".repeat(300))).toBe("word_too_long");
    expect(codeOf(`あ${"#い".repeat(1)}${"い".repeat(140)} #${"い".repeat(140)}`)).toBe("word_too_long");
    expect(codeOf(`https://linnet.com/${"a".repeat(5_000)}`)).toBe("word_too_long");
  });

  it("more than 25 parts, and not what fits only where each is filled to its last word", () => {
    const full = Array.from({ length: maxParts }, () => "x".repeat(280));
    expect(codeOf(full.join(" "))).toBe("25 parts");
    expect(codeOf([...full, "x"].join(" "))).toBe("too_many_parts");
    // Two thirds of each part would be wasted by the ends of these paragraphs.
    const paragraph = `${words(14)}\n\n${words(15)}`;
    expect(codeOf(Array.from({ length: 23 }, () => paragraph).join("\n\n"))).toBe("25 parts");
  });

  it("a text longer than 25 tweets' code units", () => {
    expect(codeOf(`a${" ".repeat(maxThreadUnits - 2)}b`)).toBe("2 parts");
    expect(codeOf(`a${" ".repeat(maxThreadUnits - 1)}b`)).toBe("too_many_parts");
  });

  it.each(["a\uFEFFb", "a\uFFFEb", "a \uFEFF b", "a\uD800b", `${words(40)}\uFEFF`])(
    "a character that no tweet may hold: %j",
    (text) => {
      expect(codeOf(text)).toBe("invalid_characters");
    },
  );
});
