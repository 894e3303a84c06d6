// Posts JSON to a configured URL. Doesn't follow redirects.
import { seconds } from "~/ground/time/duration";

/** For the whole exchange, including a slow body. */
const patience = seconds(15);

export type ReceiverAnswer =
  | { kind: "answered"; status: number; retryAfterMs: number | null }
  | { kind: "unreachable"; reason: "timeout" | "network" };

/** Never throws. Reads only the status and Retry-After. */
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

/** Returns ms. Accepts seconds or a date (RFC 9110, 10.2.3). */
export function retryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return seconds(Number(text));
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
