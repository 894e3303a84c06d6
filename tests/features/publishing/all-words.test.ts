// Every sentence, tone and price that publishing has, word for word: whoever changes one says so here.
import { expect, it, onTestFinished } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { attentionText } from "~/features/publishing/rules/attention";
import { needsAttention, sentenceOf, toneOf } from "~/features/publishing/rules/journal-words";
import { microsOf, postMicrosOf, postPriceOf, priceOf, spendingText } from "~/features/spending/price";
import { priceList, setPrices } from "~/ports/network/call-prices";
import { judge } from "~/features/publishing/rules/outcome";
import { blockReason, refusalSentence, refusedAlike, unjudgedSentence } from "~/features/accounts/refusals";
import { answered } from "~tests/support/fakes/faulty-network";

const kinds = {
  scheduled: [null, "Chosen."],
  moved: [null, "Chosen."],
  postponed: [null, "It was late."],
  taken_off: [null, "Disconnected."],
  dismissed: [null],
  edited: [null],
  account: [null, "@other"],
  waits: [null, "@other"],
  sending: [null],
  published: [null],
  not_sent: [null, "unreachable", "not_from_x", "clock_wrong", "of a later version"],
  refused: ["unauthorized", "credits", "suspended", "usage_cap", "locked", "client_forbidden", "write_forbidden"],
  waiting: ["rate_limited", "parent_unseen", "post_limit", "seems_automated"],
  failed: [null, "rate_limited", "duplicate", "You may not."],
  unknown: [null, "duplicate", "server_error", "stopped", "lost", "of a later version"],
  found: [null],
  absent: [null],
  restored: [null],
  restored_absent: [null],
  restored_backlog: [null],
  asked: [null],
  needs_confirmation: [null],
  person_found: [null],
  person_absent: [null],
  "of a later version": [null, "Something happened."],
};
const tones = { good: "+", wrong: "-", unsure: "?", plain: " " };

it("each event of a journal has its tone and its sentence", () => {
  const told = Object.entries(kinds).flatMap(([kind, details]) =>
    details.map((detail) => {
      const event = { at: 0, kind, detail };
      expect(needsAttention([event])).toBe(["wrong", "unsure"].includes(toneOf(event)));
      return `${tones[toneOf(event)]} ${sentenceOf(event)}`;
    }),
  );
  expect(told).toEqual([
    "  Scheduled.",
    "  Scheduled. Chosen.",
    "  Moved to another time.",
    "  Moved to another time. Chosen.",
    "  Moved to another time.",
    "  It was late.",
    "  Unscheduled.",
    "  Unscheduled. Disconnected.",
    "  Dismissed.",
    "  Text edited.",
    "  Will post as another account.",
    "  Will post as @other.",
    "  On hold: its account is paused. Resume it to post this.",
    "  On hold: @other is paused. Resume it to post this.",
    "  Sent to X.",
    "+ Accepted by X.",
    "- Not sent: something went wrong. It stays scheduled.",
    "- Not sent: X couldn’t be reached. It stays scheduled.",
    "- Not sent: something on the network answered instead of X. It stays scheduled.",
    "- Not sent: this server’s clock was wrong. It stays scheduled.",
    "- Not sent: something went wrong. It stays scheduled.",
    "- Not sent: X didn’t accept the account’s authorization. It stays scheduled.",
    "- Not sent: the app’s credits on X were used up. It stays scheduled.",
    "- Not sent: X has suspended the account. It stays scheduled.",
    "- Not sent: X’s monthly limit for this app was reached. It stays scheduled.",
    "- Not sent: X has locked the account. It stays scheduled.",
    "- Not sent: X didn’t let this server’s app post. It stays scheduled.",
    "- Not sent: X gave this server’s app read-only access. It stays scheduled.",
    "- Not sent: X’s rate limit was reached. It’s on hold until X accepts posts again.",
    "- Not sent: X’s rate limit was reached. It’s on hold until X accepts posts again.",
    "- Not sent: X temporarily stopped accepting posts from the account. It’s on hold until X accepts posts again.",
    "- Not sent: X flagged the account’s posts as automated. It’s on hold until X accepts posts again.",
    "- Failed: X refused it.",
    "- Failed: X’s rate limit was reached.",
    "- Failed: X called it a duplicate of an earlier one.",
    "- Failed: You may not.",
    "? X didn’t confirm. This tweet may be posted, so Linnet will check the account’s posts.",
    "? X called this tweet a duplicate. The earlier post may be Linnet’s own, so Linnet will check the account’s posts.",
    "? X had an internal error. This tweet may be posted, so Linnet will check the account’s posts.",
    "? The server stopped while this tweet was being posted. Linnet will check the account’s posts.",
    "? X didn’t confirm. This tweet may be posted, so Linnet will check the account’s posts.",
    "? X didn’t confirm. This tweet may be posted, so Linnet will check the account’s posts.",
    "+ Found on X.",
    "? Checked twice: not found on X. Linnet will try to post it again.",
    "? Linnet was restored from an earlier backup. This tweet may have been posted since, so Linnet will check the account’s posts.",
    "  Not found among the account’s posts. It stays scheduled.",
    "  Not found among the account’s posts. It was due before the restore, so you decide whether to post it.",
    "? Linnet can’t read the account’s posts, so nothing is posted until you say whether this tweet is on X.",
    "? Linnet can’t read the account’s posts, so nothing is posted until you say whether this tweet is on X.",
    "+ You confirmed it’s posted.",
    "  You confirmed that it isn’t posted.",
    "  Of a later version",
    "  Something happened.",
  ]);
});

