// What the rest of Linnet knows of mail: one verb, and what became of the message. Pure.

export interface Message {
  /** Names this mail. A retry has the same, so that a mailbox that got both can tell. */
  id: string;
  /** One bare address: no name, no list. */
  to: string;
  subject: string;
  text: string;
}

export type MailReason =
  /** No connection, no answer in time, or one that made no sense. */
  | "unreachable"
  /** The mail server refuses the user or password of SMTP_URL. */
  | "login"
  /** The mail server takes nothing from MAIL_FROM. */
  | "sender"
  /** The mail server is busy, or asks to wait. */
  | "busy"
  /** No mail server would take this address, or this one refuses it. */
  | "address"
  /** The mail server refuses what the mail says. */
  | "content";

/** `message` is a sentence without the address; `detail`, the server's own words, is for the operator alone. */
export interface MailFault {
  reason: MailReason;
  message: string;
  detail: string;
}

/** "later": the same may get through in a while; nobody knows then whether it has. "never": trying again is no use. */
export type MailResult = { state: "sent" } | ({ state: "later" | "never" } & MailFault);

export interface Mail {
  /** Hands one message to the mail server, in at most 30 s. Never throws. */
  send(message: Message, abortSignal?: AbortSignal): Promise<MailResult>;
}
