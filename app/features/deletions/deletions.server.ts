// Deleting posts: the order to delete one, carrying it out when it is due, and how each order stands.
import type { App } from "~/app.server";
import { listDeletions } from "~/features/publishing/store/deletion-orders.server";
import { nextDueDeletion } from "./queries.server";

export { deleteDue } from "./delete-due.server";
export { deletePost } from "./delete-post.server";

/** When the next post after `after` is to be deleted, in ms; null if none is. */
export const nextDeletionAt = (app: App, after: number): Promise<number | null> => nextDueDeletion(app.db, after);

/** How the order to delete each of these tweets stands, by the tweet's id; a tweet without an order is left out. */
export const readDeletions = (app: Pick<App, "db">, tweets: readonly { id: number }[]) =>
  listDeletions(
    app.db,
    tweets.map(({ id }) => id),
  );
