// Classifies SMTP failures: whether a retry can help, and how to describe them. Pure.
import { withoutSecrets } from "~/ground/secrets/redact";
import type { MailFault, MailReason, MailResult } from "./port";

const messages: Record<MailReason, string> = {
  unreachable: "The mail server couldn’t be reached",
  login: "The mail server refused Linnet’s username or password",
  sender: "The mail server doesn’t accept email from Linnet’s address",
  busy: "The mail server asked Linnet to wait",
  address: "The mail server doesn’t accept email for this address",
  content: "The mail server refused the email’s content",
};

interface Failure {
  message: string;
  code?: string;
  command?: string;
  responseCode?: number;
}

const isFailure = (error: unknown): error is Failure => error instanceof Error;

export function faultOf(error: unknown, secrets: readonly string[]): MailFault {
  const failure = isFailure(error) ? error : { message: String(error) };
  return faultFor(reasonOf(failure), plain(withoutSecrets(failure.message, secrets)));
}

export const faultFor = (reason: MailReason, detail: string): MailFault => ({
  reason,
  message: messages[reason],
  detail,
});

export const resultOf = (fault: MailFault): MailResult => ({
  // Once the operator fixes login or sender, all waiting mail is sent.
  state: fault.reason === "address" || fault.reason === "content" ? "never" : "later",
  ...fault,
});

function reasonOf({ code, command = "", responseCode = 0 }: Failure): MailReason {
  if (code === "EAUTH" || responseCode === 530) return "login";
  if (responseCode >= 400 && responseCode < 500) return "busy";
  if (responseCode < 500) return command === "API" && code === "EENVELOPE" ? "address" : "unreachable";
  if (command === "RCPT TO") return "address";
  if (command === "MAIL FROM") return "sender";
  return command === "DATA" ? "content" : "unreachable";
}

const maxDetail = 300;

/** One line, because it ends up in logs and on the doctor's page. */
const plain = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").slice(0, maxDetail);
