// What a hostile text costs: how much of it X's library is given, whose time grows with the square of the length.
import fc from "fast-check";
import tt from "twitter-text";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { hasLink, isPostable, knownOf, unitLimit, weigh, weighOnce } from "~/features/tweets/text.server";
import { hostileTexts } from "../../bench/hostile-texts.mjs";

let looked: MockInstance<typeof tt.extractUrlsWithIndices>;
let extracted: MockInstance<typeof tt.extractUrls>;
let weighed: MockInstance<typeof tt.parseTweet>;
beforeEach(() => {
  looked = vi.spyOn(tt, "extractUrlsWithIndices");
  extracted = vi.spyOn(tt, "extractUrls");
  weighed = vi.spyOn(tt, "parseTweet");
});
afterEach(() => vi.restoreAllMocks());

/** What the library was given: the square of each run of letters, seven times that beyond Latin, a plain word's length. */
function costOf(calls: [string, ...unknown[]][]): number {
  const runs = calls.flatMap(([text]) => text.split(/[\s!-,/:-@[-^`{-~]/u));
  return runs.reduce((cost, run) => {
    if (/^[a-z0-9]*$/i.test(run)) return cost + run.length;
    return cost + run.length ** 2 * (/^[\0-\u024F]*$/.test(run) ? 1 : 7);
  }, 0);
}

it("of a thousand hostile texts the library is given what it can look through at once, and weighs none", () => {
  for (const text of hostileTexts()) {
    expect(text.length).toBeLessThanOrEqual(unitLimit);
    vi.clearAllMocks();
    weighOnce(text);
    expect(weighed.mock.calls.length).toBe(0);
    const calls = [...looked.mock.calls, ...extracted.mock.calls] as [string, ...unknown[]][];
    expect(calls.length, text.slice(0, 40)).toBeLessThanOrEqual(100);
    expect(costOf(calls), text.slice(0, 40)).toBeLessThanOrEqual(600_000);
  }
});

it.each(["日.", "a.", "a-", "a.co ", "com.日", "а.b-"])(
  "a text of %j and nothing else is far too long, unlooked at",
  (piece) => {
    const text = `${piece.repeat(Math.floor((unitLimit - 4) / piece.length))}.com`;
    expect(weigh(text)).toBeGreaterThan(unitLimit);
    expect(hasLink(text)).toBe(true);
    expect(isPostable(text)).toMatchObject({ ok: false, code: "too_many_units" });
    expect(looked.mock.calls.length + extracted.mock.calls.length + weighed.mock.calls.length).toBe(0);
  },
);

it.each(["🇩🇪", "👍🏽", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩🏽‍❤️‍💋‍👨🏽", "1️⃣"])("as many of %s as fit count exactly, and one more is too much", (one) => {
  expect(weigh(one.repeat(140))).toBe(280);
  expect(isPostable(one.repeat(140))).toEqual({ ok: true, length: 280 });
  for (const count of [141, 300]) {
    const text = one.repeat(Math.min(count, Math.floor(unitLimit / one.length)));
    expect(weigh(text)).toBeGreaterThan(280);
    expect(isPostable(text)).toMatchObject({ ok: false, code: "too_long" });
  }
});

it("more emoji than fit are counted one by one, never as less than they weigh", () => {
  const text = "👍🏽".repeat(1_000);
  expect(weigh(text)).toBe(4_000);
  expect(weigh("👍🏽".repeat(420))).toBe(840);
});

it("what an edit box would ask for is looked at piece by piece, each once", () => {
  knownOf("Read linnet.com and x.com, then end.Begin");
  expect(looked.mock.calls.length).toBe(3);
  expect(extracted.mock.calls.length).toBe(0);
});

const part = fc.constantFrom(
  ..."aZ9é日я.-_@#$/:?=&,;()'\"\u0301\u202E\u200D\uFEFF\u3000 \n",
  "e\u0301",
  "x.com",
  "linnet.example",
  "https://linnet.com/a.b?c=d",
  "http://例え.jp/",
  "日本x.com/日",
  "t.co/abc",
  "https://t.co/abcdefghij",
  "👩‍👩‍👧‍👦",
  "🫠",
  "🇩🇪",
  "🇩",
  "1️⃣",
  "©",
  ".com",
  "$1",
  "$&",
);

it("whatever is within it is weighed as the library weighs the whole", () => {
  const emoji = new RegExp("\\p{RGI_Emoji}", "gv");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      const whole = text.normalize("NFC").replace(emoji, "\u{1F600}");
      const { weight, hasLink: seen } = weighOnce(text);
      if (weight > 23 * 4_999) return;
      expect(weight, JSON.stringify(text)).toBe(tt.parseTweet(whole).weightedLength);
      expect(seen).toBe(tt.extractUrls(whole).length > 0);
    }),
    { numRuns: 3_000 },
  );
});

it("a post of twelve links, or with a long token in a link, is none of these", () => {
  const links = Array.from({ length: 11 }, (_, n) => `https://linnet.example.com/${n}/${"path.to-it/".repeat(20)}`);
  expect(weigh(links.join(" "))).toBe(11 * 23 + 10);
  const token = ["a".repeat(60), "b-_9".repeat(120), "c".repeat(86)].join(".");
  expect(weigh(`https://linnet.com/in?token=${token}`)).toBe(23);
  expect(isPostable(`${"日".repeat(139)}.`)).toMatchObject({ ok: true });
  expect(isPostable("a.".repeat(140))).toMatchObject({ ok: true, length: 280 });
  expect(isPostable("я.".repeat(140))).toMatchObject({ ok: true });
});
