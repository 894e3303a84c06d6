// Named points on the way of a publish, told on a diagnostics channel: whoever tests crashes can end the process there.
import diagnostics from "node:diagnostics_channel";

/** In the order a tweet meets them; docs/publishing.md says what holds at each. */
export const crashPoints = [
  "claim:before",
  "claim:inside",
  "claim:committed",
  "answer:read",
  "conclude:inside",
  "conclude:committed",
  "reconcile:read",
] as const;

export type CrashPoint = (typeof crashPoints)[number];

const channel = diagnostics.channel("linnet:crash-point");

/** Costs nothing while nobody listens. */
export function hitCrashPoint(point: CrashPoint): void {
  if (channel.hasSubscribers) channel.publish(point);
}
