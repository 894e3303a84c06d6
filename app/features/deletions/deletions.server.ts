// Orders deletions of posts, carries them out and reports their state.
import type { App } from "~/app.server";
import { listDeletions } from "~/features/publishing/store/deletion-orders.server";
import { nextDueDeletion } from "./queries.server";

export { deleteDue } from "./delete-due.server";
export { deletePost } from "./delete-post.server";

/** In ms; null: none. */
export const nextDeletionAt = (app: App, after: number): Promise<number | null> => nextDueDeletion(app.db, after);

export const readDeletions = (app: Pick<App, "db">, tweets: readonly { id: number }[]) =>
  listDeletions(
    app.db,
    tweets.map(({ id }) => id),
  );
