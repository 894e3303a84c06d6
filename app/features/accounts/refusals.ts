// Explains X's known refusals to the user whose tweet or account they concern. Pure.
import { hours, minutes } from "~/ground/time/duration";
import type { Change } from "~db/schema";
import type { Block, Unjudged } from "~/ports/network/problem";

const messages = {
  too_long: "X says this tweet is too long. Shorten it and post again.",
  not_permitted:
    "X doesn’t allow this account to post this. Check the account on X. It may be locked or limited, or lack a permission.",
  reply_restricted:
    "X only allows replies from people who were mentioned. Remove the @mention at the start and post again.",
  cashtag: "X allows one $cashtag per tweet. Remove the others and post again.",
  parent_unseen: "X says that the post this tweet replies to is deleted or not visible yet.",
  media_invalid: "X rejected this tweet’s images. They were uploaded too long ago, or X no longer has them.",
  invalid_request: "X couldn’t read this tweet. Change it a little and post again.",
} as const;

const quoting: Record<string, (detail: string) => string> = {
  reply_refused: (detail) =>
    `X didn’t allow the next reply: “${detail}”. You can copy the remaining parts and post them yourself under the last posted part.`,
  media_refused: (detail) => `X rejected this tweet’s image: “${detail}”.`,
};

export function refusalSentence(code: string, detail: string): string {
  if (Object.hasOwn(messages, code)) return messages[code as keyof typeof messages];
  const quote = Object.hasOwn(quoting, code) ? quoting[code] : undefined;
  return quote?.(detail) ?? `X refused this tweet: ${detail}`;
}

const quoted = (detail: string): string => `“${detail.slice(0, 300)}”`;

const blockReasons: Record<Block, (words: string) => string> = {
  credits: () => "The app is out of X credits. Add credits on X, then resume the account.",
  usage_cap: () =>
    "The app has reached X’s monthly limit. Raise it on X or wait until the month ends, then resume the account.",
  suspended: () => "X has suspended this account. Resolve it on X, then resume the account.",
  locked: (words) => `X has locked this account: ${words}. Unlock it on X, then resume the account.`,
  client_forbidden: (words) =>
    `X doesn’t let this server’s app post: ${words}. Your Linnet admin can change that in X’s developer portal. Then resume the account.`,
  write_forbidden: (words) =>
    `X only lets this server’s app read: ${words}. Your Linnet admin can give it “Read and write” in X’s developer portal. Then reconnect the account.`,
};

export const blockReason = (code: Block, detail: string): string => blockReasons[code](quoted(detail));

/** Two equal refusals are blamed on the account, since the next tweet would fail too. */
export const refusedAlike = (detail: string): string =>
  `X rejected two tweets in a row with the same message: ${quoted(detail)}. Check the account on X, then resume it here.`;

export const unjudgedCodes = { proxy: "not_from_x", clock: "clock_wrong" } as const;

export const unjudgedSentence = (refusal: Unjudged): string =>
  refusal.about === "clock"
    ? `${clockSentence(refusal.aheadMs)} Your Linnet admin must correct it.`
    : "Something on the network, such as a proxy, answered instead of X.";

function clockSentence(aheadMs: number | null): string {
  const off = Math.abs(aheadMs ?? 0);
  if (aheadMs === null || off < minutes(1)) return "X says that this server’s clock is wrong.";
  const long =
    off < hours(2)
      ? `${Math.round(off / minutes(1))} minutes`
      : `${Math.round(off / hours(1)).toLocaleString("en")} hours`;
  return `This server’s clock is ${long} ${aheadMs > 0 ? "ahead of" : "behind"} X’s, so X rejects its requests.`;
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
  const reason = "X no longer accepts this account’s authorization. Reconnect the account.";
  return { status: "reconnect", status_reason: reason };
}
