// Mail by SMTP, with nodemailer: a plain text to one address, over a connection of its own.
import type { SMTPTransportOptions } from "nodemailer";
import { seconds } from "~/ground/time/duration";
import { isAddress } from "~/ground/mail-address";
import { faultFor, faultOf, resultOf } from "./faults";
import type { Mail, MailFault, Message } from "./port";

export interface SmtpSettings {
  /** smtp: or smtps:, with user and password in it. */
  url: string;
  from: { name: string; address: string };
  /** The name that message ids are made under: our own host's. */
  host: string;
}

/** Of the whole talk, whatever the server does: shorter than the lease of whoever sends. */
const patience = seconds(30);
const maxSubject = 200;

/** Each phase has its own limit, so that the server's silence is told apart from a slow one. */
const optionsOf = ({ url }: SmtpSettings): SMTPTransportOptions => ({
  url,
  connectionTimeout: seconds(10),
  greetingTimeout: seconds(10),
  dnsTimeout: seconds(10),
  socketTimeout: seconds(15),
  // A text is all that we send: no message can name a file or an address to fetch.
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Loaded at the first mail: a server without mail never has it in memory. */
const createTransport = async (smtp: SmtpSettings) => (await import("nodemailer")).createTransport(optionsOf(smtp));

export function createSmtp(smtp: SmtpSettings): Mail {
  const secrets = secretsOf(smtp.url);
  return {
    async send(message, abortSignal) {
      if (!isAddress(message.to)) return resultOf(faultFor("address", "It is no address that mail can go to"));
      const limit = AbortSignal.timeout(patience);
      const signal = abortSignal ? AbortSignal.any([limit, abortSignal]) : limit;
      try {
        const transport = await createTransport(smtp);
        await transport.sendMail({ ...mailOf(message, smtp), signal });
        return { state: "sent" };
      } catch (error) {
        if (limit.aborted) return resultOf(faultFor("unreachable", `No end of it within ${patience / 1000} s`));
        return resultOf(faultOf(error, secrets));
      }
    },
  };
}

/** Connects and signs in, and sends nothing; null where the mail server takes both. Never throws. */
export async function checkSmtp(smtp: SmtpSettings): Promise<MailFault | null> {
  try {
    const transport = await createTransport(smtp);
    await transport.verify();
    return null;
  } catch (error) {
    return faultOf(error, secretsOf(smtp.url));
  }
}

/** Addresses go in as objects: nodemailer parses none of them, and encodes what it writes into a header. */
const mailOf = ({ id, to, subject, text }: Message, { from, host }: SmtpSettings) => ({
  messageId: `<${safe(id)}@${safe(host) || "localhost"}>`,
  from,
  to: { name: "", address: to },
  envelope: { from: from.address, to: [to] },
  subject: [...subject.replace(/[\p{Cc}\s]+/gu, " ").trim()].slice(0, maxSubject).join(""),
  text,
  // So that no out-of-office answers it, and none of ours ever answers another machine.
  headers: { "Auto-Submitted": "auto-generated" },
});

const safe = (text: string): string => text.replace(/[^\w.-]/g, "");

function secretsOf(url: string): string[] {
  const { password } = new URL(url);
  return [password, decodeURIComponent(password)];
}
