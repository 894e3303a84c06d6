// Moments in a body or query: how they may be written, and which part is missing of those that are none.
import { expect, it } from "vitest";
import { endpoints } from "~/http/contract/index.server";
import { moment, momentIn, notAMoment } from "~/http/contract/fields.server";
import { writeTweets } from "~/http/contract/bulk.server";
import { z } from "zod";

const at = Date.parse("2026-11-19T18:00:00Z");
const taken: [string, number][] = [
  ["2026-11-19T18:00:00Z", at],
  ["2026-11-19T18:00:00.250Z", at + 250],
  ["2026-11-19T18:00Z", at],
  ["2026-11-19T19:00:00+01:00", at],
  ["2026-11-19T19:00:00+0100", at],
  ["2026-11-19T19:00+01", at],
  ["2026-11-19T12:30-0530", at],
];

it.each(taken)("%s is a moment", (text, ms) => {
  expect(momentIn(text)).toBe(ms);
  expect(moment("at").parse(text)).toBe(ms);
});

const refused: [unknown, RegExp][] = [
  ["2026-11-19T18:00:00", /no time zone/],
  ["2026-11-19T18:00", /no time zone/],
  ["2026-11-19", /no time of day/],
  ["2026-02-30T18:00:00Z", /doesn.t exist/],
  ["2026-11-19T25:00:00Z", /doesn.t exist/],
  ["2026-11-19T18:00:00+99:00", /doesn.t exist/],
  ["tomorrow", /ISO 8601/],
  ["2026-11-19 18:00:00Z", /ISO 8601/],
  [1_763_575_200_000, /ISO 8601/],
  [["2026-11-19T18:00:00Z"], /ISO 8601/],
  [true, /ISO 8601/],
];

it.each(refused)("%s is none, and its sentence says what is missing", (value, sentence) => {
  expect(momentIn(value)).toBeNull();
  expect(notAMoment("at", value)).toMatch(sentence);
  expect(moment("at").safeParse(value).error?.issues).toMatchObject([{ message: notAMoment("at", value) }]);
});

const fields = endpoints.flatMap(({ method, path, body, query }) =>
  [body, query].flatMap((schema) =>
    schema instanceof z.ZodObject
      ? Object.entries(schema.shape)
          .filter(([, field]) =>
            JSON.stringify(z.toJSONSchema(field as z.core.$ZodType, { io: "input", unrepresentable: "any" })).includes(
              "date-time",
            ),
          )
          .map(([name, field]) => [`${method} ${path}`, name, field as z.ZodType] as const)
      : [],
  ),
);

it.each(fields.filter(([, name]) => name !== "tweets"))("%s reads its %s so", (_, name, field) => {
  for (const [text, ms] of taken) expect(field.parse(text), text).toBe(ms);
  expect(field.safeParse("2026-11-19T18:00").error?.issues).toMatchObject([
    { message: notAMoment(name, "2026-11-19T18:00") },
  ]);
});

it("many tweets at once read theirs so, beside the word for a random one", () => {
  const of = (publish_at: string) => ({ tweets: [{ tweet_content: "x", twitter_account_id: "1", publish_at }] });
  for (const [text, ms] of taken) expect(writeTweets.body?.parse(of(text)).tweets[0]?.publish_at).toBe(ms);
  expect(writeTweets.body?.safeParse(of("2026-11-19")).error?.issues).toMatchObject([
    { message: `${notAMoment("publish_at", "2026-11-19")}, or "random"` },
  ]);
});