it("each refusal that is known has its sentence, and another is told in X's words", () => {
  const problems: [string, string, number[]][] = [
    ["", "Your Tweet text is too long.", []],
    ["", "Your Tweet text is too long. You are not permitted.", []],
    ["", "", [186]],
    ["", "You are not permitted to perform this action.", []],
    ["", "Reply to this conversation is not allowed.", []],
    ["", "Quoting this post is not allowed.", []],
    ["", "This reply is not allowed.", []],
    ["", "Posts may have only one cashtag.", []],
    ["invalid-request", "One or more parameters is invalid.", []],
    ["", "Not on a Thursday.", [77]],
  ];
  const told = problems.map(([type, detail, codes]) => {
    const outcome = judge(answered(403, { type, detail, errors: codes.map((code) => ({ code })) }), 0);
    if (outcome.kind !== "refused") throw new Error(`${detail} is ${outcome.kind}`);
    return `${outcome.code}: ${refusalSentence(outcome.code, detail)}`;
  });
  expect(told).toEqual([
    "too_long: X says this tweet is too long. Shorten it and post again.",
    "too_long: X says this tweet is too long. Shorten it and post again.",
    "too_long: X says this tweet is too long. Shorten it and post again.",
    "not_permitted: X doesn’t allow this account to post this. Check the account on X. It may be locked or limited, or lack a permission.",
    "reply_restricted: X only allows replies from people who were mentioned. Remove the @mention at the start and post again.",
    "reply_restricted: X only allows replies from people who were mentioned. Remove the @mention at the start and post again.",
    "refused: X refused this tweet: This reply is not allowed.",
    "cashtag: X allows one $cashtag per tweet. Remove the others and post again.",
    "invalid_request: X couldn’t read this tweet. Change it a little and post again.",
    "refused: X refused this tweet: Not on a Thursday.",
  ]);
});

it("an account that is paused says why in X's words, and who can change it", () => {
  const codes = ["credits", "usage_cap", "suspended", "locked", "client_forbidden", "write_forbidden"] as const;
  expect(codes.map((code) => blockReason(code, "No."))).toEqual([
    "The app is out of X credits. Add credits on X, then resume the account.",
    "The app has reached X’s monthly limit. Raise it on X or wait until the month ends, then resume the account.",
    "X has suspended this account. Resolve it on X, then resume the account.",
    "X has locked this account: “No.”. Unlock it on X, then resume the account.",
    "X doesn’t let this server’s app post: “No.”. Your Linnet admin can change that in X’s developer portal. Then resume the account.",
    "X only lets this server’s app read: “No.”. Your Linnet admin can give it “Read and write” in X’s developer portal. Then reconnect the account.",
  ]);
  expect(refusedAlike("No.")).toBe(
    "X rejected two tweets in a row with the same message: “No.”. Check the account on X, then resume it here.",
  );
  expect(refusedAlike("x".repeat(9_999)).length).toBeLessThan(500);
});

