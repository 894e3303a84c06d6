// The one reader of the network's refusals: whom each is about, what it says, and when its limits begin anew. Pure.
import { hours, minutes, seconds } from "~/ground/time/duration";

export interface Problem {
  /** The last path segment of `type`: X moved the same problems from one host to another. */
  type: string;
  title: string;
  detail: string;
  codes: number[];
  /** The names of the request's fields that X names as wrong ("media.media_ids"). */
  fields: string[];
  /** What X says of the first of its errors: where `detail` is only that something was invalid, this says what. */
  message: string;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The last path segment of a problem's type; "" where there is none. */
export const problemType = (type: unknown): string => text(type).split("/").at(-1) ?? "";

/** X answers errors in two shapes: a problem document, or v1's list of coded messages. */
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

/** Why waiting is no use: a person must do something at the network. */
export type Block = "credits" | "usage_cap" | "suspended" | "locked" | "client_forbidden" | "write_forbidden";

/** What of the tweet itself the network did not take: its words, its pictures, or what it answers. */
export type TweetFault =
  | "too_long"
  | "reply_restricted"
  | "reply_refused"
  | "parent_unseen"
  | "media_invalid"
  | "cashtag"
  | "invalid_request"
  | "duplicate";

/** By whom a refusal could be put right, and how. Everything but `network` means that nothing was done. */
export type Refusal = { detail: string } & (
  | { about: "tweet"; code: TweetFault }
  /** It may be the tweet or anything else. */
  | { about: "unsure"; code: "not_permitted" | "invalid_request" | "refused" }
  | { about: "account" | "app"; code: Block }
  | { about: "authorization" }
  /** This server's clock: by how much it is ahead of the network's, ms; null where that didn't say. */
  | { about: "clock"; aheadMs: number | null }
  /** It passes: the account may ask again from `until` (ms). */
  | { about: "time"; code: "rate_limited" | "post_limit" | "seems_automated"; until: number }
  /** Something between this server and the network answered, so nobody judged what was asked. */
  | { about: "proxy" }
  /** A fault of the network's own: whether anything was done is unknown. */
  | { about: "network" }
);

/** The network has judged nothing of what was asked; nothing was done. */
export type Unjudged = Extract<Refusal, { about: "proxy" | "clock" }>;

/** What a refusal comes to whatever was asked. Nothing was done. */
export type CommonFailure =
  /** A proxy answered in the network's place, or this server's clock is wrong. */
  | ({ kind: "unjudged" } & Unjudged)
  /** The account may ask again from `until` (ms). */
  | { kind: "wait"; code: Extract<Refusal, { about: "time" }>["code"]; until: number; detail: string }
  | { kind: "unauthorized"; detail: string }
  /** Waiting is no use: a person must act at the network. */
  | { kind: "blocked"; code: Block; detail: string };

/** `detail`: the network's words, where the caller read better ones. */
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

/** The network's times are whole seconds, and it takes a signature of the last five minutes. */
const maxSkew = seconds(300);
const automatedWait = hours(1);
const appCodes = new Set([87, 416, 453]);
const appTypes = new Set(["client-forbidden", "unsupported-authentication"]);

/** Reads an answer that is none of success. `isReply`: the post answered one of the account's own. */
export function readRefusal(answer: Answered, now: number, { isReply = false } = {}): Refusal {
  const { status, headers, body } = answer;
  const problem = readProblem(body);
  const { codes } = problem;
  const has = (...some: number[]) => some.some((code) => codes.includes(code));
  const detail = problem.detail || problem.title || `HTTP ${status}`;
  // 408 and everything of the network's own say nothing about whether the request was carried out.
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
  // X says 135 of a wrong clock, and of the same in its newer form no more than "Unauthorized".
  if (has(135) || (status === 401 && Math.abs(aheadMs ?? 0) >= maxSkew)) return { about: "clock", aheadMs, detail };
  if (status === 401 || has(32, 89)) return { about: "authorization", detail };
  const fault = tweetFault(problem, { isReply });
  // Of pictures X's `detail` says no more than that something was invalid.
  if (fault)
    return { about: "tweet", code: fault, detail: fault === "media_invalid" ? problem.message || detail : detail };
  return { about: "unsure", code: unsureCode(problem), detail };
}

/** What the network says has one of these. */
const spoken = ["type", "title", "detail", "errors"];

/** Whether the network itself answered: a proxy's page is no JSON, and a proxy's JSON is of another shape. */
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

/** X's two wordings, before July 2026 and since: who may answer whom. */
const isAboutReplies = (detail: string): boolean =>
  /^(reply|quoting).*not allowed/i.test(detail) || /^you can only reply to or quote/i.test(detail);

/** The fields of X's request in which a tweet's own words, pictures and place stand. */
const isTweetField = (name: string): boolean => /^(text|media|reply)(\.|$)/.test(name);
/** The field of X's request that names a post's pictures. */
const mediaField = "media.media_ids";

/**
 * `parent_unseen` is worth another try for a while: X says it of a post that it has just taken, too. Of an answer to the
 * account's own post nothing in its words can be to blame for who may answer.
 */
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

/** By how much `now` is ahead of the network's clock, ms; null where it sent no time. */
function aheadOf(headers: Record<string, string>, now: number): number | null {
  const at = Date.parse(headers["date"] ?? "");
  return Number.isFinite(at) ? now - at : null;
}

/** A reset beyond a day and a bit is not believed. */
const maxWait = hours(25);
const limits = ["x-rate-limit", "x-app-limit-24hour", "x-user-limit-24hour"];

/**
 * When each of the limits that are used up begins anew, ms. A 429 can come with requests left in one window and none
 * in another: the latest of these counts.
 */
export const exhaustedResets = (headers: Record<string, string>, now: number): number[] =>
  limits
    .filter((name) => Number(headers[`${name}-remaining`] ?? NaN) <= 0)
    .map((name) => Number(headers[`${name}-reset`] ?? NaN) * 1000)
    .filter((reset) => Number.isFinite(reset) && reset <= now + maxWait);

/** Without a reset the window is X's usual one of 15 minutes; a reset beyond a day and a bit is not believed. */
const usualWindow = minutes(15);

/** When X may be asked again after it said that it was asked too often, ms; `usual`: where it doesn't say. */
function waitUntil(headers: Record<string, string>, now: number, usual = usualWindow): number {
  const resets = exhaustedResets(headers, now);
  const latest = Math.max(...resets, -Infinity);
  return latest > now ? latest : now + (resets.length > 0 ? minutes(1) : usual);
}
