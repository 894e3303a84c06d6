// The parts of the product's analysis in every state, as a file says them: `-u` writes the files anew, to be read.
import { expect, test } from "vitest";
import { ProductComposer } from "~/features/analysis/composer";
import { sample } from "~/features/analysis/examples";
import { Description, Improvements, type ResultView, ScoreCard, Why } from "~/features/analysis/result";
import { outlines } from "./outline";
import { render, renderBusy } from "./render";

const file = (name: string) => `./outlines/${name}.txt`;

test("the question asks for a product, begins from examples and says what went wrong", async () => {
  const asked = (value: string, error: string | null = null) => (
    <ProductComposer
      value={value}
      error={error}
      missing="Please describe the product first"
      exampleHref={(name) => `/product-analyse?example=${name}`}
    />
  );
  const kinds = {
    empty: render(asked("")),
    "with words, refused": render(asked("A tea shop", "The description is too long")),
    "on its way": renderBusy(asked("A tea shop"), { intent: "analyse" }),
    "while something else is on its way": renderBusy(asked("A tea shop"), { intent: "generate" }),
  };
  await expect(await outlines(kinds)).toMatchFileSnapshot(file("product-question"));
});

const done: ResultView = {
  own: sample.content,
  summary: sample.summary,
  tags: sample.tags,
  score: 8.5,
  word: "Strong, short of proof",
  criteria: sample.criteria,
  improvements: sample.improvements,
  contentType: "Product description",
  when: "19 Nov 2026, 14:11",
  whenIso: "2026-11-19T14:11:00Z",
  status: "completed",
};
const none = { summary: "", tags: [], score: null, criteria: [], improvements: [] };
const kinds: Record<string, ResultView> = {
  completed: done,
  "completed, of test mode": { ...done, isSample: true },
  "completed, with little to quote": {
    ...done,
    score: 0,
    tags: ["Tea"],
    criteria: sample.criteria.slice(0, 1).map((one) => ({ ...one, points: 0, words: [] })),
  },
  "full marks": { ...done, score: 10 },
  pending: { ...done, ...none, status: "pending" },
  failed: { ...done, ...none, status: "failed" },
};

test.each([
  ["description", (of: ResultView) => <Description of={of} />],
  ["reasons", (of: ResultView) => <Why of={of} />],
  ["improvements", (of: ResultView) => <Improvements items={of.improvements} />],
  ["score", (of: ResultView) => <ScoreCard of={of} />],
] as const)("the %s of a result show what it has, and say what it has not", async (name, part) => {
  const each = Object.fromEntries(Object.entries(kinds).map(([kind, of]) => [kind, render(part(of))]));
  await expect(await outlines(each)).toMatchFileSnapshot(file(`analysis-${name}`));
});
