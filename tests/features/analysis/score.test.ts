// The score: the weighted sum of what the description's own words earned, and nothing else.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseImprovements, chooseTags, criteria, explainScore, findWords, verdict } from "~/features/analysis/score";
import { criterionNames, type Judgement } from "~/ports/ai/product";

const text = "A booking page for small sailing schools.\nIt’s “unlike” a newsletter: 9 of 10 seats sail full. Try it.";
const judged = (change: Partial<Record<(typeof criterionNames)[number], Partial<Judgement>>> = {}) =>
  Object.fromEntries(
    criterionNames.map((name) => [name, { points: 0, why: "why", words: [], ...change[name] }]),
  ) as unknown as Record<(typeof criterionNames)[number], Judgement>;

it("weighs to a hundred, over the criteria that the writer is asked for", () => {
  expect(criteria.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  expect(criteria.map(({ name }) => name)).toEqual(criterionNames);
});

it("adds up what was earned", () => {
  const score = explainScore(
    text,
    judged({
      clarity: { points: 8, words: ["A booking page"] },
      audience: { points: 10, words: ["small sailing schools"] },
      proof: { points: 5, words: ["9 of 10 seats"] },
    }),
  );
  expect(score.tenths).toBe((80 * 25 + 100 * 20 + 50 * 15) / 100 + 0.5);
  expect(score.criteria.map(({ points }) => points)).toEqual([8, 10, 0, 5, 0]);
});

describe("words that are not in the description", () => {
  it("earn nothing", () => {
    const {
      tenths,
      criteria: [clarity],
    } = explainScore(
      text,
      judged({ clarity: { points: 10, words: ["the best product ever"], why: "It is the best." } }),
    );
    expect(tenths).toBe(0);
    expect(clarity).toMatchObject({ points: 0, words: [], why: criteria[0]?.missing });
  });

  it("take their share of what true ones earned", () => {
    const [clarity] = explainScore(
      text,
      judged({ clarity: { points: 9, words: ["booking page", "loved by thousands", "sailing schools"] } }),
    ).criteria;
    expect(clarity).toMatchObject({ points: 6, words: ["booking page", "sailing schools"] });
  });

  it("no words, no points", () => {
    expect(explainScore(text, judged({ proof: { points: 10 } })).tenths).toBe(0);
  });
});

it.each([
  ["a BOOKING page", "A booking page"],
  ["sailing schools. it's", "sailing schools.\nIt’s"],
  ['"unlike" a newsletter', "unlike” a newsletter"],
  ["“small   sailing schools”", "small sailing schools"],
  ["ailing", null],
  ["school", null],
  ["9 of 1", null],
  ["…", null],
  ["", null],
  [".*", null],
  ["(?=", null],
  ["Try it.", "Try it"],
])("finds %j as the description says it: %j", (words, found) => {
  expect(findWords(text, words)).toBe(found);
});

it("finds words where none are set apart", () => {
  expect(findWords("这是一个面向小型帆船学校的预订页面。", "小型帆船学校")).toBe("小型帆船学校");
  expect(findWords("猫カフェの楽しみ方", "カフェ")).toBe("カフェ");
});

it("looks at each end of a quotation by itself where scripts are mixed", () => {
  expect(findWords("AI写作工具", "AI写作")).toBe("AI写作");
  expect(findWords("OpenAI写作工具", "AI写作")).toBeNull();
  expect(findWords("这是写作AI", "写作AI")).toBe("写作AI");
  expect(findWords("这是写作AIs", "写作AI")).toBeNull();
});

it("keeps every score within 0 and 10 and in tenths, whatever the writer says", () => {
  const anyJudgement = fc.record({
    points: fc.oneof(fc.double(), fc.constantFrom(-5, 11, 999, NaN, Infinity)),
    why: fc.string({ unit: "binary" }),
    words: fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("A booking page", "sailing", "(", "\\"))),
  });
  const all = fc.record(Object.fromEntries(criterionNames.map((name) => [name, anyJudgement])));
  fc.assert(
    fc.property(all, (given) => {
      const score = explainScore(text, given as Record<(typeof criterionNames)[number], Judgement>);
      expect(Number.isInteger(score.tenths) && score.tenths >= 0 && score.tenths <= 100).toBe(true);
      for (const { points, words, why } of score.criteria) {
        expect(points).toBeGreaterThanOrEqual(0);
        expect(points).toBeLessThanOrEqual(10);
        expect(Math.round(points * 10) / 10).toBe(points);
        expect(why).not.toBe("");
        for (const quote of words) expect(text).toContain(quote);
        if (words.length === 0) expect(points).toBe(0);
      }
    }),
  );
});

it("names three improvements, ours where the writer has too few", () => {
  const score = explainScore(text, judged({ clarity: { points: 9, words: ["booking page"] } }));
  expect(chooseImprovements(["One.", "Two.", "Three.", "Four."], score)).toEqual(["One.", "Two.", "Three."]);
  const filled = chooseImprovements([" Say\nmore. ", ""], score);
  expect(filled).toEqual(["Say more.", criteria[2]?.advice, criteria[1]?.advice]);
});

it("keeps tags short, each once", () => {
  expect(chooseTags(["#Sailing", "sailing", " ", "Small\nbusiness", "x".repeat(90)])).toEqual([
    "Sailing",
    "Small business",
    `${"x".repeat(39)}…`,
  ]);
});

it("puts the score into words", () => {
  const score = explainScore(text, judged({ clarity: { points: 9, words: ["booking page"] } }));
  expect(verdict(score, 85)).toBe("Strong. Weakest: audience");
  expect(verdict({ criteria: score.criteria.slice(0, 1) }, 85)).toBe("Strong");
});
