// Sends plain-text mail by SMTP with nodemailer, one connection per message.
import type { SMTPTransportOptions } from "nodemailer";
import { seconds } from "~/ground/time/duration";
import { isAddress } from "~/ground/mail-address";
import { faultFor, faultOf, resultOf } from "./faults";
import type { Mail, MailFault, Message } from "./port";

export interface SmtpSettings {
  url: string;
  from: { name: string; address: string };
  host: string;
}

/** For the whole exchange. Shorter than the sender's lease. */
const patience = seconds(30);
const maxSubject = 200;

/** Limits per phase tell a silent server from a slow one. */
const optionsOf = ({ url }: SmtpSettings): SMTPTransportOptions => ({
  url,
  connectionTimeout: seconds(10),
  greetingTimeout: seconds(10),
  dnsTimeout: seconds(10),
  socketTimeout: seconds(15),
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Loaded at the first mail, to save memory on servers without mail. */
const createTransport = async (smtp: SmtpSettings) => (await import("nodemailer")).createTransport(optionsOf(smtp));

export function createSmtp(smtp: SmtpSettings): Mail {
  const secrets = secretsOf(smtp.url);
  return {
    async send(message, abortSignal) {
      if (!isAddress(message.to)) return resultOf(faultFor("address", "This isn’t an email address"));
      const limit = AbortSignal.timeout(patience);
      const signal = abortSignal ? AbortSignal.any([limit, abortSignal]) : limit;
      try {
        const transport = await createTransport(smtp);
        await transport.sendMail({ ...mailOf(message, smtp), signal });
        return { state: "sent" };
      } catch (error) {
        if (limit.aborted) return resultOf(faultFor("unreachable", `No response within ${patience / 1000} s`));
        return resultOf(faultOf(error, secrets));
      }
    },
  };
}

/** Connects and signs in without sending. Null on success. Never throws. */
export async function checkSmtp(smtp: SmtpSettings): Promise<MailFault | null> {
  try {
    const transport = await createTransport(smtp);
    await transport.verify();
    return null;
  } catch (error) {
    return faultOf(error, secretsOf(smtp.url));
  }
}

/** As objects, because nodemailer then doesn't parse addresses and encodes headers. */
const mailOf = ({ id, to, subject, text }: Message, { from, host }: SmtpSettings) => ({
  messageId: `<${safe(id)}@${safe(host) || "localhost"}>`,
  from,
  to: { name: "", address: to },
  envelope: { from: from.address, to: [to] },
  subject: [...subject.replace(/[\p{Cc}\s]+/gu, " ").trim()].slice(0, maxSubject).join(""),
  text,
  // Prevents automatic replies.
  headers: { "Auto-Submitted": "auto-generated" },
});

const safe = (text: string): string => text.replace(/[^\w.-]/g, "");

function secretsOf(url: string): string[] {
  const { password } = new URL(url);
  return [password, decodeURIComponent(password)];
}
