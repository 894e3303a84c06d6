// Describes the state of mail. Pure.
import type { MailFault, MailReason } from "~/ports/mail/port";
import { finding, type Finding } from "./finding";

const title = "Mail";

const todos: Record<MailReason, string> = {
  unreachable:
    "Check host, port and scheme of SMTP_URL, and this server's way out to it: smtps: speaks TLS from the start (port 465), smtp: begins in clear (587).",
  login: "Check the user and password in SMTP_URL; a character such as @ or / is written there as %40 or %2F.",
  sender: "Set MAIL_FROM to an address that the mail server lets this user send from.",
  busy: "Wait: what is to be mailed is tried again for a day.",
  address: "Set MAIL_FROM to an address that the mail server takes.",
  content: "Ask whoever runs the mail server.",
};

export function aboutMail(mail: { fault: MailFault | null } | null): Finding {
  if (mail === null)
    return finding("mail", title, {
      state: "off",
      message: 'SMTP_URL is not set: nobody is mailed, and "Forgot password?" is not offered.',
      todo: "Set SMTP_URL and MAIL_FROM, and start Linnet again, if people shall be told what failed.",
    });
  if (mail.fault === null) return finding("mail", title, { state: "good", message: "The mail server lets Linnet in." });
  const { message, detail, reason } = mail.fault;
  return finding("mail", title, { state: "bad", message: `${message}: ${detail}`, todo: todos[reason] });
}
