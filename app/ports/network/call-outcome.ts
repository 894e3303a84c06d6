// Judges the network's answers to uploads, descriptions and deletions. Pure.
import { seconds } from "~/ground/time/duration";
import type { PostAnswer } from "./port";
import { type CommonFailure, commonFailure, readProblem, readRefusal } from "./problem";

/** Each of these calls is safe to repeat, so a lost answer means: try again. */
export type CallFailure =
  | { kind: "again"; detail: string }
  /** `unjudged` is retried and doesn't count as a refusal. */
  | CommonFailure
  | { kind: "refused"; detail: string };

export type CallOutcome = { kind: "done" } | CallFailure;
/** `expiresAt`: a post must name the picture before then, ms. */
export type UploadOutcome = { kind: "uploaded"; mediaId: string; expiresAt: number } | CallFailure;

const usualLife = seconds(86_400);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

type Good = Extract<PostAnswer, { kind: "answered" }>;

function goodOr(answer: PostAnswer, now: number): Good | CallFailure {
  if (answer.kind !== "answered") return { kind: "again", detail: answer.detail };
  const { status, body } = answer;
  if (status >= 200 && status < 300) return answer;
  const refusal = readRefusal(answer, now);
  const { type, message } = readProblem(body);
  const detail = (type === "invalid-request" && message) || refusal.detail;
  switch (refusal.about) {
    case "network":
      return { kind: "again", detail };
    case "tweet":
    case "unsure":
      return { kind: "refused", detail };
    default:
      return commonFailure(refusal, detail);
  }
}

export function judgeCall(answer: PostAnswer, now: number): CallOutcome {
  const good = goodOr(answer, now);
  return good.kind === "answered" ? { kind: "done" } : good;
}

/** Judges the answer to `uploadImage`. An answer without an id is retried: an unnamed picture does no harm. */
export function judgeUpload(answer: PostAnswer, now: number): UploadOutcome {
  const good = goodOr(answer, now);
  if (good.kind !== "answered") return good;
  // X's documentation requires more fields than X sends, so only the id is checked.
  const data = isObject(good.body) && isObject(good.body["data"]) ? good.body["data"] : {};
  const { id, expires_after_secs: life } = data;
  if (typeof id !== "string" || !/^\d{1,19}$/.test(id)) return { kind: "again", detail: "an answer without an id" };
  const lasts = typeof life === "number" && life >= 0 ? Math.min(seconds(life), usualLife) : usualLife;
  return { kind: "uploaded", mediaId: id, expiresAt: now + lasts };
}

/** X doesn't document how DELETE reports a missing post, so both forms count. A proxy's 404 doesn't. */
const isGone = (answer: Good, now: number): boolean => {
  const { status, body } = answer;
  if (status === 404 || status === 410) return readRefusal(answer, now).about !== "proxy";
  return status < 500 && readProblem(body).type === "resource-not-found";
};

export function judgeDeletion(answer: PostAnswer, now: number): CallOutcome {
  if (answer.kind === "answered" && isGone(answer, now)) return { kind: "done" };
  const outcome = judgeCall(answer, now);
  const body = answer.kind === "answered" && isObject(answer.body) ? answer.body["data"] : null;
  const isKept = outcome.kind === "done" && isObject(body) && body["deleted"] === false;
  return isKept ? { kind: "again", detail: "X says that it is not deleted" } : outcome;
}

export const mayCost = (answer: PostAnswer): boolean =>
  answer.kind === "lost" || (answer.kind === "answered" && answer.status >= 200 && answer.status < 300);
