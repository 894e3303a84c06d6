// What each answer to an upload, a description or a deletion means.
import { describe, expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { judgeCall, judgeDeletion, judgeUpload } from "~/ports/network/call-outcome";
import type { PostAnswer } from "~/ports/network/port";
import { answered } from "~tests/support/fakes/faulty-network";

const now = Date.parse("2026-11-19T10:00:00Z");
const problems = "https://api.x.com/2/problems";
const failures: [string, PostAnswer, object][] = [
  ["not sent", { kind: "not_sent", detail: "ENOTFOUND" }, { kind: "again", detail: "ENOTFOUND" }],
  ["lost", { kind: "lost", status: 200, detail: "half an answer" }, { kind: "again", detail: "half an answer" }],
  ["500", answered(500, "oops"), { kind: "again", detail: "HTTP 500" }],
  ["503", answered(503, { title: "Service Unavailable" }), { kind: "again", detail: "Service Unavailable" }],
  ["408", answered(408, ""), { kind: "again", detail: "HTTP 408" }],
  ["a redirect", answered(302, ""), { kind: "again", detail: "HTTP 302" }],
  ["401", answered(401, { title: "Unauthorized" }), { kind: "unauthorized", detail: "Unauthorized" }],
  [
    "no credits",
    answered(402, { title: "CreditsDepleted", type: `${problems}/credits` }),
    { kind: "blocked", code: "credits", detail: "CreditsDepleted" },
  ],
  [
    "suspended",
    answered(403, { title: "Forbidden", detail: "no", type: `${problems}/user-suspended` }),
    { kind: "blocked", code: "suspended", detail: "no" },
  ],
  [
    "429 without a reset",
    answered(429, { title: "Too Many Requests" }),
    { kind: "wait", code: "rate_limited", until: now + minutes(15), detail: "Too Many Requests" },
  ],
  [
    "429 with one",
    answered(429, {}, { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String((now + minutes(5)) / 1_000) }),
    { kind: "wait", code: "rate_limited", until: now + minutes(5), detail: "HTTP 429" },
  ],
  ["a bare 403", answered(403, { title: "Forbidden", status: 403 }), { kind: "refused", detail: "Forbidden" }],
  ["413 with a page", answered(413, "<html>"), { kind: "unjudged", about: "proxy", detail: "HTTP 413" }],
  [
    "version 1's errors",
    answered(400, { errors: [{ code: 38, message: "media parameter is missing." }] }),
    { kind: "refused", detail: "media parameter is missing." },
  ],
  [
    "an invalid request, whose detail says nothing",
    answered(400, {
      errors: [{ parameters: { id: ["1"] }, message: "Your media IDs are invalid." }],
      detail: "One or more parameters to your request was invalid.",
      type: `${problems}/invalid-request`,
    }),
    { kind: "refused", detail: "Your media IDs are invalid." },
  ],
];

describe.each(failures)("%s", (_, answer, outcome) => {
  it.each([judgeUpload, judgeCall, judgeDeletion])("means the same to each call: %o", (judge) => {
    expect(judge(answer, now)).toEqual(outcome);
  });
});

describe("an upload is", () => {
  const taken = (data: unknown) => judgeUpload(answered(200, { data }), now);

  it("good for as long as X says, a day at most, and a day where X doesn't say", () => {
    const at = (more: object) => taken({ id: "7", ...more });
    expect(at({ expires_after_secs: 600 })).toEqual({ kind: "uploaded", mediaId: "7", expiresAt: now + minutes(10) });
    for (const more of [{}, { expires_after_secs: "600" }, { expires_after_secs: -1 }, { expires_after_secs: 1e9 }])
      expect(at(more)).toEqual({ kind: "uploaded", mediaId: "7", expiresAt: now + hours(24) });
  });

  it("worth another try without an id that can be named", () => {
    for (const data of [undefined, null, {}, [], { id: 7 }, { id: "" }, { id: "3_7" }, { id: "12345678901234567890" }])
      expect(taken(data), JSON.stringify(data)).toEqual({ kind: "again", detail: "an answer without an id" });
  });
});

describe("a deletion is", () => {
  it("done where X says so, and where the post is not there, in whichever of X's words", () => {
    const gone = { title: "Not Found Error", type: `${problems}/resource-not-found` };
    for (const answer of [
      answered(200, { data: { deleted: true } }),
      answered(404, {}),
      answered(410, {}),
      answered(400, gone),
      answered(403, gone),
    ])
      expect(judgeDeletion(answer, now)).toEqual({ kind: "done" });
  });

  it("not done where X says that it isn't, or that it can't say", () => {
    expect(judgeDeletion(answered(200, { data: { deleted: false } }), now).kind).toBe("again");
    expect(judgeDeletion(answered(503, { type: `${problems}/resource-not-found` }), now).kind).toBe("again");
    expect(judgeCall(answered(404, {}), now).kind).toBe("refused");
    // A proxy's page says nothing of a post.
    for (const status of [404, 410]) expect(judgeDeletion(answered(status, "<html>"), now).kind).toBe("unjudged");
  });
});
