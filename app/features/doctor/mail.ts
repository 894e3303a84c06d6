// Describes the state of mail. Pure.
import type { MailFault, MailReason } from "~/ports/mail/port";
import { finding, type Finding } from "./finding";

const title = "Email";

const todos: Record<MailReason, string> = {
  unreachable:
    "Check the host, port and scheme of SMTP_URL, and this server’s outgoing connection to it. smtps: uses TLS from the start (port 465), smtp: starts unencrypted (587).",
  login: "Check the user and password in SMTP_URL. Write characters such as @ or / as %40 or %2F.",
  sender: "Set MAIL_FROM to an address that the mail server lets this user send from.",
  busy: "Wait. Linnet retries each email for 24 hours.",
  address: "Set MAIL_FROM to an address that the mail server accepts.",
  content: "Ask the admin of the mail server.",
};

export function aboutMail(mail: { fault: MailFault | null } | null): Finding {
  if (mail === null)
    return finding("mail", title, {
      state: "off",
      message: 'SMTP_URL is not set, so Linnet sends no email and "Forgot password?" is hidden.',
      todo: "To email users about failures, set SMTP_URL and MAIL_FROM, and restart Linnet.",
    });
  if (mail.fault === null) return finding("mail", title, { state: "good", message: "The mail server accepts Linnet." });
  const { message, detail, reason } = mail.fault;
  return finding("mail", title, { state: "bad", message: `${message}: ${detail}`, todo: todos[reason] });
}
