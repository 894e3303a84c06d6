// What a refusal of the network's says: its problem, whether it blocks the account, when its limits begin anew. Pure.
import { hours, minutes } from "~/ground/time/duration";

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
export type Block = "credits" | "suspended" | "usage_cap";

export function blockOf(status: number, problem: Problem): Block | null {
  if (status === 402 || problem.type === "credits") return "credits";
  if (problem.type === "usage-capped" || problem.title === "UsageCapExceeded") return "usage_cap";
  const isSuspended = problem.type === "user-suspended" || /\bis suspended\b/i.test(problem.detail);
  return isSuspended || problem.codes.includes(64) ? "suspended" : null;
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

/** When X may be asked again after it said that it was asked too often, ms. */
export function waitUntil(headers: Record<string, string>, now: number): number {
  const resets = exhaustedResets(headers, now);
  const latest = Math.max(...resets, -Infinity);
  return latest > now ? latest : now + (resets.length > 0 ? minutes(1) : usualWindow);
}
