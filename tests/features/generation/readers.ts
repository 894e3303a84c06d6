// What who reads a task or its batch is told, in a few words, or by the code of the refusal.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { getBatch, getTask, getTaskWithBatch } from "~/features/generation/generation.server";

async function answered(answer: Promise<string>): Promise<string> {
  return answer.catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
}

/** Each is asked as a viewer; null is somebody without credentials. */
export const readersOf = (app: App, { id, batchId }: { id: string; batchId: string }) => ({
  task: (viewer: string | null) =>
    answered(getTask(app, id, viewer).then(({ status, error }) => [status, error].filter(Boolean).join(": "))),
  batch: (viewer: string | null) => answered(getBatch(app, batchId, viewer).then(({ topic }) => topic)),
  taskWithBatch: (viewer: string | null) =>
    answered(getTaskWithBatch(app, id, viewer).then(({ batch }) => batch?.topic ?? "no batch")),
});
