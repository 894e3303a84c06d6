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
  taken_off: [null, "Unlinked."],
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
    "  Put on the timeline.",
    "  Put on the timeline. Chosen.",
    "  Moved to another time.",
    "  Moved to another time. Chosen.",
    "  Moved to another moment.",
    "  It was late.",
    "  Unscheduled.",
    "  Unscheduled. Unlinked.",
    "  You dismissed it. It is off the timeline.",
    "  Its words were changed.",
    "  It goes out as another account from now on.",
    "  It goes out as @other from now on.",
    "  It waits: its account is paused. Resume the account, and it goes on.",
    "  It waits: @other is paused. Resume the account, and it goes on.",
    "  Sent to X.",
    "+ X took it.",
    "- Not sent: it could not be sent. It stays on the timeline.",
    "- Not sent: X could not be reached. It stays on the timeline.",
    "- Not sent: something between this server and X answered in its place. It stays on the timeline.",
    "- Not sent: this server's clock was wrong. It stays on the timeline.",
    "- Not sent: it could not be sent. It stays on the timeline.",
    "- Not sent: X did not accept the account's authorization. It stays on the timeline.",
    "- Not sent: the app's credits at X were used up. It stays on the timeline.",
    "- Not sent: X had suspended the account. It stays on the timeline.",
    "- Not sent: the monthly cap of X was reached. It stays on the timeline.",
    "- Not sent: X had locked the account. It stays on the timeline.",
    "- Not sent: X did not let this server's app post. It stays on the timeline.",
    "- Not sent: X let this server's app read only. It stays on the timeline.",
    "- Not sent: the rate limit of X was reached. It waits until X takes posts again.",
    "- Not sent: the rate limit of X was reached. It waits until X takes posts again.",
    "- Not sent: X took no more posts from the account for a while. It waits until X takes posts again.",
    "- Not sent: X took the account's posts for automated ones. It waits until X takes posts again.",
    "- Failed: X refused it.",
    "- Failed: the rate limit of X was reached.",
    "- Failed: X called it a duplicate of an earlier one.",
    "- Failed: You may not.",
    "? The answer of X was lost. It may be out, so the account's posts will be read.",
    "? X called it a duplicate. It may be our own post, so the account's posts will be read.",
    "? X answered with an error of its own. It may be out, so the account's posts will be read.",
    "? The server stopped while it was being sent. The account's posts will be read to find out.",
    "? The answer of X was lost. It may be out, so the account's posts will be read.",
    "? The answer of X was lost. It may be out, so the account's posts will be read.",
    "+ Found among the account's posts: it is out.",
    "? Twice not found among the account's posts: it will be sent once more.",
    "? Linnet was restored from an earlier backup. It may be out since, so the account's posts will be read.",
    "  Not found among the account's posts: it stays on the timeline.",
    "  Not found among the account's posts. It was due before the restore, so you decide whether it is posted.",
    "? The account's posts can't be read, so nothing is sent until you say whether it is out.",
    "? The account's posts can't be read, so nothing is sent until you say whether it is out.",
    "+ You said that it is out.",
    "  You said that it is not out.",
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
    "too_long: X counts this tweet as too long. Shorten it and post again.",
    "too_long: X counts this tweet as too long. Shorten it and post again.",
    "too_long: X counts this tweet as too long. Shorten it and post again.",
    "not_permitted: X does not permit this account to post this. Look at the account on X: it may be locked, limited or out of permissions.",
    "reply_restricted: X lets nobody answer there who was not mentioned. Take the @mention at the start out and post again.",
    "reply_restricted: X lets nobody answer there who was not mentioned. Take the @mention at the start out and post again.",
    "refused: X refused this tweet: This reply is not allowed.",
    "cashtag: X takes one $cashtag in a tweet. Leave one in and post again.",
    "invalid_request: X could not read this tweet. Change it a little and post again.",
    "refused: X refused this tweet: Not on a Thursday.",
  ]);
});

it("an account that is paused says why in X's words, and who can change it", () => {
  const codes = ["credits", "usage_cap", "suspended", "locked", "client_forbidden", "write_forbidden"] as const;
  expect(codes.map((code) => blockReason(code, "No."))).toEqual([
    "X says that the app's credits are used up. Top them up at X, then resume the account.",
    "X's monthly cap of the app is reached. Raise it at X or wait for the month to end, then resume the account.",
    "X has suspended this account. Sort it out with X, then resume the account.",
    "X has locked this account: “No.”. Unlock it on X, then resume the account.",
    "X does not let this server's app post: “No.”. Your Linnet admin can change that at X's developer portal. Then resume the account.",
    "X lets this server's app read only: “No.”. Your Linnet admin can give it “Read and write” at X's developer portal. Then connect the account again.",
  ]);
  expect(refusedAlike("No.")).toBe(
    "X refused two tweets in a row with the same words: “No.”. Look at the account on X, then resume it here.",
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
    "This server's clock is 12 minutes ahead of X's, so X refuses what it sends. Your Linnet admin must set it.",
    "This server's clock is 119 minutes behind X's, so X refuses what it sends. Your Linnet admin must set it.",
    "This server's clock is 30 hours behind X's, so X refuses what it sends. Your Linnet admin must set it.",
    "X says that this server's clock is wrong. Your Linnet admin must set it.",
    "X says that this server's clock is wrong. Your Linnet admin must set it.",
    "Something between this server and X answered in X's place.",
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
    "1 tweet waits for your word.",
    "2 tweets wait for your word.",
    "1 tweet waits for your approval.",
    "2 tweets wait for your approval.",
    "1 account must be reconnected.",
    "2 accounts must be reconnected.",
    "1 account is held by X.",
    "2 accounts are held by X.",
  ]);
  expect(attentionText({ failed: 1, needsConfirmation: 1, reconnect: 1, blocked: 0 })).toBe(
    "1 tweet failed, 1 tweet waits for your word and 1 account must be reconnected.",
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
    "1 of 1 posts today. You’ve spent $0.20 on X today, nothing in the sandbox.",
    "2 posts today. You’ve spent $0.20 on X today.",
    "0 posts today. You’ve spent $0.20 of your $0.50 on X today.",
  ]);
});
