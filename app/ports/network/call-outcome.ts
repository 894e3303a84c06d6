// What the network's answer to an upload, a description or a deletion means. Pure. A post is judged by publishing/rules/outcome.ts.
import { seconds } from "~/ground/time/duration";
import type { PostAnswer } from "./port";
import { type CommonFailure, commonFailure, readProblem, readRefusal } from "./problem";

/** None of these calls harms anybody when it is made twice, so a lost answer is one to ask for again. */
export type CallFailure =
  /** Not sent, lost, or a fault of the network's own: worth another try. */
  | { kind: "again"; detail: string }
  /** `unjudged` is asked again, and counts as no refusal. */
  | CommonFailure
  /** `detail` has the network's own words. */
  | { kind: "refused"; detail: string };

export type CallOutcome = { kind: "done" } | CallFailure;
/** `expiresAt`: until when a post may name the picture, ms. */
export type UploadOutcome = { kind: "uploaded"; mediaId: string; expiresAt: number } | CallFailure;

/** X keeps a picture for so long that no post has named. */
const usualLife = seconds(86_400);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

type Good = Extract<PostAnswer, { kind: "answered" }>;

/** The whole and good answer, or what went wrong instead. `now` is needed for a limit that doesn't say when it ends. */
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

/** Judges the answer to `describeImage`. */
export function judgeCall(answer: PostAnswer, now: number): CallOutcome {
  const good = goodOr(answer, now);
  return good.kind === "answered" ? { kind: "done" } : good;
}

/** Judges the answer to `uploadImage`. One without an id is worth another try: what nobody can name harms nobody. */
export function judgeUpload(answer: PostAnswer, now: number): UploadOutcome {
  const good = goodOr(answer, now);
  if (good.kind !== "answered") return good;
  // No more is asked of it: X's own document requires fields that X doesn't send.
  const data = isObject(good.body) && isObject(good.body["data"]) ? good.body["data"] : {};
  const { id, expires_after_secs: life } = data;
  if (typeof id !== "string" || !/^\d{1,19}$/.test(id)) return { kind: "again", detail: "an answer without an id" };
  const lasts = typeof life === "number" && life >= 0 ? Math.min(seconds(life), usualLife) : usualLife;
  return { kind: "uploaded", mediaId: id, expiresAt: now + lasts };
}

/**
 * X's word for it is its status or, in a refusal, its problem; which of them DELETE uses, nobody has published. A proxy's
 * page says nothing of a post.
 */
const isGone = (answer: Good, now: number): boolean => {
  const { status, body } = answer;
  if (status === 404 || status === 410) return readRefusal(answer, now).about !== "proxy";
  return status < 500 && readProblem(body).type === "resource-not-found";
};

/** Judges the answer to `deletePost`: what is not there is deleted. */
export function judgeDeletion(answer: PostAnswer, now: number): CallOutcome {
  if (answer.kind === "answered" && isGone(answer, now)) return { kind: "done" };
  const outcome = judgeCall(answer, now);
  const body = answer.kind === "answered" && isObject(answer.body) ? answer.body["data"] : null;
  const isKept = outcome.kind === "done" && isObject(body) && body["deleted"] === false;
  return isKept ? { kind: "again", detail: "X says that it is not deleted" } : outcome;
}

/** Whether the network charges for a call, or may have: one whose answer was lost counts. */
export const mayCost = (answer: PostAnswer): boolean =>
  answer.kind === "lost" || (answer.kind === "answered" && answer.status >= 200 && answer.status < 300);