it("what X did not judge is told by what stood in the way, a clock with how wrong it is", () => {
  const clock = (aheadMs: number | null) => unjudgedSentence({ about: "clock", aheadMs, detail: "" });
  expect([
    clock(minutes(12)),
    clock(-minutes(119)),
    clock(-hours(30)),
    clock(seconds(59)),
    clock(null),
    unjudgedSentence({ about: "proxy", detail: "" }),
  ]).toEqual([
    "This server’s clock is 12 minutes ahead of X’s, so X rejects its requests. Your Linnet admin must correct it.",
    "This server’s clock is 119 minutes behind X’s, so X rejects its requests. Your Linnet admin must correct it.",
    "This server’s clock is 30 hours behind X’s, so X rejects its requests. Your Linnet admin must correct it.",
    "X says that this server’s clock is wrong. Your Linnet admin must correct it.",
    "X says that this server’s clock is wrong. Your Linnet admin must correct it.",
    "Something on the network, such as a proxy, answered instead of X.",
  ]);
});

it("each thing that waits for the person is counted as one or as many", () => {
  const none = { failed: 0, needsConfirmation: 0, proposals: 0, reconnect: 0, blocked: 0 };
  const told = (["failed", "needsConfirmation", "proposals", "reconnect", "blocked"] as const).flatMap((what) => [
    attentionText({ ...none, [what]: 1 }),
    attentionText({ ...none, [what]: 2 }),
  ]);
  expect(told).toEqual([
    "1 tweet failed.",
    "2 tweets failed.",
    "1 tweet needs your confirmation.",
    "2 tweets need your confirmation.",
    "1 tweet needs your approval.",
    "2 tweets need your approval.",
    "1 account must be reconnected.",
    "2 accounts must be reconnected.",
    "1 account is blocked by X.",
    "2 accounts are blocked by X.",
  ]);
  expect(attentionText({ failed: 1, needsConfirmation: 1, reconnect: 1, blocked: 0 })).toBe(
    "1 tweet failed, 1 tweet needs your confirmation and 1 account must be reconnected.",
  );
});

it("a post costs what X's list says, and its pictures and descriptions come on top", () => {
  const calls = { upload: 0.005, description: 0.005, deletion: 0.01 };
  expect(priceList).toEqual({ asOf: "2026-11", post: 0.015, postWithLink: 0.2, postRead: 0.005, ...calls });
  expect([postPriceOf({ hasLink: false }), postPriceOf({ hasLink: true })]).toEqual([0.015, 0.2]);
  expect([postMicrosOf({ hasLink: false }), postMicrosOf({ hasLink: true })]).toEqual([15_000, 200_000]);
  const [told, untold] = [{ altText: "a wren" }, { altText: "" }];
  const priced = [[], [untold], [told], [told, untold, told, told]].map((pictures) => ({ hasLink: false, pictures }));
  expect(priced.map(microsOf)).toEqual([15_000, 20_000, 25_000, 50_000]);
  expect(priced.map(priceOf)).toEqual([0.015, 0.02, 0.025, 0.05]);
  expect(priceOf({ hasLink: true, pictures: [told] })).toBe(0.21);
});

it("prices that the operator has set are what everything costs, and what they leave out stays", () => {
  onTestFinished(() => setPrices(null));
  setPrices({ asOf: "2027-01-15", post: 0.02, upload: 0.01 });
  expect(priceOf({ hasLink: false, pictures: [{ altText: "a wren" }] })).toBe(0.035);
  expect(priceOf({ hasLink: true, pictures: [] })).toBe(0.2);
  setPrices(null);
  expect(priceOf({ hasLink: false, pictures: [] })).toBe(0.015);
});

it("the day's spending names each limit that there is", () => {
  const day = { posts: 1, spentUsd: 0.2, postLimit: 1, shareUsd: null, sandbox: true };
  expect([
    spendingText(day),
    spendingText({ ...day, posts: 2, postLimit: 0, sandbox: false }),
    spendingText({ ...day, posts: 0, postLimit: 0, shareUsd: 0.5, sandbox: false }),
  ]).toEqual([
    "1 of 1 posts today. You’ve spent $0.20 on X today. The sandbox is free.",
    "2 posts today. You’ve spent $0.20 on X today.",
    "0 posts today. You’ve spent $0.20 of your $0.50 on X today.",
  ]);
});
