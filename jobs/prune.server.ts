// Deletes expired data of each kind; a failure of one doesn't stop the others.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { pruneLinkRequests } from "~/features/accounts/accounts.server";
import { pruneAudit } from "~/features/audit/audit.server";
import { pruneEvents, recordLasting } from "~/features/events/events.server";
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

export const prunings: Record<string, (app: App) => Promise<unknown>> = {
  sessions: pruneSessions,
  "link requests": pruneLinkRequests,
  "rate limits": pruneRateLimits,
  "generation tasks": pruneTasks,
  attempts: pruneAttempts,
  events: pruneEvents,
  "mail links": pruneLinks,
  invitations: pruneInvitations,
  "audit events": pruneAudit,
  "known browsers": pruneKnownBrowsers,
  passwords: prunePasswords,
  "second factors": pruneSecondFactor,
  passkeys: prunePasskeys,
  "identity requests": pruneIdentityRequests,
  voices: pruneVoices,
  "discarded tweets": pruneDiscarded,
  readings: pruneReadings,
  pictures: prunePictures,
  "kept answers": pruneRetries,
  webhooks: pruneWebhooks,
};

const toldAfter = days(1);

const failingSince = new WeakMap<App, Map<string, number>>();

export async function prune(app: App, tasks = prunings): Promise<void> {
  const since = failingSince.get(app) ?? new Map<string, number>();
  failingSince.set(app, since);
  for (const [name, remove] of Object.entries(tasks))
    try {
      await remove(app);
      since.delete(name);
    } catch (err) {
      app.log.error({ err, what: name }, "what has had its time could not be removed");
      const first = since.get(name) ?? app.clock.now();
      since.set(name, first);
      if (app.clock.now() - first >= toldAfter) await recordLasting(app, { type: "cleanup.failed", detail: name });
    }
}
