// Tools that generate tweets and wait up to 25 s, since clients time out after a minute.
import { z } from "zod";
import { uuidIn } from "~/ground/api-shapes.server";
import * as generation from "~/http/contract/generation.server";
import * as reads from "~/http/contract/reads.server";
import { nameOf } from "~/ports/ai/writer-words";
import { fieldOf, readArguments } from "../schemas.server";
import { noHints, readOnly, type Tool, type ToolCall } from "../tool.server";

const maxWaitSeconds = 25;

async function taskWithTweets({ send }: ToolCall, taskId: string, waitSeconds: number) {
  const { data: task } = await send(reads.getTask, {
    params: { task_id: taskId },
    query: { wait: String(waitSeconds) },
  });
  if (task.status !== "success" || task.batch_id === null) return { task, tweets: null, ...notWritten };
  const { data: batch } = await send(reads.getBatch, { params: { batch_id: task.batch_id } });
  const { tweets, searched, writer, cost_usd } = batch;
  return { task, tweets, searched, writer, cost_usd };
}

/** A model's name stays as it is. */
const capitalized = (name: string): string => name.replace(/^the /, "The ");

const notWritten = { searched: null, writer: null, cost_usd: null };

const waitInput = z.object({
  task_id: uuidIn("task_id must be a task's id"),
  wait_seconds: z
    .int("wait_seconds must be a whole number")
    .min(0, "wait_seconds must be at least 0")
    .max(maxWaitSeconds, `wait_seconds must be at most ${maxWaitSeconds}`)
    .default(0)
    .meta({ description: "How many seconds to wait for the task to end" }),
});

export const getTask: Tool = {
  name: "get_task",
  title: "Get a task",
  description:
    "Returns the status of a generation task, and the tweets once they are written. Call it again while the status is pending.",
  scope: "read",
  hints: readOnly,
  input: waitInput.strict(),
  async run(call, args) {
    const { task_id: taskId, wait_seconds: waitSeconds } = readArguments(waitInput, args);
    return taskWithTweets(call, taskId, waitSeconds);
  },
};

export const generateTweets: Tool = {
  name: "generate_tweets",
  title: "Generate tweets",
  description:
    "Generates a batch of drafts on a topic with the AI, which may cost money. Returns the tweets, or a task if it is still pending after 25 seconds. In that case, call get_task. Posts nothing.",
  note: ({ ai }) => (ai.canSearch ? null : `${capitalized(nameOf(ai))} can't search the web.`),
  scope: "write",
  hints: { ...noHints, openWorldHint: true },
  input: z.strictObject({
    topic: fieldOf(generation.submit, "question"),
    enable_web_search: fieldOf(generation.submit, "enable_web_search"),
    twitter_account_id: fieldOf(generation.submit, "twitter_account_id"),
  }),
  async run(call, { topic, ...more }) {
    const { task_id: taskId } = await call.send(generation.submit, { body: { question: topic, ...more } });
    return taskWithTweets(call, taskId, maxWaitSeconds);
  },
};
