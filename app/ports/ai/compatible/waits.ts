// Reads how long a server asks to wait, from headers, bodies and words. Pure.
import { seconds } from "~/ground/time/duration";
import type { ServerError } from "./server-error";

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const text = (headers: Headers, name: string): string | null => {
  const value = headers[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
};

/** ms from now; null if the answer names no time. The first source that is there counts. */
export function waitOf(headers: Headers, error: ServerError, now: number): number | null {
  const own = text(headers, "retry-after-ms");
  const sources = [
    () => (own !== null && /^\d+(?:\.\d+)?$/.test(own) ? Number(own) : null),
    () => secondsOrDate(text(headers, "retry-after"), now),
    () => resetsIn(headers),
    () => momentOrSpan(text(headers, "x-ratelimit-reset") ?? error.headers["x-ratelimit-reset"] ?? null, now),
    () => secondsOrDate(error.headers["retry-after"] ?? null, now),
    () =>
      spanIn(/(?:try again|retry) in ((?:\d{1,9}(?:\.\d{1,9})?(?:ms|[dhms]) ?){1,4})/i.exec(error.words)?.[1] ?? null),
  ];
  for (const source of sources) {
    const ms = source();
    if (ms !== null && Number.isFinite(ms)) return Math.max(0, Math.ceil(ms));
  }
  return null;
}

function secondsOrDate(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d+(?:\.\d+)?$/.test(value)) return seconds(Number(value));
  const at = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? spanIn(value) : at - now;
}

/** Two limits, requests and tokens; one with something left doesn't count. */
function resetsIn(headers: Headers): number | null {
  const waits = ["requests", "tokens"].flatMap((kind) => {
    const left = text(headers, `x-ratelimit-remaining-${kind}`);
    const ms = spanIn(text(headers, `x-ratelimit-reset-${kind}`));
    return ms === null || (left !== null && Number(left) > 0) ? [] : [ms];
  });
  return waits.length === 0 ? null : Math.max(...waits);
}

/** OpenRouter's is milliseconds since 1970, others have seconds since then or a span. */
function momentOrSpan(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (!/^\d+(?:\.\d+)?$/.test(value)) return spanIn(value);
  const number = Number(value);
  if (number > 1e11) return number - now;
  return number > 1e9 ? seconds(number) - now : seconds(number);
}

const unit: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** "1m2.5s", "120ms", "6s"; a bare number is seconds. */
function spanIn(value: string | null): number | null {
  if (value === null) return null;
  const trimmed = value.trim().toLowerCase();
  if (/^\d+(?:\.\d+)?$/.test(trimmed)) return seconds(Number(trimmed));
  const parts = [...trimmed.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|[dhms])\s?/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== trimmed) return null;
  return parts.reduce((sum, [, amount, name = ""]) => sum + Number(amount) * (unit[name] ?? 0), 0);
}
