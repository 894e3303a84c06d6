// Removes what has had its time: sessions, link requests, rate limits, guesses, ended generation tasks, attempts long concluded, events, links, invitations, audit events, challenges, sign-ins elsewhere, voices of unlinked accounts, what was discarded, readings, pictures, kept answers, former secrets of webhooks.
import type { App } from "~/app.server";
import { pruneLinkRequests } from "~/features/accounts/accounts.server";
import { pruneAudit } from "~/features/audit/audit.server";
import { pruneEvents } from "~/features/events/events.server";
import { pruneTasks } from "~/features/generation/generation.server";
import { pruneDiscarded } from "~/features/ideas/ideas.server";
import { pruneInvitations } from "~/features/invitations/invitations.server";
import { pruneLinks } from "~/features/mail-links/mail-links.server";
import { prunePictures } from "~/features/media/media.server";
import { prunePasskeys } from "~/features/passkeys/passkeys.server";
import { prunePasswords } from "~/features/passwords/passwords.server";
import { pruneAttempts } from "~/features/publishing/publishing.server";
import { pruneReadings } from "~/features/results/results.server";
import { pruneRateLimits } from "~/features/rate-limits/rate-limits.server";
import { pruneSecondFactor } from "~/features/second-factor/second-factor.server";
import { pruneKnownBrowsers } from "~/features/sessions/sessions.server";
import { pruneIdentityRequests } from "~/features/single-sign-on/single-sign-on.server";
import { pruneSessions } from "~/features/users/users.server";
import { pruneRetries } from "~db/retries.server";
import { pruneVoices } from "~/features/voice/voice.server";
import { pruneWebhooks } from "~/features/webhooks/webhooks.server";

export async function prune(app: App): Promise<void> {
  await pruneSessions(app);
  await pruneLinkRequests(app);
  await pruneRateLimits(app);
  await pruneTasks(app);
  await pruneAttempts(app);
  await pruneEvents(app);
  await pruneLinks(app);
  await pruneInvitations(app);
  await pruneAudit(app);
  await pruneKnownBrowsers(app);
  await prunePasswords(app);
  await pruneSecondFactor(app);
  await prunePasskeys(app);
  await pruneIdentityRequests(app);
  await pruneVoices(app);
  await pruneDiscarded(app);
  await pruneReadings(app);
  await prunePictures(app);
  await pruneRetries(app);
  await pruneWebhooks(app);
}
