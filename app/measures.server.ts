// What there is to count, told on a diagnostics channel: the metrics listen there, and features need not know them.
import diagnostics from "node:diagnostics_channel";

export type Measure =
  /** An attempt was concluded. One whose answer was lost is told as unknown, and again once it is known. */
  | { kind: "attempt"; network: "x" | "sandbox"; outcome: string; spentMicros: number }
  /** An account's posts were read for a tweet. */
  | { kind: "look"; result: "found" | "absent" | "not_yet" | "unreadable" }
  | { kind: "writing"; writer: string; outcome: string; inputTokens: number; outputTokens: number; tookMs: number }
  | { kind: "request"; area: string; method: string; status: number; tookMs: number };

const channel = diagnostics.channel("linnet:measure");

/** Costs nothing while nobody listens. */
export function measure(what: Measure): void {
  if (channel.hasSubscribers) channel.publish(what);
}

export function onMeasure(listen: (what: Measure) => void): void {
  diagnostics.subscribe("linnet:measure", (message) => listen(message as Measure));
}
