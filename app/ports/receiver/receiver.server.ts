// A receiver: an address that somebody chose, which takes one JSON POST. Redirects are not followed.
import { seconds } from "~/ground/time/duration";

/** In all: an answer that drips is given up too. */
const patience = seconds(15);

export type ReceiverAnswer =
  | { kind: "answered"; status: number; retryAfterMs: number | null }
  | { kind: "unreachable"; reason: "timeout" | "network" };

/** Posts `body` as JSON. Never throws; what the other side says beyond its status is not read. */
export async function postJson(
  url: string,
  body: object,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<ReceiverAnswer> {
  const limit = AbortSignal.timeout(patience);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": "Linnet" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.any([limit, signal]),
    });
    await answer.body?.cancel().catch(() => undefined);
    return {
      kind: "answered",
      status: answer.status,
      retryAfterMs: retryAfter(answer.headers.get("retry-after"), now()),
    };
  } catch {
    return { kind: "unreachable", reason: limit.aborted ? "timeout" : "network" };
  }
}

/** Seconds or a date (RFC 9110, 10.2.3). */
export function retryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return seconds(Number(text));
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
