// Chooses mail: SMTP if the environment names a server, else none.
import type { Config } from "~/ground/config.server";
import type { Mail, MailFault } from "./port";
import { checkSmtp, createSmtp, type SmtpSettings } from "./smtp.server";

type MailConfig = Pick<Config, "mail" | "appOrigin">;

/** Null if no mail server is set; features that need mail are then hidden. */
export function chooseMail(config: MailConfig): Mail | null {
  const settings = settingsOf(config);
  return settings && createSmtp(settings);
}

/** Signs in without sending. Null if no server is set. Never throws. */
export async function checkMail(config: MailConfig): Promise<{ fault: MailFault | null } | null> {
  const settings = settingsOf(config);
  return settings && { fault: await checkSmtp(settings) };
}

const settingsOf = ({ mail, appOrigin }: MailConfig): SmtpSettings | null =>
  mail && { ...mail, host: new URL(appOrigin).hostname };
