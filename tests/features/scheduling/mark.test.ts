// The mark of a post changes with each thing that the network is given, and with nothing else.
import { expect, it } from "vitest";
import { type Marked, markOf } from "~/features/scheduling/mark.server";
import type { PostRequest } from "~/ports/network/port";

const picture = (sha256: string) => ({ sha256, altText: "A linnet", madeWithAi: false });
const whole: Marked = {
  account: "17",
  answers: null,
  parts: [
    { text: "One", pictures: [picture("aa"), picture("bb")] },
    { text: "Two", pictures: [] },
  ],
};
const [one, two] = whole.parts as [Marked["parts"][number], Marked["parts"][number]];
const [first, second] = one.pictures as [ReturnType<typeof picture>, ReturnType<typeof picture>];
const withFirst = (change: object): Marked => ({
  ...whole,
  parts: [{ ...one, pictures: [{ ...first, ...change }, second] }, two],
});

/** Of each field of the port's `post`: what is marked of it, by another value of that. A new field asks for its row. */
const rows: Record<Exclude<keyof PostRequest, "timeoutMs" | "signal" | "mayBegin">, Marked[]> = {
  text: [
    { ...whole, parts: [{ ...one, text: "one" }, two] },
    { ...whole, parts: [one, { ...two, text: "Two " }] },
  ],
  replyTo: [
    { ...whole, answers: "18" },
    { ...whole, parts: [two, one] },
    { ...whole, parts: [one] },
  ],
  mediaIds: [
    withFirst({ sha256: "cc" }),
    withFirst({ altText: "A finch" }),
    { ...whole, parts: [{ ...one, pictures: [second, first] }, two] },
    {
      ...whole,
      parts: [
        { ...one, pictures: [first] },
        { ...two, pictures: [second] },
      ],
    },
  ],
  madeWithAi: [withFirst({ madeWithAi: true })],
};

it.each(Object.keys(rows) as (keyof typeof rows)[])("another %s is another mark", (field) => {
  for (const other of rows[field]) expect(markOf(other)).not.toBe(markOf(whole));
});

it("another account is another mark, and the same post the same", () => {
  expect(markOf({ ...whole, account: "18" })).not.toBe(markOf(whole));
  expect(markOf(structuredClone(whole))).toBe(markOf(whole));
  expect(markOf(whole)).toMatch(/^[0-9a-f]{64}$/);
});
