// Converts a generation task for the API.
import { iso } from "~/ground/time/iso";
import type { TaskView } from "~/features/generation/generation.server";

export const taskToApi = ({ id, status, topic, batchId, tweetId, note, error, errorCode, createdAt }: TaskView) => ({
  task_id: id,
  status,
  topic,
  batch_id: batchId,
  tweet_id: tweetId,
  note,
  error,
  error_code: errorCode,
  created_at: iso(createdAt),
});
