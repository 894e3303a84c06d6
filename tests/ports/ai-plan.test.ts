// The plan of forms: varied by itself, and away from what was posted last.
import fc from "fast-check";
import { expect, it } from "vitest";
import { drawPlan, type Form, forms, lengths } from "~/ports/ai/plan";
import { readPrompts } from "~/ports/ai/prompts.server";

/** A fixed sequence of numbers in [0, 1) from a seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807 + 11) % 2_147_483_647) / 2_147_483_647;
}
const seed = fc.integer({ min: 1, max: 1e6 });
const recent = fc.array(fc.constantFrom(...forms), { maxLength: 10 });

it("has no form twice in five, one question at most, a short and a long post", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), recent, seed, (count, posted, seed) => {
      const plan = drawPlan({ count, recent: posted, random: sequence(seed) });
      expect(plan).toHaveLength(count);
      for (const at of plan.keys()) {
        const five = plan.slice(at, at + 5).map(({ form }) => form);
        expect(new Set(five).size, JSON.stringify(plan)).toBe(five.length);
      }
      expect(plan.filter(({ form }) => form === "question").length).toBeLessThanOrEqual(1);
      const drawn = new Set(plan.map(({ length }) => length));
      expect([drawn.has("short"), drawn.has("long")], JSON.stringify(plan)).toEqual([true, true]);
    }),
  );
});

it("uses every form of seven once, and each length of one", () => {
  const plans = Array.from({ length: 60 }, (_, n) => drawPlan({ count: 7, random: sequence(n * 7_919 + 1) }));
  for (const plan of plans) expect(plan.map(({ form }) => form).toSorted()).toEqual(forms.toSorted());
  expect(new Set(plans.map(([first]) => first?.form)).size).toBe(forms.length);
  const single = Array.from({ length: 60 }, (_, n) => drawPlan({ count: 1, random: sequence(n * 7_919 + 1) }));
  expect(new Set(single.map(([post]) => post?.length)).size).toBe(lengths.length);
});

it("asks for no list in fewer words than one takes", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 7 }), seed, (count, seed) => {
      const plan = drawPlan({ count, random: sequence(seed) });
      expect(plan).not.toContainEqual({ form: "list", length: "short" });
    }),
  );
});

it("begins with the forms that the last posts have least", () => {
  const posted: Form[] = [
    "point",
    "point",
    "scene",
    "list",
    "question",
    "opinion",
    "how-to",
    "point",
    "number",
    "scene",
  ];
  for (let n = 1; n <= 40; n += 1) {
    const [first, second, third] = drawPlan({ count: 7, recent: posted, random: sequence(n * 7_919) }).slice(0, 3);
    for (const post of [first, second, third]) expect(["scene", "point"]).not.toContain(post?.form);
    expect(drawPlan({ count: 7, recent: posted, random: sequence(n * 7_919) }).at(-1)?.form).toBe("point");
  }
});

it("is the same for the same numbers", () => {
  const draw = () => drawPlan({ count: 5, random: sequence(5) });
  expect(draw()).toEqual(draw());
});

it("is data on a line of its own, and nothing where there is none", () => {
  const prompts = readPrompts(null);
  const plan = drawPlan({ count: 2, random: sequence(5) });
  const input = { topic: "tea", count: 2, earlier: [], webSearch: false };
  const product = { description: "a", summary: "b", tags: [] };
  for (const write of [
    (more: object) => prompts.tweets({ ...input, ...more }),
    (more: object) => prompts.drafts({ ...input, ...more }),
    (more: object) => prompts.product({ count: 2, earlier: [], product, ...more }),
  ]) {
    expect(write({ plan })).toContain(`\nplan = ${JSON.stringify(plan)}\nThe first entry`);
    for (const none of [undefined, []]) expect(write({ plan: none })).not.toContain("plan =");
  }
});

it("is explained to the writer form by form", () => {
  const text = readPrompts(null).tweets({
    ...{ topic: "tea", count: 1, earlier: [], webSearch: false },
    plan: [{ form: "point", length: "short" }],
  });
  for (const name of [...forms, ...lengths]) expect(text).toContain(`\`${name}\``);
});
