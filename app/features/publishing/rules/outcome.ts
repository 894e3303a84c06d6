// What the network's answer to a post means: sent, surely not sent, or unknown. Pure; every row has a test.
import type { PostAnswer } from "~/ports/network/port";
import { type CommonFailure, commonFailure, readRefusal, type Refusal } from "~/ports/network/problem";

export type Outcome =
  | { kind: "published"; postId: string }
  /** Surely not sent, and worth another try. */
  | { kind: "not_sent"; detail: string }
  /** Surely not sent. */
  | CommonFailure
  /** It may be out there. Only reading the account's posts can tell. */
  | { kind: "unknown"; code: "lost" | "server_error" | "duplicate"; detail: string }
  /** `isUnsure`: it may be about the account or the app as well as about this tweet. */
  | { kind: "refused"; code: string; detail: string; isUnsure?: true };

/**
 * Judges one answer. `now` is needed for a rate limit that doesn't say when it ends. `isReply`: it was sent as an answer to
 * the account's own post.
 */
export function judge(answer: PostAnswer, now: number, { isReply = false } = {}): Outcome {
  if (answer.kind === "not_sent") return { kind: "not_sent", detail: answer.detail };
  if (answer.kind === "lost") return { kind: "unknown", code: "lost", detail: answer.detail };
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const postId = readPostId(answer.body);
    return postId
      ? { kind: "published", postId }
      : { kind: "unknown", code: "lost", detail: "an answer without an id" };
  }
  return outcomeOf(readRefusal(answer, now, { isReply }));
}

function outcomeOf(refusal: Refusal): Outcome {
  const { detail } = refusal;
  switch (refusal.about) {
    case "network":
      return { kind: "unknown", code: "server_error", detail };
    case "tweet":
      return refusal.code === "duplicate"
        ? { kind: "unknown", code: "duplicate", detail }
        : { kind: "refused", code: refusal.code, detail };
    case "unsure":
      return { kind: "refused", code: refusal.code, detail, isUnsure: true };
    default:
      return commonFailure(refusal);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

function readPostId(body: unknown): string | null {
  const data = isObject(body) && isObject(body["data"]) ? body["data"] : null;
  const id = text(data?.["id"]);
  return /^\d+$/.test(id) ? id : null;
}
