// Lists running and last rewrites of some tweets or a batch.
import type { App } from "~/app.server";
import type { Instruction } from "~/ports/ai/refine";
import { taskMessages } from "~/features/generation/batch";
import * as queries from "~/features/generation/store/refining.server";
import { isInstruction } from "./words";

export interface Refining {
  taskId: string;
  state: "writing" | "done" | "failed";
  instruction: Instruction | null;
  words: string | null;
  error: string | null;
  note: string | null;
  answerId: number | null;
  endedAt: number | null;
}

const toRefining = (task: queries.RefiningTask): Refining => ({
  taskId: task.id,
  state: task.state === "success" ? "done" : task.state === "failed" ? "failed" : "writing",
  instruction: isInstruction(task.instruction) ? task.instruction : null,
  words: task.words,
  error: task.state === "failed" ? (task.error ?? taskMessages.failed) : null,
  note: task.note,
  answerId: task.answer_id,
  endedAt: task.ended_at,
});

/** Last task per tweet, and the last rewrite of the whole batch. The tweets must be known to be the user's. */
export async function listRefining(
  app: Pick<App, "db">,
  batchId: string | null,
  tweetIds: readonly number[],
): Promise<{ ofTweets: Map<number, Refining>; ofBatch: Refining | null }> {
  const ofTweets = new Map<number, Refining>();
  for (const task of await queries.listAbout(app.db, tweetIds))
    if (task.tweet_id !== null && !ofTweets.has(task.tweet_id)) ofTweets.set(task.tweet_id, toRefining(task));
  for (const task of batchId === null ? [] : await queries.listBeside(app.db, batchId))
    if (task.answer_id !== null && task.answer_id !== task.tweet_id && !ofTweets.has(task.answer_id))
      ofTweets.set(task.answer_id, toRefining(task));
  const again = batchId === null ? null : await queries.findLastAgain(app.db, batchId);
  return { ofTweets, ofBatch: again && toRefining(again) };
}
