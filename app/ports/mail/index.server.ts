// Chooses the mail's face: SMTP where the environment names a server, else there is none.
import type { Config } from "~/ground/config.server";
import type { Mail, MailFault } from "./port";
import { checkSmtp, createSmtp, type SmtpSettings } from "./smtp.server";

type MailConfig = Pick<Config, "mail" | "appOrigin">;

/** Null where this server sends no mail: then nothing that needs it is offered. */
export function chooseMail(config: MailConfig): Mail | null {
  const settings = settingsOf(config);
  return settings && createSmtp(settings);
}

/** Whether the mail server lets us in, without a mail being sent; null where none is set up. Never throws. */
export async function checkMail(config: MailConfig): Promise<{ fault: MailFault | null } | null> {
  const settings = settingsOf(config);
  return settings && { fault: await checkSmtp(settings) };
}

const settingsOf = ({ mail, appOrigin }: MailConfig): SmtpSettings | null =>
  mail && { ...mail, host: new URL(appOrigin).hostname };
