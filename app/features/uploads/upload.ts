// Decides when a tweet's pictures are uploaded, retried and given up. Pure.
import { minutes, seconds } from "~/ground/time/duration";

export const uploadsAhead = minutes(2);
/** Minimum remaining validity of an upload in a post. */
export const goodFor = minutes(5);
export const uploadTimeout = seconds(25);
/** A call blocks others this long; then its answer counts as lost. */
export const uploadLasts = seconds(40);
export const uploadsNow = seconds(30);
/** After this many refusals, the picture is given up. */
export const maxRefusals = 3;

interface Sent {
  account_id: number;
  x_media_id: string | null;
  described: 0 | 1;
  expires_at: number | null;
  sent_token: string | null;
}

export function nextCall(
  sent: Sent | null,
  { altText, accountId, now }: { altText: string; accountId: number; now: number },
): "upload" | "description" | null {
  const isThere =
    sent?.account_id === accountId &&
    sent.x_media_id !== null &&
    sent.sent_token === null &&
    (sent.expires_at ?? 0) - goodFor >= now;
  if (!isThere) return "upload";
  return altText === "" || sent.described === 1 ? null : "description";
}

/** Whether another account's call is or was just in progress, which a Post Now may still need. */
export const isOfOther = (
  sent: { account_id: number; turn_at: number } | null,
  { accountId, now }: { accountId: number; now: number },
): boolean =>
  sent !== null &&
  sent.account_id !== accountId &&
  sent.turn_at > now - uploadsNow &&
  sent.turn_at <= now + uploadLasts;

/** Calls still to be paid for. One in progress is already counted. */
export function callsLeft(
  sent: (Sent & { under_way: 0 | 1; turn_at: number }) | null,
  turn: { altText: string; accountId: number; now: number },
): ("upload" | "description")[] {
  const next = nextCall(sent, turn);
  if (next === null) return [];
  const calls = next === "upload" && turn.altText !== "" ? (["upload", "description"] as const) : [next];
  const isPaid = sent?.account_id === turn.accountId && sent.under_way === 1 && sent.turn_at > turn.now;
  return calls.slice(isPaid ? 1 : 0);
}

const waits = [seconds(2), seconds(5), seconds(10), seconds(30), minutes(1)];

export const uploadWait = (tries: number): number =>
  waits[Math.min(Math.max(tries, 1), waits.length) - 1] ?? minutes(1);

export const uploadMessages = {
  late: "Couldn’t send the images to X in time. Nothing was posted. Try again.",
  partLate: "Couldn’t send this tweet’s images to X in time.",
  changed: "This tweet’s images have changed. Nothing was posted. Try again.",
} as const;
