// Each mark by which an answer of the network is known, on its own: where two stand together, one would hide the other.
import { expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { judge } from "~/features/publishing/rules/outcome";

const now = Date.parse("2026-11-19T10:18:00Z");
const told = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const outcome = judge({ kind: "answered", status, headers, body }, now);
  return "code" in outcome ? `${outcome.kind} ${outcome.code}` : outcome.kind;
};
const detailOf = (body: unknown) => judge({ kind: "answered", status: 400, headers: {}, body }, now);

it.each<[string, number, unknown, string]>([
  ["a status just below success", 199, { data: { id: "1" } }, "unknown server_error"],
  ["the last status of success", 299, { data: { id: "1" } }, "published"],
  ["the first status beyond success", 300, { data: { id: "1" } }, "unknown server_error"],
  ["an id that only begins as one", 201, { data: { id: "12a" } }, "unknown lost"],
  ["an id that only ends as one", 201, { data: { id: "a12" } }, "unknown lost"],
  ["the credits by the status alone", 402, {}, "blocked credits"],
  ["the credits by the type alone", 403, { type: "https://api.x.com/problems/credits" }, "blocked credits"],
  ["the cap by the type alone", 429, { type: "https://api.x.com/problems/usage-capped" }, "blocked usage_cap"],
  ["the cap by the title alone", 429, { title: "UsageCapExceeded" }, "blocked usage_cap"],
  ["a suspension by the type alone", 403, { type: "a/user-suspended" }, "blocked suspended"],
  ["a suspension by the code alone", 403, { errors: [{ code: 64 }] }, "blocked suspended"],
  ["a suspension by the words alone", 403, { detail: "Your account IS suspended." }, "blocked suspended"],
  ["words that only speak of suspension", 403, { detail: "A suspended account was mentioned." }, "refused refused"],
  ["a duplicate by the code alone", 403, { errors: [{ code: 187 }] }, "unknown duplicate"],
  ["a duplicate by the words alone", 403, { detail: "You posted Duplicate Content." }, "unknown duplicate"],
  ["a rate limit by the status alone", 429, {}, "wait rate_limited"],
  ["a rate limit by the code alone", 403, { errors: [{ code: 88 }] }, "wait rate_limited"],
  ["a code that is not the first", 403, { errors: [{ code: 1 }, { code: 187 }] }, "unknown duplicate"],
  ["errors that are none", 403, { errors: [null, "no", 7, { code: 187 }] }, "unknown duplicate"],
  ["a code in quotes", 403, { errors: [{ code: "187" }] }, "refused refused"],
  ["the last status before the server's own", 499, {}, "refused refused"],
  ["the first status of the server's own", 500, {}, "unknown server_error"],
  ["a time-out that the network tells", 408, {}, "unknown server_error"],
])("%s is enough to tell what an answer means, and no more", (_, status, body, outcome) =>
  expect(told(status, body)).toBe(outcome),
);

it("the words of a refusal are its detail, else its first message, else its title, else its status", () => {
  const all = { detail: "A detail.", title: "A title", errors: [{ message: "A message." }, { message: "Another." }] };
  const { detail: _, ...noDetail } = all;
  expect([all, noDetail, { title: "A title" }, {}, null, { detail: 7 }].map(detailOf)).toMatchObject([
    { detail: "A detail." },
    { detail: "A message." },
    { detail: "A title" },
    { detail: "HTTP 400" },
    { detail: "HTTP 400" },
    { detail: "HTTP 400" },
  ]);
});

/** For how long an account waits where its windows are left and reset so (ms from now). */
function waits(windows: Record<string, [left: string, reset: number | string]>): number | null {
  const headers: Record<string, string> = {};
  for (const [name, [left, reset]] of Object.entries(windows)) {
    headers[`${name}-remaining`] = left;
    headers[`${name}-reset`] = typeof reset === "string" ? reset : String((now + reset) / 1000);
  }
  const outcome = judge({ kind: "answered", status: 429, headers, body: {} }, now);
  return outcome.kind === "wait" ? outcome.until - now : null;
}

it.each<[string, Parameters<typeof waits>[0], number]>([
  ["nothing is said", {}, minutes(15)],
  ["a window is used up", { "x-rate-limit": ["0", minutes(3)] }, minutes(3)],
  ["a window is overdrawn", { "x-rate-limit": ["-1", minutes(3)] }, minutes(3)],
  ["a window has one left", { "x-rate-limit": ["1", minutes(3)] }, minutes(15)],
  ["the app's day is used up", { "x-app-limit-24hour": ["0", hours(3)] }, hours(3)],
  ["the person's day is used up", { "x-user-limit-24hour": ["0", hours(4)] }, hours(4)],
  ["two are used up", { "x-rate-limit": ["0", minutes(3)], "x-user-limit-24hour": ["0", hours(4)] }, hours(4)],
  ["the longer one is not", { "x-rate-limit": ["0", minutes(3)], "x-user-limit-24hour": ["2", hours(4)] }, minutes(3)],
  ["the reset is just believable", { "x-rate-limit": ["0", hours(25)] }, hours(25)],
  ["the reset is too far off", { "x-rate-limit": ["0", hours(25) + 1000] }, minutes(15)],
  ["the reset is now", { "x-rate-limit": ["0", 0] }, minutes(1)],
  ["the reset is no number", { "x-rate-limit": ["0", "soon"] }, minutes(15)],
])("where %s, a rate limit lasts as long as X's own words allow", (_, windows, wait) =>
  expect(waits(windows)).toBe(wait),
);

it("a window without a reset is not one that was reset in 1970", () => {
  const headers = { "x-rate-limit-remaining": "0" };
  const outcome = judge({ kind: "answered", status: 429, headers, body: {} }, now);
  expect(outcome).toMatchObject({ kind: "wait", until: now + minutes(15) });
});
