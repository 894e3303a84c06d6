// Waiting for a generation: when to look, how often, and what a look may come to. Pure (spec sections 4 and 9).
import { generationSays } from "~/catalogue";
import { seconds } from "~/duration";

const firstLook = seconds(1);
const laterLooks = seconds(3);
const mostLooks = 30;

/** How long to wait before the next look, or null when there were enough. */
export const nextLook = (looks: number): number | null => {
  if (looks >= mostLooks) return null;
  return looks === 0 ? firstLook : laterLooks;
};

export type Look = { kind: "pending" } | { kind: "done" } | { kind: "failed"; error: string };

/** Reads the answer of task-status. */
export function readLook(body: unknown): Look {
  const data = (body as { data?: { status?: unknown; batch_id?: unknown; error?: unknown } } | null)?.data;
  if (data?.status === "pending") return { kind: "pending" };
  if (data?.status === "failed")
    return { kind: "failed", error: typeof data.error === "string" ? data.error : generationSays.failed };
  if (data?.status === "success" && typeof data.batch_id === "string") return { kind: "done" };
  return { kind: "failed", error: generationSays.shape };
}
