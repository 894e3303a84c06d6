// Publishes named crash points on a diagnostics channel, so tests can kill the process there.
import diagnostics from "node:diagnostics_channel";

/** In order. docs/publishing.md says what holds at each; tests/crash/ kills at each. */
export const tweetCrashPoints = [
  "upload:answered",
  "upload:committed",
  "soon:waiting",
  "claim:before",
  "claim:inside",
  "claim:committed",
  "answer:read",
  "conclude:inside",
  "thread:inside",
  "conclude:committed",
  "reconcile:read",
] as const;

/** In order. docs/alerts.md says what holds; tests/built/killed/deliveries.test.ts kills at each. */
export const deliveryCrashPoints = [
  "deliver:inside",
  "deliver:committed",
  "deliver:sent",
  "delivered:inside",
  "delivered:committed",
] as const;

/** In order. See docs/decisions/040-deleting.md; tests/built/killed/deletions.test.ts kills at each. */
export const deletionCrashPoints = [
  "delete:inside",
  "delete:committed",
  "delete:answered",
  "deleted:inside",
  "deleted:committed",
] as const;

/** In order. See docs/decisions/057-compose.md: before the commit there is nothing, after it the form gets its answer. */
export const composeCrashPoints = ["compose:inside", "compose:committed"] as const;

export type ComposeCrashPoint = (typeof composeCrashPoints)[number];
export type TweetCrashPoint = (typeof tweetCrashPoints)[number];
export type DeliveryCrashPoint = (typeof deliveryCrashPoints)[number];
export type DeletionCrashPoint = (typeof deletionCrashPoints)[number];
export type CrashPoint = TweetCrashPoint | DeliveryCrashPoint | DeletionCrashPoint | ComposeCrashPoint;

const channel = diagnostics.channel("linnet:crash-point");

export function hitCrashPoint(point: CrashPoint): void {
  if (channel.hasSubscribers) channel.publish(point);
}
