// What X's refusals of a part and of a tweet with pictures mean, and what the person is told.
import { expect, it } from "vitest";
import { judge } from "~/features/publishing/rules/outcome";
import { nextStep } from "~/features/publishing/rules/next-step";
import { refusalSentence } from "~/features/accounts/refusals";
import { answered } from "~tests/support/fakes/faulty-network";

const now = Date.parse("2026-11-19T10:00:00Z");
const refused = (status: number, detail: string, more: object = {}) =>
  answered(status, { title: "Forbidden", detail, type: "about:blank", status, ...more });
const since = "You can only reply to or quote posts where you are mentioned or are the author.";
const before =
  "Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.";
const unseen = "You attempted to reply to a Tweet that is deleted or not visible to you.";
const badPictures = answered(400, {
  errors: [{ parameters: { "media.media_ids": ["1"] }, message: "Your media IDs are invalid." }],
  title: "Invalid Request",
  detail: "One or more parameters to your request was invalid.",
  type: "https://api.twitter.com/2/problems/invalid-request",
});

it.each([since, before])("a part that X does not let the app send advises nothing about its words: %s", (detail) => {
  const outcome = judge(refused(403, detail), now, { isReply: true });
  expect(outcome).toEqual({ kind: "refused", code: "reply_refused", detail });
  const sentence = refusalSentence("reply_refused", detail);
  expect(sentence).toBe(
    `X didn’t allow the next reply: “${detail}”. You can copy the remaining parts and post them yourself under the last posted part.`,
  );
  expect(sentence).not.toMatch(/@mention/);
  // By itself it was the words: they begin with somebody's name.
  const alone = judge(refused(403, detail), now);
  expect(alone).toMatchObject({ code: "reply_restricted" });
  expect(refusalSentence("reply_restricted", detail)).toMatch(/Remove the @mention/);
});

it("a predecessor that is deleted or can't be seen yet has a code of its own, in either of X's shapes", () => {
  const shapes = [refused(403, unseen), answered(403, { errors: [{ code: 385, message: unseen }] })];
  for (const answer of shapes)
    for (const isReply of [true, false])
      expect(judge(answer, now, { isReply })).toEqual({ kind: "refused", code: "parent_unseen", detail: unseen });
  expect(refusalSentence("parent_unseen", unseen)).toBe(
    "X says that the post this tweet replies to is deleted or not visible yet.",
  );
});

it("pictures that X does not know are told from a text that it can't read", () => {
  const outcome = judge(badPictures, now);
  expect(outcome).toEqual({ kind: "refused", code: "media_invalid", detail: "Your media IDs are invalid." });
  const text = { errors: [{ parameters: { text: [""] }, message: "empty" }], type: "x/invalid-request", detail: "no" };
  expect(judge(answered(400, text), now)).toEqual({ kind: "refused", code: "invalid_request", detail: "no" });
  const by = {
    now,
    startedAt: now,
    immediate: false,
    attempts: 1,
    refusedAt: null,
    settleAfterMs: 1_000,
    timeZone: "UTC",
    random: () => 0.5,
  };
  // Once they are sent anew.
  expect(nextStep(outcome, by).tweet).toMatchObject({ state: "scheduled", due_at: now, error_code: "media_invalid" });
  expect(nextStep(outcome, { ...by, immediate: true }).tweet).toMatchObject({ state: "failed" });
  expect(nextStep(outcome, { ...by, formerCode: "media_invalid" }).tweet).toEqual({
    state: "failed",
    error_code: "media_invalid",
    error: "X rejected this tweet’s images. They were uploaded too long ago, or X no longer has them.",
  });
});

it("a picture that X did not take is told in X's words", () => {
  expect(refusalSentence("media_refused", "media parameter is missing.")).toBe(
    "X rejected this tweet’s image: “media parameter is missing.”.",
  );
});

it("whatever else X says of a part means what it means of a tweet by itself", () => {
  for (const answer of [
    refused(403, "You are not permitted to perform this action."),
    refused(400, "Your Tweet text is too long."),
    refused(403, "You are not allowed to create a Tweet with duplicate content."),
    refused(401, "Unauthorized"),
    refused(429, "Too Many Requests"),
    refused(503, "Service Unavailable"),
    answered(201, { data: { id: "19" } }),
    badPictures,
  ])
    expect(judge(answer, now, { isReply: true })).toEqual(judge(answer, now));
  const errors = [{ code: 186, parameters: { "media.media_ids": ["1"] } }, { code: 385 }];
  const all = answered(400, { type: "x/invalid-request", detail: unseen, errors });
  expect(judge(all, now, { isReply: true })).toMatchObject({ code: "too_long" });
});
