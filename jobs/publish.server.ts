// Sends tweets whose undo window of 5 s has ended, and tweets that are due.
import type { App } from "~/app.server";
import { publishDue, publishSoon } from "~/features/publishing/publishing.server";

export async function publish(app: App): Promise<void> {
  // In parallel: one user's locked row must not delay everyone's due tweets.
  const both = [publishSoon(app), publishDue(app)];
  await Promise.allSettled(both);
  await Promise.all(both);
}
