// Removes what has had its time: sessions, link requests.
import type { App } from "~/app.server";
import { pruneLinkRequests } from "~/features/accounts/accounts.server";
import { pruneSessions } from "~/features/users/users.server";

export async function prune(app: App): Promise<void> {
  await pruneSessions(app);
  await pruneLinkRequests(app);
}
