// What people read of their publishing: the journal's sentences, what waits for them, and what the day has cost.
import { describe, expect, it, test } from "vitest";
import { attentionText } from "~/features/publishing/rules/attention";
import { needsAttention, sentenceOf, toneOf } from "~/features/publishing/rules/journal-words";
import { spendingText } from "~/features/spending/price";

const event = (kind: string, detail: string | null = null) => ({ at: 0, kind, detail });
const kinds = [
  "scheduled moved postponed taken_off dismissed edited sending published not_sent refused waiting failed unknown found",
  "absent asked person_found person_absent follows continued stopped ended",
  "delete_ordered deletion_again deletion_waits deleted not_deleted",
].flatMap((line) => line.split(" "));

describe("a journal's sentence", () => {
  it.each(kinds)("of %s is plain words that begin and end as a sentence does", (kind) => {
    for (const detail of [null, "unreachable", "rate_limited", "credits", "duplicate", "lost"])
      expect(sentenceOf(event(kind, detail))).toMatch(/^[A-Z].*[A-Za-z](\.|$)/);
    expect(sentenceOf(event(kind))).not.toMatch(/[{}_]|null|undefined/);
  });

  it("names the sandbox where nothing happened at X", () => {
    for (const kind of kinds) expect(sentenceOf(event(kind), "the sandbox")).not.toMatch(/\bX\b/);
    expect(sentenceOf(event("published"), "the sandbox")).toBe("Accepted by the sandbox.");
    expect(sentenceOf(event("published"))).toBe("Accepted by X.");
  });

  it.each([
    ["not_sent", "unreachable", "Not sent: X couldn’t be reached. It stays scheduled."],
    ["failed", "rate_limited", "Failed: X’s rate limit was reached."],
    ["failed", "duplicate", "Failed: X called it a duplicate of an earlier one."],
    ["failed", "You are not permitted.", "Failed: You are not permitted."],
    ["failed", null, "Failed: X refused it."],
    ["scheduled", "Picked at random.", "Scheduled. Picked at random."],
    ["moved", "You chose 20:42.", "Moved to another time. You chose 20:42."],
    ["taken_off", null, "Unscheduled."],
    ["taken_off", "The account was disconnected.", "Unscheduled. The account was disconnected."],
    ["deletion_waits", "rate_limited", "Not deleted yet: X’s rate limit was reached."],
    [
      "deletion_waits",
      "You’ve used your $5.00 share of this server’s $5.00 for today.",
      "Not deleted yet: You’ve used your $5.00 share of this server’s $5.00 for today.",
    ],
    ["not_deleted", "X refused to delete it. Check on X.", "Not deleted. X refused to delete it. Check on X."],
    ["dismissed", null, "Dismissed."],
    ["of a later version", "Something happened.", "Something happened."],
  ])("of %s with %j is %j", (kind, detail, sentence) => {
    expect(sentenceOf(event(kind, detail))).toBe(sentence);
  });
});

describe("a journal", () => {
  it("is troubled where the last thing went wrong or is uncertain", () => {
    expect(needsAttention([])).toBe(false);
    expect(needsAttention([event("sending"), event("unknown", "lost")])).toBe(true);
    expect(needsAttention([event("not_sent"), event("sending"), event("published")])).toBe(false);
    expect(needsAttention([event("failed"), event("dismissed")])).toBe(false);
    expect(kinds.filter((kind) => toneOf(event(kind)) === "good")).toEqual([
      "published",
      "found",
      "person_found",
      "deleted",
    ]);
  });
});

test("what waits is one sentence, and none where nothing does", () => {
  const none = { failed: 0, needsConfirmation: 0, proposals: 0, reconnect: 0, blocked: 0 };
  expect(attentionText(none)).toBeNull();
  expect(attentionText({ ...none, failed: 1 })).toBe("1 tweet failed.");
  expect(attentionText({ ...none, proposals: 1 })).toBe("1 tweet needs your approval.");
  expect(attentionText({ ...none, failed: 2, reconnect: 1 })).toBe(
    "2 tweets failed and 1 account must be reconnected.",
  );
  expect(attentionText({ failed: 1, needsConfirmation: 2, proposals: 3, reconnect: 2, blocked: 1 })).toBe(
    "1 tweet failed, 2 tweets need your confirmation, 3 tweets need your approval, 2 accounts must be reconnected and 1 account is blocked by X.",
  );
});

test("what the day has cost is told one fact a sentence, with its limits where there are any", () => {
  const day = { posts: 3, spentUsd: 0.045, postLimit: 50, shareUsd: 5, sandbox: false };
  expect(spendingText(day)).toBe("3 of 50 posts today. You’ve spent $0.045 of your $5.00 on X today.");
  expect(spendingText({ ...day, sandbox: true })).toBe(
    "3 of 50 posts today. You’ve spent $0.045 of your $5.00 on X today. The sandbox is free.",
  );
  expect(spendingText({ ...day, posts: 1, spentUsd: 0, postLimit: 0, shareUsd: null })).toBe(
    "1 post today. You’ve spent $0.00 on X today.",
  );
});
