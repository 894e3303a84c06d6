// Sends a test mail directly, without the outbox.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { findConfirmedEmail } from "~/features/users/users.server";
import { AppError } from "~/ground/errors";
import { alertMessages } from "~/ground/messages";

/** Returns the address once the mail server accepts it (up to 30 s). Throws changed, rate_limited, not_configured. */
export async function sendTestMail(app: App, userId: string): Promise<string> {
  const to = await findConfirmedEmail(app, userId);
  if (app.mail === null || to === null) throw new AppError("changed", alertMessages.unconfirmed);
  await countOne(app, "testMails", userId);
  const text = `This is the test you requested in Linnet’s settings. Notifications reach you.\n\n${app.config.appOrigin}/settings/alerts\n`;
  const message = { id: `test_${randomUUID()}`, to, subject: "Linnet test notification", text };
  const result = await app.mail.send(message, app.work.abortSignal);
  if (result.state === "sent") return to;
  const { reason, detail } = result;
  app.log.warn({ user: userId, reason, detail }, "a test mail was not sent");
  throw new AppError("not_configured", `The test wasn’t sent: ${result.message}.`);
}
