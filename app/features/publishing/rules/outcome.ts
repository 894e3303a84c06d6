// What the network's answer to a post means: sent, surely not sent, or unknown. Pure; every row has a test.
import type { PostAnswer } from "~/ports/network/port";
import { type Block, blockOf, type Problem, readProblem, waitUntil } from "~/ports/network/problem";
import { refusalCode } from "./refusals";

export type Outcome =
  | { kind: "published"; postId: string }
  /** Surely not sent, and worth another try. */
  | { kind: "not_sent"; detail: string }
  /** Surely not sent; the account may post again from `until` (ms). */
  | { kind: "wait"; until: number; detail: string }
  | { kind: "unauthorized"; detail: string }
  /** Surely not sent, and waiting is no use: a person must act at the network. */
  | { kind: "blocked"; code: Block; detail: string }
  /** It may be out there. Only reading the account's posts can tell. */
  | { kind: "unknown"; code: "lost" | "server_error" | "duplicate"; detail: string }
  | { kind: "refused"; code: string; detail: string };

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
  const problem = readProblem(answer.body);
  const detail = problem.detail || problem.title || `HTTP ${status}`;
  // 408 and everything of the server's own say nothing about whether the post was taken.
  if (status >= 500 || status < 400 || status === 408) return { kind: "unknown", code: "server_error", detail };
  const block = blockOf(status, problem);
  if (block) return { kind: "blocked", code: block, detail };
  if (isDuplicate(problem)) return { kind: "unknown", code: "duplicate", detail };
  if (status === 429 || problem.codes.includes(88))
    return { kind: "wait", until: waitUntil(answer.headers, now), detail };
  if (status === 401) return { kind: "unauthorized", detail };
  const code = refusalCode(problem, { isReply });
  // Of its pictures X's `detail` says no more than that something was invalid.
  return { kind: "refused", code, detail: code === "media_invalid" ? problem.message || detail : detail };
}

const isDuplicate = (problem: Problem) => problem.codes.includes(187) || /duplicate content/i.test(problem.detail);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

function readPostId(body: unknown): string | null {
  const data = isObject(body) && isObject(body["data"]) ? body["data"] : null;
  const id = text(data?.["id"]);
  return /^\d+$/.test(id) ? id : null;
}
