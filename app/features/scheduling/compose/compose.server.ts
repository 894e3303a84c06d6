// Saves, schedules and posts what was composed.
import type { App } from "~/app.server";
import { composeOnce } from "./compose-once.server";
import type { Composed, ComposeRequest } from "./composing";

export type { Composed, ComposedPart, ComposeRequest, When } from "./composing";
export { composeNow, offerUndo, type PostedNow } from "./compose-now.server";
export { findMade } from "./once.server";

/**
 * Writes or changes a tweet or thread with its images and its time: all of it, or nothing. Throws changed (not as
 * `seen`), not_found, invalid, limit_reached, already_sent, not_scheduled, not_draft, discarded, quiet_hours, and what
 * preconditions.server throws.
 */
export async function compose(app: App, request: ComposeRequest): Promise<Composed> {
  const { tweetId, place, isNew } = await composeOnce(app, request);
  return { tweetId, place, isNew };
}
