// Tables of features/mail-links: links to be emailed, and links that were emailed.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

export type LinkPurpose = "confirm" | "password";

/** Requested links. A row is the job, and is deleted when that is done. */
interface LinkMailsTable {
  id: string;
  purpose: LinkPurpose;
  /** As typed. Unknown addresses get a row too, so both take the same time. */
  email: string;
  /** The user, if signed in. */
  user_id: string | null;
  /** Token of the sender. If the sender stays silent for long, the row is due again. */
  token: string | null;
  attempts: Generated<number>;
  due_at: Millis;
  created_at: Millis;
}

/** Links that were or may have been sent. Using one deletes the user's links for the same purpose. */
interface MailLinksTable {
  token_hash: string;
  purpose: LinkPurpose;
  user_id: string;
  /** The address that got the link. The link confirms no other address. */
  email: string;
  created_at: Millis;
  expires_at: Millis;
}

export interface MailLinkTables {
  link_mails: LinkMailsTable;
  mail_links: MailLinksTable;
}
