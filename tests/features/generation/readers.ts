// What who reads a task or its batch is told, in a few words, or by the code of the refusal.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import {
  awaitTask,
  getBatch,
  getTask,
  getTaskWithBatch,
  listTasks,
  type TaskView,
} from "~/features/generation/generation.server";

async function answered(answer: Promise<string>): Promise<string> {
  return answer.catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
}

const toWords = ({ status, error }: TaskView): string => [status, error].filter(Boolean).join(": ");

/** Each is asked as a viewer; null is somebody without credentials. */
export const readersOf = (app: App, { id, batchId }: { id: string; batchId: string }) => ({
  task: (viewer: string | null) => answered(getTask(app, id, viewer).then(toWords)),
  awaited: (userId: string) =>
    answered(awaitTask(app, { id, userId, ms: 0, signal: AbortSignal.abort() }).then(toWords)),
  listed: async (userId: string) => {
    const { tasks } = await listTasks(app, userId, { statuses: [], after: null, limit: 100 });
    const found = tasks.find((task) => task.id === id);
    return found ? toWords(found) : "not_found";
  },
  batch: (viewer: string | null) => answered(getBatch(app, batchId, viewer).then(({ topic }) => topic)),
  taskWithBatch: (viewer: string | null) =>
    answered(getTaskWithBatch(app, id, viewer).then(({ batch }) => batch?.topic ?? "no batch")),
});
