// Waiting for a generation: when to look, how often, and what a look may come to. Pure (spec sections 4 and 9).
import { generationMessages } from "~/ground/messages";
import { seconds } from "~/ground/time/duration";

const firstPoll = seconds(1);
const laterPolls = seconds(3);
const maxPolls = 30;

/** How long to wait before the next look, or null when there were enough. */
export const nextPoll = (polls: number): number | null => {
  if (polls >= maxPolls) return null;
  return polls === 0 ? firstPoll : laterPolls;
};

export type Poll =
  | { kind: "pending" }
  | { kind: "done" }
  /** `isOver`: the server says so of the task, and not this page of an answer that it can't read. */
  | { kind: "failed"; error: string; isOver: boolean };

/** Reads the answer of task-status. */
export function readPoll(body: unknown): Poll {
  const data = (body as { data?: { status?: unknown; batch_id?: unknown; error?: unknown } } | null)?.data;
  if (data?.status === "pending") return { kind: "pending" };
  if (data?.status === "failed")
    return {
      kind: "failed",
      error: typeof data.error === "string" ? data.error : generationMessages.failed,
      isOver: true,
    };
  if (data?.status === "success" && typeof data.batch_id === "string") return { kind: "done" };
  return { kind: "failed", error: generationMessages.shape, isOver: false };
}
