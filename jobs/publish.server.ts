// Sends the tweets that had their five seconds to be taken back, and those that are due.
import type { App } from "~/app.server";
import { publishDue, publishSoon } from "~/features/publishing/publishing.server";

export async function publish(app: App): Promise<void> {
  // Beside each other: one person's row that is locked must not hold up the moments of everybody.
  const both = [publishSoon(app), publishDue(app)];
  await Promise.allSettled(both);
  // The loop is told of what broke once neither goes on.
  await Promise.all(both);
}
