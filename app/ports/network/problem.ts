// Reads the network's refusals: each one's subject, its message, and when its limit resets. Pure.
import { hours, minutes, seconds } from "~/ground/time/duration";

export interface Problem {
  /** Last path segment of `type`: X moved the same problems to another host. */
  type: string;
  title: string;
  detail: string;
  codes: number[];
  fields: string[];
  /** Message of X's first error. More specific than `detail`, which may only say that something was invalid. */
  message: string;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const problemType = (type: unknown): string => text(type).split("/").at(-1) ?? "";

export function readProblem(body: unknown): Problem {
  if (!isObject(body)) return { type: "", title: "", detail: "", codes: [], fields: [], message: "" };
  const errors = Array.isArray(body["errors"]) ? body["errors"].filter(isObject) : [];
  const message = text(errors[0]?.["message"]);
  return {
    type: problemType(body["type"]),
    title: text(body["title"]),
    detail: text(body["detail"]) || message,
    codes: errors.map((error) => error["code"]).filter((code): code is number => typeof code === "number"),
    fields: errors.flatMap(({ parameters }) => (isObject(parameters) ? Object.keys(parameters) : [])),
    message,
  };
}

export type Block = "credits" | "usage_cap" | "suspended" | "locked" | "client_forbidden" | "write_forbidden";

export type TweetFault =
  | "too_long"
  | "reply_restricted"
  | "reply_refused"
  | "parent_unseen"
  | "media_invalid"
  | "cashtag"
  | "invalid_request"
  | "duplicate";

/** A refusal and its subject. Except for `network`, nothing was done. */
export type Refusal = { detail: string } & (
  | { about: "tweet"; code: TweetFault }
  | { about: "unsure"; code: "not_permitted" | "invalid_request" | "refused" }
  | { about: "account" | "app"; code: Block }
  | { about: "authorization" }
  /** `aheadMs`: how far this server's clock is ahead of the network's; null if the network sent no time. */
  | { about: "clock"; aheadMs: number | null }
  | { about: "time"; code: "rate_limited" | "post_limit" | "seems_automated"; until: number }
  | { about: "proxy" }
  /** A server error of the network; the call may have succeeded. */
  | { about: "network" }
);

export type Unjudged = Extract<Refusal, { about: "proxy" | "clock" }>;

/** Failures common to all calls. Nothing was done. */
export type CommonFailure =
  | ({ kind: "unjudged" } & Unjudged)
  | { kind: "wait"; code: Extract<Refusal, { about: "time" }>["code"]; until: number; detail: string }
  | { kind: "unauthorized"; detail: string }
  | { kind: "blocked"; code: Block; detail: string };

export function commonFailure(
  refusal: Exclude<Refusal, { about: "network" | "tweet" | "unsure" }>,
  detail = refusal.detail,
): CommonFailure {
  switch (refusal.about) {
    case "proxy":
    case "clock":
      return { kind: "unjudged", ...refusal };
    case "time":
      return { kind: "wait", code: refusal.code, until: refusal.until, detail };
    case "authorization":
      return { kind: "unauthorized", detail };
    case "account":
    case "app":
      return { kind: "blocked", code: refusal.code, detail };
  }
}

interface Answered {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** X accepts signatures of the last five minutes. */
const maxSkew = seconds(300);
const automatedWait = hours(1);
const appCodes = new Set([87, 416, 453]);
const appTypes = new Set(["client-forbidden", "unsupported-authentication"]);

export function readRefusal(answer: Answered, now: number, { isReply = false } = {}): Refusal {
  const { status, headers, body } = answer;
  const problem = readProblem(body);
  const { codes } = problem;
  const has = (...wanted: number[]) => wanted.some((code) => codes.includes(code));
  const detail = problem.detail || problem.title || `HTTP ${status}`;
  // With 408 or a server error the request may still have been carried out.
  if (status >= 500 || status < 400 || status === 408) return { about: "network", detail };
  const block = blockOf(status, body, problem);
  if (block) return { ...block, detail };
  if (has(187) || /duplicate content/i.test(detail)) return { about: "tweet", code: "duplicate", detail };
  if (status === 429 || problem.type === "rate-limit-exceeded" || has(88))
    return { about: "time", code: "rate_limited", until: waitUntil(headers, now), detail };
  if (has(185)) return { about: "time", code: "post_limit", until: waitUntil(headers, now, hours(1)), detail };
  if (has(226)) return { about: "time", code: "seems_automated", until: now + automatedWait, detail };
  if (!isJudged(body)) return { about: "proxy", detail };
  const aheadMs = aheadOf(headers, now);
  if (has(135) || (status === 401 && Math.abs(aheadMs ?? 0) >= maxSkew)) return { about: "clock", aheadMs, detail };
  if (status === 401 || has(32, 89)) return { about: "authorization", detail };
  const fault = tweetFault(problem, { isReply });
  if (fault)
    return { about: "tweet", code: fault, detail: fault === "media_invalid" ? problem.message || detail : detail };
  return { about: "unsure", code: unsureCode(problem), detail };
}

const spoken = ["type", "title", "detail", "errors"];

/** A proxy's page isn't JSON, and a proxy's JSON has another shape. */
const isJudged = (body: unknown): boolean =>
  isObject(body) && (Object.keys(body).length === 0 || spoken.some((key) => key in body));

function blockOf(
  status: number,
  body: unknown,
  { type, title, detail, codes }: Problem,
): Pick<Extract<Refusal, { code: Block }>, "about" | "code"> | null {
  const has = (code: number) => codes.includes(code);
  if (type === "credits" || (status === 402 && isObject(body))) return { about: "app", code: "credits" };
  if (type === "usage-capped" || title === "UsageCapExceeded") return { about: "app", code: "usage_cap" };
  if (type === "user-suspended" || has(64) || /\bis suspended\b/i.test(detail))
    return { about: "account", code: "suspended" };
  if (has(326) || /\baccount is (temporarily )?locked\b/i.test(detail)) return { about: "account", code: "locked" };
  if (type === "oauth1-permissions" || has(261) || /oauth1 app permissions/i.test(detail))
    return { about: "app", code: "write_forbidden" };
  if (appTypes.has(type) || codes.some((code) => appCodes.has(code))) return { about: "app", code: "client_forbidden" };
  return null;
}

/** X's wordings before July 2026 and since. */
const isAboutReplies = (detail: string): boolean =>
  /^(reply|quoting).*not allowed/i.test(detail) || /^you can only reply to or quote/i.test(detail);

const isTweetField = (name: string): boolean => /^(text|media|reply)(\.|$)/.test(name);
const mediaField = "media.media_ids";

/** Retry `parent_unseen` for a while: X also says it of a post it has just accepted. */
function tweetFault({ type, detail, codes, fields }: Problem, { isReply }: { isReply: boolean }): TweetFault | null {
  if (/too long/i.test(detail) || codes.includes(186)) return "too_long";
  if (/deleted or not visible/i.test(detail) || codes.includes(385)) return "parent_unseen";
  if (/not permitted/i.test(detail)) return null;
  if (isAboutReplies(detail)) return isReply ? "reply_refused" : "reply_restricted";
  if (fields.includes(mediaField) || /media ids are invalid/i.test(detail)) return "media_invalid";
  if (/one cashtag/i.test(detail)) return "cashtag";
  return type === "invalid-request" && fields.some(isTweetField) ? "invalid_request" : null;
}

function unsureCode({ type, detail }: Problem): Extract<Refusal, { about: "unsure" }>["code"] {
  if (/not permitted/i.test(detail)) return "not_permitted";
  return type === "invalid-request" ? "invalid_request" : "refused";
}

function aheadOf(headers: Record<string, string>, now: number): number | null {
  const at = Date.parse(headers["date"] ?? "");
  return Number.isFinite(at) ? now - at : null;
}

const maxWait = hours(25);
const limits = ["x-rate-limit", "x-app-limit-24hour", "x-user-limit-24hour"];

/** When each exhausted limit resets, ms. A 429 may leave requests in one window and none in another. */
export const exhaustedResets = (headers: Record<string, string>, now: number): number[] =>
  limits
    .filter((name) => Number(headers[`${name}-remaining`] ?? NaN) <= 0)
    .map((name) => Number(headers[`${name}-reset`] ?? NaN) * 1000)
    .filter((reset) => Number.isFinite(reset) && reset <= now + maxWait);

const usualWindow = minutes(15);

function waitUntil(headers: Record<string, string>, now: number, usual = usualWindow): number {
  const resets = exhaustedResets(headers, now);
  const latest = Math.max(...resets, -Infinity);
  return latest > now ? latest : now + (resets.length > 0 ? minutes(1) : usual);
}
