// Tables of features/audit and features/sessions: security events and known browsers.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;
type Flag = 0 | 1;

/** Security events, shown to the user and the operator, and logged. */
interface AuditEventsTable {
  id: Generated<number>;
  kind: string;
  /** The user that the event is about. Null: none, or the user was deleted. */
  user_id: string | null;
  /** Done by the operator. Such a row stays, without the user, when the user is deleted. */
  by_operator: Generated<Flag>;
  /** The client's address. Null if no client did it. */
  address: string | null;
  /** Which account or browser. Never a guest's input, a key or a token. */
  detail: string | null;
  /** The first time, if the event repeated within the hour. */
  at: Millis;
  /** How often the event happened from this address within an hour. */
  times: Generated<number>;
}

/** Browsers that a user signed in from. Signing in from one again is not new. */
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
