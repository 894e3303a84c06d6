// GET /api/questions/task-status/{task_id}
import { getTask } from "~/features/generation/generation.server";
import { api, serve } from "~/http/api.server";
import { taskStatus } from "~/http/contract/generation.server";

export const { loader, action } = api(
  serve(taskStatus, async ({ app, params, user }) => {
    const task = await getTask(app, params["task_id"] ?? "", user?.id ?? null);
    return { data: { task_id: task.id, status: task.status, batch_id: task.batchId, error: task.error } };
  }),
);
