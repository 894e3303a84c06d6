// What there is to count, told on a diagnostics channel: the metrics listen there, and features need not know them.
import diagnostics from "node:diagnostics_channel";

export type Metric =
  /** An attempt was concluded. One whose answer was lost is told as unknown, and again once it is known. */
  | { kind: "attempt"; network: "x" | "sandbox"; outcome: string; spentMicros: number }
  /** An account's posts were read for a tweet. */
  | { kind: "check"; result: "found" | "absent" | "not_yet" | "unreadable" }
  /** How posts did was read, in one call. */
  | { kind: "reading"; network: "x" | "sandbox"; level: string; outcome: string; posts: number; spentMicros: number }
  /** A picture was sent, a description of one, or a post taken back. */
  | { kind: "call"; network: "x" | "sandbox"; call: string; outcome: string; spentMicros: number }
  | { kind: "writing"; writer: string; outcome: string; inputTokens: number; outputTokens: number; tookMs: number }
  | { kind: "request"; area: string; method: string; status: number; tookMs: number };

const channel = diagnostics.channel("linnet:metric");

/** Costs nothing while nobody listens. */
export function recordMetric(what: Metric): void {
  if (channel.hasSubscribers) channel.publish(what);
}

export function onMetric(listen: (what: Metric) => void): void {
  diagnostics.subscribe("linnet:metric", (message) => listen(message as Metric));
}
