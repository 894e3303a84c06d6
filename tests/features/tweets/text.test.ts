// Previews, cuts and fingerprints: no character is torn, and what is the same tweet in other clothes folds to one form.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { truncate, fingerprint, foldWords, placeholder, preview } from "~/features/tweets/text";

const anyText = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.lorem());
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const characters = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

describe("a preview", () => {
  it.each([
    ["I price by the job that gets done", "I price by…"],
    ["  one\n\ntwo\tthree  four ", "one two three…"],
    ["Ship it today", "Ship it today…"],
    ["Two words", "Two words…"],
    ["One", "One…"],
    ["", "…"],
    ["今天我很高兴地告诉大家一个消息", "今天我很高兴地告…"],
    ["小鸟", "小鸟…"],
    ["Linnet は小さな鳥ですよねえ本当に", "Linnet は小さな鳥ですよ…"],
    ["안녕하세요 여러분 오늘은 맑아요", "안녕하세요 여러분 오늘은…"],
    ["👩‍👩‍👧‍👦 is 🫶🏽 more", "👩‍👩‍👧‍👦 is 🫶🏽…"],
    ["https://linnet.example.com/a/very/long/path is here now", "https://linnet.example.com/a/very/long/path is here…"],
  ])("of %j is %j", (text, shown) => {
    expect(preview(text)).toBe(shown);
  });

  it("never tears a character, has at most three words and always its ellipsis", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = preview(text);
        expect(shown.endsWith("…")).toBe(true);
        expect(shown.split(" ").length).toBeLessThanOrEqual(3);
        expect(shown).not.toMatch(/\s\s|[\n\t]/);
        expect(text.trim().replace(/\s+/g, " ").startsWith(shown.slice(0, -1))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("counts characters, not code units, where it must cut a word", () => {
    expect(preview("か\u3099".repeat(20))).toBe(`${"か\u3099".repeat(8)}…`);
  });
});

describe("a cut", () => {
  it("leaves what fits", () => {
    expect(truncate("a".repeat(100), 100)).toBe("a".repeat(100));
    expect(truncate("👩‍👩‍👧‍👦".repeat(100), 100)).toBe("👩‍👩‍👧‍👦".repeat(100));
  });

  it("keeps as many characters as allowed and says that there is more", () => {
    expect(truncate("a".repeat(101), 100)).toBe(`${"a".repeat(100)}…`);
    expect(truncate("Plain words here", 6)).toBe("Plain…");
  });

  it("never tears a character", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, max) => {
        const kept = characters(text).slice(0, max).join("");
        expect(truncate(text, max)).toBe(kept === text ? text : `${kept.trimEnd()}…`);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a fingerprint", () => {
  const plain = "Friday deploys are fine, if you can undo them";

  it.each([
    ["case", "FRIDAY Deploys are fine, if you can undo them"],
    ["spaces and lines", "  Friday deploys\n\nare fine,\tif you can  undo them "],
    ["a space that doesn't break", "Friday\u00A0deploys are fine, if you can undo them"],
    ["a zero-width space", "Friday \u200Bdeploys are fine, if you can undo them"],
    ["the full stop", `${plain}.`],
    ["several marks", `${plain} ...?!”`],
    ["a link at the end", `${plain}: https://linnet.com/a?b=c#d`],
    ["a link in the middle", "Friday deploys http://x.co are fine, if you can undo them"],
    ["a link without a protocol", `${plain} linnet.com/post/1`],
    ["a link by www", `${plain} www.linnet.com`],
  ])("disregards %s", (_what, text) => {
    expect(fingerprint(text)).toBe(fingerprint(plain));
  });

  it("disregards how an accent is written, and the case of ß and sigma", () => {
    expect(fingerprint("Cafe\u0301")).toBe(fingerprint("CAFÉ"));
    expect(fingerprint("Straße")).toBe(fingerprint("STRASSE"));
    expect(fingerprint("Ὀδυσσεύς")).toBe(fingerprint("ὈΔΥΣΣΕΎΣ"));
  });

  it("differs for other words, numbers, inner marks and emoji", () => {
    const prints = [
      "Version 1.2 is out",
      "Version 1.3 is out",
      "Version 12 is out",
      "Version 1.2 is out 🎉",
      "Is out",
    ].map(fingerprint);
    expect(new Set(prints).size).toBe(5);
  });

  it("keeps the words behind a link that has no space after it", () => {
    expect(fingerprint("看https://x.co/a很好")).toBe(fingerprint("看 很好"));
    expect(fingerprint("看https://x.co/a很好")).not.toBe(fingerprint("看https://x.co/a不好"));
  });

  it("tells two links apart where there is nothing else", () => {
    expect(fingerprint("https://x.co/a")).not.toBe(fingerprint("https://x.co/b"));
    expect(fingerprint("!!!")).not.toBe(fingerprint("???"));
  });

  it("is never empty for a text with something in it, and doesn't care for NFC, outer spaces or a full stop", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        if (text.trim() === "") return;
        expect(fingerprint(text)).not.toBe("");
        expect(fingerprint(text.normalize("NFD"))).toBe(fingerprint(text));
        expect(fingerprint(`\n ${text}  `)).toBe(fingerprint(text));
        expect(fingerprint(`word ${text}.`)).toBe(fingerprint(`word ${text}`));
      }),
      { numRuns: 2_000 },
    );
  });

  it("has at most 620 code units, is whole, and tells two long texts apart exactly where their folds are two", () => {
    const piece = fc.constantFrom("é", "日", "👩‍🚀", "tea ", "ſ", "ﬀ", "\n");
    const long = fc.array(piece, { minLength: 300, maxLength: 700 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(long, fc.nat(699), piece, (text, at, other) => {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        const [print, second] = [fingerprint(text), fingerprint(changed)];
        expect(print.length).toBeLessThanOrEqual(620);
        expect(print).not.toMatch(/\p{Cs}/u);
        expect(Buffer.byteLength(print)).toBeLessThan(2_000);
        expect(print === second).toBe(foldWords(text) === foldWords(changed));
      }),
      { numRuns: 1_000 },
    );
  });
});

it("a placeholder names the tweet it stands for", () => {
  expect(placeholder(42)).toBe("Tweet #42 (Loading content...)");
});
