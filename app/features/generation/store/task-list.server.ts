// SQL of a user's tasks, page by page.
import type { Kysely } from "kysely";
import type { Database, TaskState } from "~db/schema";
import type { Task } from "./tasks.server";

export interface TaskPlace {
  createdAt: number;
  id: string;
}

export async function listPage(
  db: Kysely<Database>,
  userId: string,
  { states, after, limit }: { states: readonly TaskState[]; after: TaskPlace | null; limit: number },
): Promise<{ tasks: Task[]; next: TaskPlace | null }> {
  let query = db.selectFrom("generation_tasks").selectAll().where("user_id", "=", userId);
  if (states.length > 0) query = query.where("state", "in", [...new Set(states)]);
  if (after !== null)
    query = query.where((task) => task(task.refTuple("created_at", "id"), "<", task.tuple(after.createdAt, after.id)));
  const rows = await query
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { tasks: rows.slice(0, limit), next: last ? { createdAt: last.created_at, id: last.id } : null };
}
