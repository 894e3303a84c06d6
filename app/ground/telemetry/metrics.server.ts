// Publishes metrics on a diagnostics channel, which the metrics endpoint subscribes to.
import diagnostics from "node:diagnostics_channel";

export type Metric =
  /** A finished attempt. If its answer was lost, it counts as unknown, and again once the result is known. */
  | { kind: "attempt"; network: "x" | "sandbox"; outcome: string; spentMicros: number }
  | { kind: "check"; result: "found" | "absent" | "not_yet" | "unreadable" }
  | { kind: "reading"; network: "x" | "sandbox"; level: string; outcome: string; posts: number; spentMicros: number }
  | { kind: "call"; network: "x" | "sandbox"; call: string; outcome: string; spentMicros: number }
  | {
      kind: "writing";
      writer: string;
      outcome: string;
      inputTokens: number;
      outputTokens: number;
      costMicros: number | null;
      unmetered: number;
      tookMs: number;
    }
  | { kind: "unread"; writer: string }
  | { kind: "request"; area: string; method: string; status: number; tookMs: number };

const channel = diagnostics.channel("linnet:metric");

export function recordMetric(metric: Metric): void {
  if (channel.hasSubscribers) channel.publish(metric);
}

export function onMetric(listen: (metric: Metric) => void): void {
  diagnostics.subscribe("linnet:metric", (message) => listen(message as Metric));
}
