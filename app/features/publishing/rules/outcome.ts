// Maps the network's answer to an outcome: published, surely not sent, or unknown. Pure.
import type { PostAnswer } from "~/ports/network/port";
import { type CommonFailure, commonFailure, readRefusal, type Refusal } from "~/ports/network/problem";

export type Outcome =
  | { kind: "published"; postId: string }
  /** Surely not sent; worth a retry. */
  | { kind: "not_sent"; detail: string }
  | CommonFailure
  /** May be out; only reading the account's posts can tell. */
  | { kind: "unknown"; code: "lost" | "server_error" | "duplicate"; detail: string }
  /** `isUnsure`: may be about the account or the app instead of this tweet. */
  | { kind: "refused"; code: string; detail: string; isUnsure?: true };

/** `now`: for rate limits without an end. `isReply`: the post replied to one of the account's own. */
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
