// A test mail: whether alerts can reach somebody, told at once and not by the outbox.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { findConfirmedEmail } from "~/features/users/users.server";
import { AppError } from "~/ground/errors";
import { alertMessages } from "~/ground/messages";

/**
 * Sends a mail to the person's confirmed address, and resolves with that address when the mail server has it, which takes
 * up to 30 s. Throws changed without one, rate_limited, and not_configured with what the mail server had against it.
 */
export async function sendTestMail(app: App, userId: string): Promise<string> {
  const to = await findConfirmedEmail(app, userId);
  if (app.mail === null || to === null) throw new AppError("changed", alertMessages.unconfirmed);
  await countOne(app, "testMails", userId);
  const text = `This is the test that you asked for in Linnet's settings: alerts reach you.\n\n${app.config.appOrigin}/settings/alerts\n`;
  const message = { id: `test_${randomUUID()}`, to, subject: "A test from Linnet", text };
  const result = await app.mail.send(message, app.work.abortSignal);
  if (result.state === "sent") return to;
  const { reason, detail } = result;
  app.log.warn({ user: userId, reason, detail }, "a test mail was not sent");
  throw new AppError("not_configured", `The test was not sent: ${result.message}.`);
}
