// Defines the sandbox's rules in X's numbers and forms: handles, names, ids, answers to a post.
import { hash } from "node:crypto";
import { hours, minutes } from "~/ground/time/duration";
import type { PostAnswer } from "./port";

export const requestLifetime = minutes(10);
export const duplicateSpan = hours(24);
export const rateLimit = { posts: 100, span: minutes(15) };
export const deleteLimit = { deletions: 50, span: minutes(15) };
export const pictureLife = hours(24);
export const maxKeptPictures = 100;
export const maxWeight = 280;
/** Weighing takes quadratic time, and no post of weight 280 is longer, so longer texts aren't weighed. */
export const maxCodeUnits = 5_000;

/** Strips the @. Returns null if X would reject it: 1 to 15 letters, digits or underscores. */
export function readHandle(input: string): string | null {
  const handle = input.trim().replace(/^@/, "");
  return /^[A-Za-z0-9_]{1,15}$/.test(handle) ? handle : null;
}

/** `alice_w` is Alice W, `linnetBot42` is Linnet Bot 42. */
export function displayNameOf(handle: string): string {
  const seams = /_|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\d)(?=\D)|(?<=\D)(?=\d)/;
  const words = handle.split(seams).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || handle;
}

const idEpoch = 1_288_834_974_657;

/** Picture ids start in the second half of each millisecond, so they never equal a post's id. */
export const pictureIds = 1n << 21n;

/** Ids grow with time, and past `last` even if the clock steps back. `from`: first id of a millisecond. */
export function nextId(now: number, last: string | undefined, from = 0n): string {
  const byTime = (BigInt(Math.max(0, now - idEpoch)) << 22n) + from;
  const byOrder = BigInt(last ?? 0) + 1n;
  return String(byTime > byOrder ? byTime : byOrder);
}

export const textHashOf = (text: string): number =>
  Number.parseInt(hash("sha256", text.normalize("NFC").trim()).slice(0, 12), 16);

export type PictureType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  return /^RIFF[^]{4}WEBP$/.test(head) ? "image/webp" : null;
}

export interface RateState {
  remaining: number;
  resetAt: number;
}

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

const invalid = (parameters: Record<string, string[]>, message: string, now: number, rate?: RateState): PostAnswer => {
  const type = "https://api.twitter.com/2/problems/invalid-request";
  const detail = "One or more parameters to your request was invalid.";
  return answer(400, { errors: [{ parameters, message }], title: "Invalid Request", detail, type }, now, rate);
};

export const emptyText = (now: number, rate: RateState): PostAnswer =>
  invalid({ text: [""] }, "The `text` of a Tweet can not be empty.", now, rate);

export const noParent = (now: number, rate: RateState): PostAnswer => {
  const detail = "You attempted to reply to a Tweet that is deleted or not visible to you.";
  return answer(403, problem(403, "Forbidden", detail), now, rate);
};

export const foreignParent = (now: number, rate: RateState): PostAnswer => {
  const detail = "You can only reply to or quote posts where you are mentioned or are the author.";
  return answer(403, problem(403, "Forbidden", detail), now, rate);
};

export const badPictures = (ids: readonly string[], now: number, rate?: RateState): PostAnswer =>
  invalid({ "media.media_ids": [...ids] }, "Your media IDs are invalid.", now, rate);

export const uploaded = ({ id, size }: { id: string; size: number }, now: number): PostAnswer => {
  const lasts = pictureLife / 1_000;
  return answer(200, { data: { id, media_key: `3_${id}`, size, expires_after_secs: lasts } }, now);
};

export const tooLarge = (now: number): PostAnswer =>
  answer(413, problem(413, "Payload Too Large", "The media is too large: 5 MB is the most."), now);

export const noPicture = (now: number): PostAnswer => invalid({ media: [] }, "The media's type is not supported.", now);

export const described = (id: string, text: string, now: number): PostAnswer =>
  answer(200, { data: { id, associated_metadata: { alt_text: { text } } } }, now);

export const badDescription = (now: number): PostAnswer =>
  invalid({ "metadata.alt_text.text": [] }, "A description has 1 to 1000 characters.", now);

export const deleted = (now: number): PostAnswer => answer(200, { data: { deleted: true } }, now);

export const notFound = (now: number): PostAnswer => answer(404, problem(404, "Not Found", "Not Found"), now);

export const notYours = (now: number): PostAnswer =>
  answer(403, problem(403, "Forbidden", "You are not authorized to delete this Tweet."), now);

export function tooManyDeletions(now: number, since: number): PostAnswer {
  const refused = tooMany(now, { remaining: 0, resetAt: Math.min(now, since) + deleteLimit.span });
  if (refused.kind === "answered") refused.headers["x-rate-limit-limit"] = String(deleteLimit.deletions);
  return refused;
}
