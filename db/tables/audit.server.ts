// The tables of features/audit and features/sessions: what matters for safety, and the browsers somebody signed in from.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;
type Flag = 0 | 1;

/** Something that matters for safety: a row for the person and the operator, and a line in the log. */
interface AuditEventsTable {
  id: Generated<number>;
  kind: string;
  /** Whose account it is about; null: nobody's, or of somebody who has left since. */
  user_id: string | null;
  /** Done by whoever runs the server: it stays, without the name, when the person leaves. */
  by_operator: Generated<Flag>;
  /** The client's, as the front door saw it; null where no client did it. */
  address: string | null;
  /** Which account, which browser: never a guest's words, no key, no token. */
  detail: string | null;
  /** The first moment, where it was more than once within the hour. */
  at: Millis;
  /** How often the same was done from there within an hour. */
  times: Generated<number>;
}

/** A kind of browser that somebody signed in from; another sign-in from there is nothing new. */
interface KnownBrowsersTable {
  user_id: string;
  /** "Firefox on Linux" */
  name: string;
  address_block: string;
  seen_at: Millis;
}

export interface AuditTables {
  audit_events: AuditEventsTable;
  known_browsers: KnownBrowsersTable;
}
