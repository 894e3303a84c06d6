// What the network's answer to a post means: sent, surely not sent, or unknown. Pure; every row has a test.
import type { PostAnswer } from "~/ports/network/port";
import { type Block, readRefusal, type Refusal, type Unjudged } from "~/ports/network/problem";

export type Outcome =
  | { kind: "published"; postId: string }
  /** Surely not sent, and worth another try. */
  | { kind: "not_sent"; detail: string }
  /** Surely not sent: a proxy answered in the network's place, or this server's clock is wrong. */
  | ({ kind: "unjudged" } & Unjudged)
  /** Surely not sent; the account may post again from `until` (ms). */
  | { kind: "wait"; code: Wait; until: number; detail: string }
  | { kind: "unauthorized"; detail: string }
  /** Surely not sent, and waiting is no use: a person must act at the network. */
  | { kind: "blocked"; code: Block; detail: string }
  /** It may be out there. Only reading the account's posts can tell. */
  | { kind: "unknown"; code: "lost" | "server_error" | "duplicate"; detail: string }
  /** `isUnsure`: it may be about the account or the app as well as about this tweet. */
  | { kind: "refused"; code: string; detail: string; isUnsure?: true };

type Wait = Extract<Refusal, { about: "time" }>["code"];

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
    case "tweet":
      return refusal.code === "duplicate"
        ? { kind: "unknown", code: "duplicate", detail }
        : { kind: "refused", code: refusal.code, detail };
    case "unsure":
      return { kind: "refused", code: refusal.code, detail, isUnsure: true };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

function readPostId(body: unknown): string | null {
  const data = isObject(body) && isObject(body["data"]) ? body["data"] : null;
  const id = text(data?.["id"]);
  return /^\d+$/.test(id) ? id : null;
}
