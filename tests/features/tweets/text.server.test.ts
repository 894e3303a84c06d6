// What a tweet weighs on X, what X takes for a link, and which texts can't be posted at all.
import fc from "fast-check";
import tt from "twitter-text";
import { describe, expect, it } from "vitest";
import { priceOfAll } from "~/features/spending/full-price.server";
import { priceList } from "~/ports/network/call-prices";
import { cashtagsIn, hasLink, hostsIn, isPostable, mentionsIn, unitLimit, weigh } from "~/features/tweets/text.server";

const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "a",
        "é",
        "e\u0301",
        "日",
        "https://linnet.example/a",
        "x.com",
        "🫠",
        "👍🏽",
        " ",
        "\n",
        ".",
        "#1️⃣",
      ),
    )
    .map((parts) => parts.join("")),
);

describe("the weight of a text", () => {
  it("is exact up to 5,000 code units as typed, and beyond them as if each were a link", () => {
    expect(weigh("a".repeat(5_000))).toBe(5_000);
    expect(weigh("a".repeat(5_001))).toBe(23 * 5_001);
    expect(weigh("e\u0301".repeat(2_501))).toBe(23 * 5_002);
  });

  const cases: [kind: string, text: string, weight: number][] = [
    ["nothing", "", 0],
    ["plain words", "Friday deploys are fine.", 24],
    ["line breaks", "one\ntwo\r\nthree", 14],
    ["curly quotes and dashes", "‘We’re’ – “here” — now", 22],
    ["an ellipsis, which is heavier", "Well…", 6],
    ["a long link", "https://linnet.example.com/a/very/long/path?with=a&query=too#and-more", 23],
    ["a short link", "http://x.co", 23],
    ["a link without a protocol", "linnet.com", 23],
    ["a link among words", "Read https://linnet.com/post now", 32],
    ["two links", "x.com x.com", 47],
    ["what only looks like a link", "Node.jsx and v1.2 or end.Begin", 30],
    ["Chinese", "一个小鸟在唱歌", 14],
    ["Japanese and Latin", "Linnetは鳥です", 14],
    ["Korean", "안녕하세요", 10],
    ["Korean in single letters", "안녕".normalize("NFD"), 4],
    ["an accent of its own", "cafe\u0301", 4],
    ["marks that don't compose", "x\u0302\u0301", 3],
    ["Arabic", "مرحبا بالعالم", 13],
    ["Hebrew", "שלום", 4],
    ["Hindi, its marks counted", "नमस्ते", 6],
    ["a direction mark, which is heavier", "a\u200Fb", 4],
    ["a simple emoji", "😀", 2],
    ["a flag", "🇩🇪", 2],
    ["a flag by tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2],
    ["a keycap", "1️⃣", 2],
    ["a skin tone", "👍🏽", 2],
    ["a family", "👩‍👩‍👧‍👦", 2],
    ["a heart with its selector", "❤️", 2],
    ["a melting face (Emoji 14)", "🫠", 2],
    ["heart hands with a skin tone (14)", "🫶🏽", 2],
    ["a phoenix (15.1)", "🐦‍🔥", 2],
    ["a shaking head (15.1)", "🙂‍↔️", 2],
    ["a face with bags under its eyes (16)", "🫩", 2],
    ["two people, two skin tones (12)", "👩🏻‍🤝‍👩🏿", 2],
    ["digits, not keycaps", "1 2 3 # *", 9],
    ["an emoji right after a link", "https://x.com🫠", 25],
  ];
  it.each(cases)("of %s", (_kind, text, weight) => {
    expect(weigh(text)).toBe(weight);
  });

  it("is the same for every way to write the same characters", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(weigh(text.normalize("NFD"))).toBe(weigh(text.normalize("NFC")));
        expect(weigh(text)).toBe(weigh(text.normalize("NFC")));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is the library's own for plain texts, though the library isn't asked", () => {
    const plain = fc.string({ unit: fc.constantFrom(..."ab Z09.,:/#@$\n\t’–“”"), maxLength: 300 });
    fc.assert(
      fc.property(plain, (text) => {
        expect(weigh(text)).toBe(tt.parseTweet(text).weightedLength);
      }),
      { numRuns: 3_000 },
    );
  });

  it("grows by exactly what is added behind a space", () => {
    const more = fc.constantFrom<[string, number]>(
      ["a", 1],
      ["日", 2],
      ["🐦‍🔥", 2],
      ["linnet.com", 23],
      ["https://x.com/a", 23],
    );
    fc.assert(
      fc.property(anyText, more, (text, [word, weight]) => {
        expect(weigh(`${text} ${word}`)).toBe(weigh(text) + 1 + weight);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is beyond any doubt, and grows, above 5,000 code units", () => {
    for (const piece of ["a", "日", "x.co ", "🫠", "x.co日"]) {
      const text = piece.repeat(Math.ceil((unitLimit + 1) / piece.length));
      expect(weigh(text)).toBeGreaterThan(280);
      expect(weigh(text)).toBeGreaterThan(weigh(text.slice(0, unitLimit)));
      expect(weigh(text + piece)).toBeGreaterThan(weigh(text));
    }
  });

  it.each(["a.", "日.", "\uFB2C."])(
    "of forty thousand units of %j takes no longer than of the five thousand allowed",
    (piece) => {
      const time = (units: number): number => {
        const text = piece.repeat(units / 2);
        // Of the processor: a busy machine makes a clock's time as long as it likes.
        const times = Array.from({ length: 5 }, () => {
          const before = process.cpuUsage();
          weigh(text);
          return process.cpuUsage(before).user / 1_000;
        });
        return Math.min(...times);
      };
      // Untamed it would take 64 times as long; half of that leaves room for a busy machine.
      expect(time(8 * unitLimit)).toBeLessThan(32 * Math.max(time(unitLimit), 1));
    },
  );
});

describe("a link", () => {
  it.each([
    "https://x.com",
    "see http://linnet.example.com/a.",
    "linnet.com",
    "(linnet.com)",
    "看https://x.com看",
    "LINNET.COM/a",
  ])("is in %j", (text) => {
    expect(hasLink(text)).toBe(true);
  });

  it.each([
    "",
    "plain",
    "v1.2.3",
    "end.Begin",
    "a@linnet.com",
    "$12.50",
    "Wait...what",
    "https://",
    "http://localhost",
  ])("is not in %j", (text) => {
    expect(hasLink(text)).toBe(false);
  });

  it.each([0, 4_990, 5_000, 24_000])("is found behind %i characters, with its host, mention and cashtag", (length) => {
    const text = `${"a ".repeat(length / 2)}https://x.com @linnet $LNT`;
    expect([hasLink(text), hostsIn(text), mentionsIn(text), cashtagsIn(text)]).toEqual([
      true,
      ["x.com"],
      ["linnet"],
      ["LNT"],
    ]);
    expect(priceOfAll([{ content: text, pictures: [] }])).toBe(priceList.postWithLink);
  });
});

describe("a text to post", () => {
  it("may weigh 280 and no more", () => {
    expect(isPostable("a".repeat(280))).toEqual({ ok: true, length: 280 });
    expect(isPostable("日".repeat(140))).toEqual({ ok: true, length: 280 });
    expect(isPostable("🐦‍🔥".repeat(140))).toEqual({ ok: true, length: 280 });
    expect(isPostable("a".repeat(294))).toEqual({
      ok: false,
      code: "too_long",
      message: "14 characters over the limit (294 of 280).",
    });
  });

  it("may have a link longer than 280 characters", () => {
    expect(isPostable(`Look: https://linnet.com/${"a".repeat(1_000)}`)).toEqual({ ok: true, length: 29 });
  });

  it("is taken as it is, spaces at its ends counted", () => {
    expect(isPostable("  a ")).toEqual({ ok: true, length: 4 });
  });

  it.each(["", " ", "\n\t ", "\u3000"])("can't be empty, as %j is", (text) => {
    expect(isPostable(text)).toMatchObject({ ok: false, code: "empty", message: "Write something first." });
  });

  it("can't have more than 5,000 code units, however little they weigh", () => {
    const links = `https://linnet.com/${"a".repeat(4_000)} https://linnet.com/${"b".repeat(1_000)}`;
    expect(isPostable(links)).toMatchObject({ ok: false, code: "too_many_units" });
    expect(isPostable("\uFB2C".repeat(2_000))).toMatchObject({ ok: false, code: "too_many_units" });
  });

  it.each(["\uFFFE", "\uFEFF", "\uFFFF", "\uD83D", "\uDE00", "\uDE00\uD83D"])("can't have %j in it", (character) => {
    for (const text of [`a${character}`, `${character}a`, `a${character}b`])
      expect(isPostable(text)).toMatchObject({ ok: false, code: "invalid_characters" });
  });

  it("is refused for a character wherever the library refuses it", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const judged = isPostable(text);
        if (judged.ok) expect(tt.hasInvalidCharacters(text)).toBe(false);
        if (judged.ok) expect(judged.length).toBe(weigh(text));
      }),
      { numRuns: 1_000 },
    );
  });
});
