// The sandbox's rules, in X's own numbers and forms: handles, names, ids, and the answers to a post.
import { hash } from "node:crypto";
import { hours, minutes } from "~/ground/time/duration";
import type { PostAnswer } from "./port";

export const requestLifetime = minutes(10);
export const duplicateSpan = hours(24);
export const rateLimit = { posts: 100, span: minutes(15) };
export const maxWeight = 280;
/** No post of 280 is longer than this, and counting weights takes quadratic time: longer texts aren't even weighed. */
export const maxCodeUnits = 5_000;

/** The handle without its @, or null where X would not take it: 1 to 15 letters, digits or underscores. */
export function readHandle(typed: string): string | null {
  const handle = typed.trim().replace(/^@/, "");
  return /^[A-Za-z0-9_]{1,15}$/.test(handle) ? handle : null;
}

/** A name to show, from the handle: `alice_w` is Alice W, `linnetBot42` is Linnet Bot 42. */
export function displayNameOf(handle: string): string {
  const seams = /_|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\d)(?=\D)|(?<=\D)(?=\d)/;
  const words = handle.split(seams).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || handle;
}

const idEpoch = 1_288_834_974_657;

/** An id in X's manner: digits that grow with time, and always beyond the last one, also when the clock steps back. */
export function nextId(now: number, last: string | undefined): string {
  const byTime = BigInt(Math.max(0, now - idEpoch)) << 22n;
  const byOrder = BigInt(last ?? 0) + 1n;
  return String(byTime > byOrder ? byTime : byOrder);
}

/** A number of 48 bits, alike for texts that the duplicate guard takes for the same. */
export const textHashOf = (text: string): number =>
  Number.parseInt(hash("sha256", text.normalize("NFC").trim()).slice(0, 12), 16);

export interface RateState {
  remaining: number;
  resetAt: number;
}

/** The limit as it stands after so many posts within the span that ends now, the oldest of which was made at `since`. */
export const rateState = (now: number, made: { posts: number; since: number | null }): RateState => ({
  remaining: Math.max(0, rateLimit.posts - made.posts),
  resetAt: Math.min(now, made.since ?? now) + rateLimit.span,
});

function answer(status: number, body: unknown, now: number, rate?: RateState): PostAnswer {
  const headers: Record<string, string> = {
    "content-type": status < 400 ? "application/json; charset=utf-8" : "application/problem+json",
    date: new Date(now).toUTCString(),
    "x-access-level": "read-write",
  };
  if (rate) {
    headers["x-rate-limit-limit"] = String(rateLimit.posts);
    headers["x-rate-limit-remaining"] = String(rate.remaining);
    headers["x-rate-limit-reset"] = String(Math.ceil(rate.resetAt / 1_000));
  }
  return { kind: "answered", status, headers, body };
}

const problem = (status: number, title: string, detail: string) => ({ title, detail, type: "about:blank", status });

export const created = ({ id, text }: { id: string; text: string }, now: number, rate: RateState): PostAnswer =>
  answer(201, { data: { id, text, edit_history_tweet_ids: [id] } }, now, rate);

export const unauthorized = (now: number): PostAnswer => answer(401, problem(401, "Unauthorized", "Unauthorized"), now);

export const tooMany = (now: number, rate: RateState): PostAnswer =>
  answer(429, problem(429, "Too Many Requests", "Too Many Requests"), now, rate);

export const duplicate = (now: number, rate: RateState): PostAnswer =>
  answer(403, problem(403, "Forbidden", "You are not allowed to create a Tweet with duplicate content."), now, rate);

export const tooLong = (now: number, rate: RateState): PostAnswer => {
  const where =
    "For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.";
  return answer(400, problem(400, "Bad Request", `Your Tweet text is too long. ${where}`), now, rate);
};

export const emptyText = (now: number, rate: RateState): PostAnswer => {
  const errors = [{ parameters: { text: [""] }, message: "The `text` of a Tweet can not be empty." }];
  const type = "https://api.twitter.com/2/problems/invalid-request";
  const detail = "One or more parameters to your request was invalid.";
  return answer(400, { errors, title: "Invalid Request", detail, type }, now, rate);
};
