// The sample of test mode: as true of its own text as an analysis is of a person's.
import { expect, it } from "vitest";
import { examples, sample } from "~/features/analysis/examples";
import { criteria } from "~/features/analysis/score";

it("quotes nothing that does not stand in its own description", () => {
  const quotes = sample.criteria.flatMap(({ words }) => words);
  expect(quotes.length).toBeGreaterThan(4);
  for (const quote of quotes) expect(sample.content).toContain(quote);
});

it("scores by the criteria and weights of every analysis, and its score is their sum", () => {
  expect(sample.criteria.map(({ name, weight }) => ({ name, weight }))).toEqual(
    criteria.map(({ name, weight }) => ({ name, weight })),
  );
  const sum = sample.criteria.reduce((total, { weight, points }) => total + weight * points, 0);
  expect(sum / 100).toBeCloseTo(sample.score, 5);
});

it("claims nothing in its summary that its description does not say", () => {
  const stem = (word: string) => word.toLowerCase().slice(0, 5);
  const said = new Set(sample.content.match(/[\p{L}-]{5,}/gu)?.map(stem));
  const known = new Set([...said, ...["makes", "still", "their", "theirs"].map(stem)]);
  expect((sample.summary.match(/[\p{L}-]{5,}/gu) ?? []).filter((word) => !known.has(stem(word)))).toEqual([]);
});

it("is one of several examples that each fill a field of several lines", () => {
  for (const { text } of [...examples, { text: sample.content }]) expect(text.length).toBeGreaterThan(110);
});
