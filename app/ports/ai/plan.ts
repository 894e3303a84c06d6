// Draws the form and length of each post to write, so that a batch is varied. Pure.

export const forms = ["scene", "list", "question", "opinion", "how-to", "number", "point"] as const;
export type Form = (typeof forms)[number];

/** As X counts: 40 to 100, 100 to 180, 180 to 260 characters. */
export const lengths = ["short", "medium", "long"] as const;
export type Length = (typeof lengths)[number];

export interface PlannedPost {
  form: Form;
  length: Length;
}

/** Five posts in a row have five forms. */
const apart = 4;

/** Forms that `recent` has least come first. Up to one `question`; a plan of two or more has a short and a long post. */
export function drawPlan(options: { count: number; recent?: readonly Form[]; random(): number }): PlannedPost[] {
  const { count, recent = [], random } = options;
  const planned: Form[] = [];
  while (planned.length < count) {
    const near = planned.slice(-apart);
    const free = forms.filter((form) => !near.includes(form) && (form !== "question" || !planned.includes(form)));
    const usesOf = (form: Form) => 100 * usesIn(planned, form) + usesIn(recent, form);
    const min = Math.min(...free.map(usesOf));
    const least = free.filter((form) => usesOf(form) === min);
    planned.push(pick(least, random));
  }
  return withLengths(planned, random);
}

function withLengths(planned: readonly Form[], random: () => number): PlannedPost[] {
  const certain: readonly Length[] = planned.length > 1 ? ["short", "long"] : [];
  const left = planned.map((_, at) => certain[at] ?? pick(lengths, random));
  const plan = planned.map((form) => {
    const [length = "medium"] = left.splice(Math.floor(random() * left.length), 1);
    return { form, length };
  });
  for (const post of plan) {
    // A list takes more than a short post has room for.
    const other = plan.find(({ form, length }) => form !== "list" && length !== "short");
    if (post.form === "list" && post.length === "short" && other)
      [post.length, other.length] = [other.length, post.length];
  }
  return plan;
}

const usesIn = (list: readonly Form[], form: Form): number => list.filter((used) => used === form).length;

function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)] ?? items[0];
  if (item === undefined) throw new Error("There is nothing to pick from");
  return item;
}
