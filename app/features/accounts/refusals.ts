// Explains X's known refusals to the user whose tweet or account they concern. Pure.
import { hours, minutes } from "~/ground/time/duration";
import type { Change } from "~db/schema";
import type { Block, Unjudged } from "~/ports/network/problem";

const messages = {
  too_long: "X counts this tweet as too long. Shorten it and post again.",
  not_permitted:
    "X does not permit this account to post this. Look at the account on X: it may be locked, limited or out of permissions.",
  reply_restricted:
    "X lets nobody answer there who was not mentioned. Take the @mention at the start out and post again.",
  cashtag: "X takes one $cashtag in a tweet. Leave one in and post again.",
  parent_unseen: "X says that the post before it is deleted, or can't be seen yet.",
  media_invalid: "X did not take its pictures: they were sent to X too long ago, or are no longer there.",
  invalid_request: "X could not read this tweet. Change it a little and post again.",
} as const;

const quoting: Record<string, (detail: string) => string> = {
  reply_refused: (detail) =>
    `X did not let this app answer its own post: “${detail}”. X names thread makers among its uses but does not promise them. You can copy the rest and post it by hand, under the last part that is out.`,
  media_refused: (detail) => `X did not take its picture: “${detail}”.`,
};

export function refusalSentence(code: string, detail: string): string {
  if (Object.hasOwn(messages, code)) return messages[code as keyof typeof messages];
  const quote = Object.hasOwn(quoting, code) ? quoting[code] : undefined;
  return quote?.(detail) ?? `X refused this tweet: ${detail}`;
}

const quoted = (detail: string): string => `“${detail.slice(0, 300)}”`;

const blockReasons: Record<Block, (words: string) => string> = {
  credits: () => "X says that the app's credits are used up. Top them up at X, then resume the account.",
  usage_cap: () =>
    "X's monthly cap of the app is reached. Raise it at X or wait for the month to end, then resume the account.",
  suspended: () => "X has suspended this account. Sort it out with X, then resume the account.",
  locked: (words) => `X has locked this account: ${words}. Unlock it on X, then resume the account.`,
  client_forbidden: (words) =>
    `X does not let this server's app post: ${words}. Your Linnet admin can change that at X's developer portal. Then resume the account.`,
  write_forbidden: (words) =>
    `X lets this server's app read only: ${words}. Your Linnet admin can give it “Read and write” at X's developer portal. Then connect the account again.`,
};

export const blockReason = (code: Block, detail: string): string => blockReasons[code](quoted(detail));

/** Two equal refusals are blamed on the account, since the next tweet would fail too. */
export const refusedAlike = (detail: string): string =>
  `X refused two tweets in a row with the same words: ${quoted(detail)}. Look at the account on X, then resume it here.`;

export const unjudgedCodes = { proxy: "not_from_x", clock: "clock_wrong" } as const;

export const unjudgedSentence = (refusal: Unjudged): string =>
  refusal.about === "clock"
    ? `${clockSentence(refusal.aheadMs)} Your Linnet admin must set it.`
    : "Something between this server and X answered in X's place.";

function clockSentence(aheadMs: number | null): string {
  const off = Math.abs(aheadMs ?? 0);
  if (aheadMs === null || off < minutes(1)) return "X says that this server's clock is wrong.";
  const long =
    off < hours(2)
      ? `${Math.round(off / minutes(1))} minutes`
      : `${Math.round(off / hours(1)).toLocaleString("en")} hours`;
  return `This server's clock is ${long} ${aheadMs > 0 ? "ahead of" : "behind"} X's, so X refuses what it sends.`;
}

/** Refusals of a token less than this apart count as one: X has had bad minutes. */
export const refusalsApart = minutes(10);

/** Believes a refused token at the second refusal, `refusalsApart` later. A block pauses the account. */
export function accountAfter(
  outcome: { kind: "unauthorized" } | { kind: "blocked"; code: Block; detail: string },
  { now, refusedAt }: { now: number; refusedAt: number | null },
): Change<"accounts"> | null {
  if (outcome.kind === "blocked")
    return { status: "paused", paused_by: "network", status_reason: blockReason(outcome.code, outcome.detail) };
  if (refusedAt === null) return { refused_at: now };
  if (now - refusedAt < refusalsApart) return null;
  const reason = "X no longer accepts this account's authorization. Please connect it again.";
  return { status: "reconnect", status_reason: reason };
}
