// What the network's answer to a post means: sent, surely not sent, or unknown. Pure; every row has a test.
import { hours, minutes } from "~/ground/time/duration";
import type { PostAnswer } from "~/ports/network/port";
import { refusalCode } from "./refusals";

export type Outcome =
  | { kind: "published"; postId: string }
  /** Surely not sent, and worth another try. */
  | { kind: "not_sent"; detail: string }
  /** Surely not sent; the account may post again from `until` (ms). */
  | { kind: "wait"; until: number; detail: string }
  | { kind: "unauthorized"; detail: string }
  /** Surely not sent, and waiting is no use: a person must act at the network. */
  | { kind: "blocked"; code: "credits" | "suspended" | "usage_cap"; detail: string }
  /** It may be out there. Only reading the account's posts can tell. */
  | { kind: "unknown"; code: "lost" | "server_error" | "duplicate"; detail: string }
  | { kind: "refused"; code: string; detail: string };

interface Problem {
  /** The last path segment of `type`: X moved the same problems from one host to another. */
  type: string;
  title: string;
  detail: string;
  codes: number[];
}

/** Judges one answer. `now` is needed for a rate limit that doesn't say when it ends. */
export function judge(answer: PostAnswer, now: number): Outcome {
  if (answer.kind === "not_sent") return { kind: "not_sent", detail: answer.detail };
  if (answer.kind === "lost") return { kind: "unknown", code: "lost", detail: answer.detail };
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const postId = readPostId(answer.body);
    return postId
      ? { kind: "published", postId }
      : { kind: "unknown", code: "lost", detail: "an answer without an id" };
  }
  const problem = readProblem(answer.body);
  const detail = problem.detail || problem.title || `HTTP ${status}`;
  // 408 and everything of the server's own say nothing about whether the post was taken.
  if (status >= 500 || status < 400 || status === 408) return { kind: "unknown", code: "server_error", detail };
  if (status === 402 || problem.type === "credits") return { kind: "blocked", code: "credits", detail };
  if (isUsageCap(problem)) return { kind: "blocked", code: "usage_cap", detail };
  if (isSuspended(problem)) return { kind: "blocked", code: "suspended", detail };
  if (isDuplicate(problem)) return { kind: "unknown", code: "duplicate", detail };
  if (status === 429 || problem.codes.includes(88))
    return { kind: "wait", until: waitUntil(answer.headers, now), detail };
  if (status === 401) return { kind: "unauthorized", detail };
  return { kind: "refused", code: refusalCode(problem), detail };
}

const isUsageCap = (problem: Problem) => problem.type === "usage-capped" || problem.title === "UsageCapExceeded";
const isSuspended = (problem: Problem) =>
  problem.type === "user-suspended" || problem.codes.includes(64) || /\bis suspended\b/i.test(problem.detail);
const isDuplicate = (problem: Problem) => problem.codes.includes(187) || /duplicate content/i.test(problem.detail);

/** Without a reset the window is X's usual one of 15 minutes; a reset beyond a day and a bit is not believed. */
const usualWindow = minutes(15);
const maxWait = hours(25);

/** A 429 can come with requests left in one window and none in another: the latest exhausted one counts. */
function waitUntil(headers: Record<string, string>, now: number): number {
  const windows = ["x-rate-limit", "x-app-limit-24hour", "x-user-limit-24hour"];
  const resets = windows
    .filter((name) => Number(headers[`${name}-remaining`] ?? NaN) <= 0)
    .map((name) => Number(headers[`${name}-reset`] ?? NaN) * 1000)
    .filter((reset) => Number.isFinite(reset) && reset <= now + maxWait);
  const latest = Math.max(...resets, -Infinity);
  return latest > now ? latest : now + (resets.length > 0 ? minutes(1) : usualWindow);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** X answers errors in two shapes: a problem document, or v1's list of coded messages. */
function readProblem(body: unknown): Problem {
  if (!isObject(body)) return { type: "", title: "", detail: "", codes: [] };
  const errors = Array.isArray(body["errors"]) ? body["errors"].filter(isObject) : [];
  return {
    type: text(body["type"]).split("/").at(-1) ?? "",
    title: text(body["title"]),
    detail: text(body["detail"]) || text(errors[0]?.["message"]),
    codes: errors.map((error) => error["code"]).filter((code): code is number => typeof code === "number"),
  };
}

function readPostId(body: unknown): string | null {
  const data = isObject(body) && isObject(body["data"]) ? body["data"] : null;
  const id = text(data?.["id"]);
  return /^\d+$/.test(id) ? id : null;
}
