// The tables of features/mail-links: links that are to go by mail, and those that went.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

export type LinkPurpose = "confirm" | "password";

/** A link that somebody asked for; the row is the job, and goes when it is done. */
interface LinkMailsTable {
  id: string;
  purpose: LinkPurpose;
  /** As it was typed, whether anybody here has it or not: both cost the same. */
  email: string;
  /** Who asked, where they were signed in. */
  user_id: string | null;
  /** Of who sends it; when that is silent for long, it is due again. */
  token: string | null;
  attempts: Generated<number>;
  due_at: Millis;
  created_at: Millis;
}

/** A link that went, or may have; gone when one of its kind was used. */
interface MailLinksTable {
  token_hash: string;
  purpose: LinkPurpose;
  user_id: string;
  /** Where it went: it says nothing of another address. */
  email: string;
  created_at: Millis;
  expires_at: Millis;
}

export interface MailLinkTables {
  link_mails: LinkMailsTable;
  mail_links: MailLinksTable;
}
