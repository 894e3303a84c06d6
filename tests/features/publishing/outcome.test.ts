// What each answer of the network means: every row of the table, on bodies of every shape seen.
import { describe, expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { judge } from "~/features/publishing/rules/outcome";
import { isSameText } from "~/features/publishing/rules/same-text";
import type { PostAnswer } from "~/ports/network/port";
import { answered } from "~tests/support/fakes/faulty-network";

const now = Date.parse("2026-11-19T10:00:00Z");
const problems = "https://api.x.com/2/problems";
const problem = (status: number, detail: string, type = "about:blank", title = "Forbidden") =>
  answered(status, { title, detail, type, status });
const v1 = (status: number, code: number, message: string) => answered(status, { errors: [{ code, message }] });

describe("a post is", () => {
  it.each<[string, PostAnswer, object]>([
    [
      "published: 201 with an id",
      answered(201, { data: { id: "19", text: "hi" } }),
      { kind: "published", postId: "19" },
    ],
    ["unknown: 201 without an id", answered(201, { data: {} }), { kind: "unknown", code: "lost" }],
    ["unknown: 201 with a number for an id", answered(201, { data: { id: 19 } }), { kind: "unknown", code: "lost" }],
    ["unknown: 201 and a page of HTML", answered(201, "<html>"), { kind: "unknown", code: "lost" }],
    [
      "unknown: the answer was lost",
      { kind: "lost", status: null, detail: "reset" },
      { kind: "unknown", code: "lost" },
    ],
    ["not sent: no byte left", { kind: "not_sent", detail: "ENOTFOUND" }, { kind: "not_sent" }],
    ["unknown: 500", answered(500, "oops"), { kind: "unknown", code: "server_error" }],
    ["unknown: 503", problem(503, "Service Unavailable"), { kind: "unknown", code: "server_error" }],
    ["unknown: 504", answered(504, null), { kind: "unknown", code: "server_error" }],
    ["unknown: 408", answered(408, ""), { kind: "unknown", code: "server_error" }],
    ["unknown: a redirect", answered(302, ""), { kind: "unknown", code: "server_error" }],
    [
      "blocked: 402",
      answered(402, { title: "CreditsDepleted", type: `${problems}/credits` }),
      { kind: "blocked", code: "credits" },
    ],
    [
      "blocked: credits under another status and host",
      problem(403, "no credits", "https://api.twitter.com/2/problems/credits"),
      { kind: "blocked", code: "credits" },
    ],
    [
      "blocked: the month's cap",
      answered(429, { title: "UsageCapExceeded", type: `${problems}/usage-capped`, period: "Monthly" }),
      { kind: "blocked", code: "usage_cap" },
    ],
    [
      "blocked: suspended by type",
      problem(403, "no", `${problems}/user-suspended`),
      { kind: "blocked", code: "suspended" },
    ],
    [
      "blocked: suspended by words",
      problem(403, "The user used for authentication is suspended"),
      { kind: "blocked", code: "suspended" },
    ],
    ["blocked: suspended, old shape", v1(403, 64, "Your account is suspended"), { kind: "blocked", code: "suspended" }],
    [
      "unknown: a duplicate",
      problem(403, "You are not allowed to create a Tweet with duplicate content."),
      { kind: "unknown", code: "duplicate" },
    ],
    ["unknown: a duplicate, old shape", v1(403, 187, "Status is a duplicate."), { kind: "unknown", code: "duplicate" }],
    ["unauthorized: 401", problem(401, "Unauthorized"), { kind: "unauthorized" }],
    [
      "refused: not permitted",
      problem(403, "You are not permitted to perform this action."),
      { kind: "refused", code: "not_permitted" },
    ],
    [
      "blocked: app not enrolled",
      problem(403, "keys", `${problems}/client-forbidden`),
      { kind: "blocked", code: "client_forbidden" },
    ],
    [
      "refused: too long, as 400",
      problem(400, "Your Tweet text is too long. For more"),
      { kind: "refused", code: "too_long" },
    ],
    ["refused: too long, as 403", problem(403, "Your Tweet text is too long."), { kind: "refused", code: "too_long" }],
    [
      "refused: invalid request",
      answered(400, {
        errors: [{ message: "bad text" }],
        title: "Invalid Request",
        type: `${problems}/invalid-request`,
      }),
      { kind: "refused", code: "invalid_request" },
    ],
    [
      "refused: an answer where nobody may answer",
      problem(403, "Reply to this conversation is not allowed because you have not been mentioned."),
      { kind: "refused", code: "reply_restricted" },
    ],
    [
      "refused: two cashtags",
      problem(403, "A post may hold a maximum of one cashtag."),
      { kind: "refused", code: "cashtag" },
    ],
    ["refused: an error with nothing in it", answered(404, {}), { kind: "refused", detail: "HTTP 404" }],
    ["judged by nobody: an error that is no JSON", answered(404, null), { kind: "unjudged", about: "proxy" }],
    ["waiting: rate limit, old shape", v1(429, 88, "Rate limit exceeded"), { kind: "wait", until: now + minutes(15) }],
  ])("%s", (_name, answer, outcome) => {
    expect(judge(answer, now)).toMatchObject(outcome);
  });
});

describe("a rate limit lasts", () => {
  const at = (ms: number) => String((now + ms) / 1000);
  it.each<[string, Record<string, string>, number]>([
    ["15 minutes where nothing is said", {}, minutes(15)],
    [
      "until the reset of the window",
      { "x-rate-limit-remaining": "0", "x-rate-limit-reset": at(minutes(5)) },
      minutes(5),
    ],
    [
      "until the latest exhausted reset, not that of a window with requests left",
      {
        "x-rate-limit-remaining": "3",
        "x-rate-limit-reset": at(minutes(5)),
        "x-user-limit-24hour-remaining": "0",
        "x-user-limit-24hour-reset": at(hours(20)),
        "x-app-limit-24hour-remaining": "0",
        "x-app-limit-24hour-reset": at(hours(2)),
      },
      hours(20),
    ],
    [
      "a minute where the reset is past",
      { "x-rate-limit-remaining": "0", "x-rate-limit-reset": at(-minutes(5)) },
      minutes(1),
    ],
    [
      "15 minutes where the reset is nonsense",
      { "x-rate-limit-remaining": "0", "x-rate-limit-reset": "soon" },
      minutes(15),
    ],
    [
      "15 minutes where the reset is a year away",
      { "x-rate-limit-remaining": "0", "x-rate-limit-reset": at(hours(9000)) },
      minutes(15),
    ],
  ])("%s", (_name, headers, wait) => {
    expect(judge(answered(429, {}, headers), now)).toMatchObject({ kind: "wait", until: now + wait });
  });
});

describe("a post read back is ours", () => {
  it.each([
    ["Read example.com today", "Read http://example.com today"],
    ["See https://a.example/x", "See https://a.example/x/"],
    ["trailing space ", "trailing space"],
    ["café", "cafe\u0301"],
  ])("%s", (sent, seen) => expect(isSameText(sent, seen)).toBe(true));
  it("but not another text", () => expect(isSameText("One thing", "One thing more")).toBe(false));
});
