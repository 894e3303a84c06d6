// Defines the mail port: one verb, and its result. Pure.

export interface Message {
  /** A retry has the same id, so mailboxes can recognize duplicates. */
  id: string;
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
}

export type MailReason =
  | "unreachable"
  | "login"
  /** The server rejects MAIL_FROM. */
  | "sender"
  | "busy"
  | "address"
  | "content";

/** `message` never has the address. `detail` has the server's words, for the operator only. */
export interface MailFault {
  reason: MailReason;
  message: string;
  detail: string;
}

/** "later": a retry may work, and the mail may have been sent. "never": a retry won't help. */
export type MailResult = { state: "sent" } | ({ state: "later" | "never" } & MailFault);

export interface Mail {
  /** Takes at most 30 s. Never throws. */
  send(message: Message, abortSignal?: AbortSignal): Promise<MailResult>;
}
