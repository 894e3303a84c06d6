// When a tweet's pictures are sent to the network, when that is tried again, and when it is given up. Pure.
import { minutes, seconds } from "~/ground/time/duration";

/** So long before its moment a tweet's pictures are sent. */
export const uploadsAhead = minutes(2);
/** What a post names must be good for so long still. */
export const goodFor = minutes(5);
/** The hard limit of one call. */
export const uploadTimeout = seconds(25);
/** While a call is under way nobody makes another; after that its answer is taken for lost. */
export const uploadLasts = seconds(40);
/** Whoever pressed Post Now waits so long for all of it. */
export const uploadsNow = seconds(30);
/** The network may have a bad moment: what it refuses so often it means. */
export const maxRefusals = 3;

interface Sent {
  account_id: number;
  x_media_id: string | null;
  described: 0 | 1;
  expires_at: number | null;
  sent_token: string | null;
}

/** What the network must be asked next before a post may name a picture as this account; null: it may. */
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

/** Whether a call for a picture as another account is under way, or was moments ago: one that a Post Now may still need. */
export const isOfOther = (
  sent: { account_id: number; turn_at: number } | null,
  { accountId, now }: { accountId: number; now: number },
): boolean =>
  sent !== null &&
  sent.account_id !== accountId &&
  sent.turn_at > now - uploadsNow &&
  sent.turn_at <= now + uploadLasts;

/**
 * The calls that still have to be paid before a post may name a picture as this account. One that is under way is paid
 * already: if it comes to nothing it is paid again.
 */
export function callsLeft(
  sent: (Sent & { under_way: 0 | 1; turn_at: number }) | null,
  which: { altText: string; accountId: number; now: number },
): ("upload" | "description")[] {
  const next = nextCall(sent, which);
  if (next === null) return [];
  const calls = next === "upload" && which.altText !== "" ? (["upload", "description"] as const) : [next];
  const isPaid = sent?.account_id === which.accountId && sent.under_way === 1 && sent.turn_at > which.now;
  return calls.slice(isPaid ? 1 : 0);
}

const waits = [seconds(2), seconds(5), seconds(10), seconds(30), minutes(1)];

/** How long after its `tries`-th call in a row that came to nothing the next is made. */
export const uploadWait = (tries: number): number =>
  waits[Math.min(Math.max(tries, 1), waits.length) - 1] ?? minutes(1);

export const uploadMessages = {
  late: "The pictures could not be sent to X in time. Nothing was posted; please try again.",
  partLate: "Its pictures could not be sent to X in time.",
  changed: "Its pictures were changed meanwhile. Nothing was posted; please try again.",
} as const;
