// Decides when to poll a generation and reads the response. Pure (spec sections 4 and 9).
import { generationMessages } from "~/ground/messages";
import { seconds } from "~/ground/time/duration";

const firstPoll = seconds(1);
const laterPolls = seconds(3);
const maxPolls = 30;

/** Milliseconds until the next poll, or null after the last one. */
export const nextPoll = (polls: number): number | null => {
  if (polls >= maxPolls) return null;
  return polls === 0 ? firstPoll : laterPolls;
};

export type Poll =
  | { kind: "pending" }
  | { kind: "done" }
  /** `isOver` is false if the response could not be read. */
  | { kind: "failed"; error: string; isOver: boolean };

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
