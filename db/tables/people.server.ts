// The tables of features/users and features/invitations: people, their sessions and keys, and who may come.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;
type Flag = 0 | 1;

interface UsersTable {
  id: string;
  email: string;
  phone: string | null;
  password_hash: string;
  timezone: string;
  /** The person chose it; else it is a browser's guess, or UTC that nobody has changed. */
  timezone_chosen: Generated<Flag>;
  /** When a link that went to the address was used; null: nobody knows whose it is. */
  email_confirmed_at: Generated<Millis | null>;
  /** Written once, to the first account: the server is theirs where ADMIN_EMAILS names nobody. It passes on to no other. */
  operator_at: Generated<Millis | null>;
  /** When whoever runs the server said whose the address is: by an invitation, or by a command. */
  vouched_at: Generated<Millis | null>;
  /** While it is set nobody signs in, and nothing is sent or told. */
  disabled_at: Generated<Millis | null>;
  /** Post Now waits five seconds on the screens, and can be taken back meanwhile. */
  waits_to_post: Generated<Flag>;
  /** The pages listen to keys of one character. */
  has_keys: Generated<Flag>;
  /** What the operator lets them spend a day, in millionths of a US dollar; null: an equal part of the rest. */
  spend_share_micros: Generated<number | null>;
  created_at: Millis;
}
interface SessionsTable {
  id_hash: string;
  user_id: string;
  created_at: Millis;
  seen_at: Millis;
  expires_at: Millis;
  /** The browser's own words, 512 characters at most; null where it sent none, or signed in before they were kept. */
  user_agent: Generated<string | null>;
  /** The network that the sign-in came from, /24 or /48: never the whole address. */
  address_block: Generated<string | null>;
  /** Its browser had not been seen before, and it was not the first. */
  is_new: Generated<Flag>;
}
interface ApiKeysTable {
  id: Generated<number>;
  user_id: string;
  key_hash: string;
  /** It ends with this session. Null: issued to none, as before sessions were kept beside keys. */
  session_hash: string | null;
  created_at: Millis;
  /** Exact to five minutes; null: not yet, or before that was kept. */
  used_at: Generated<Millis | null>;
}
/** One row, from the first account on: it stays when that account, or every account, is deleted. */
interface FirstAccountTable {
  id: number;
  created_at: Millis;
}
/** A link by which somebody may make an account; gone when it was used. */
interface InvitationsTable {
  id: string;
  email: string;
  token_hash: string;
  created_at: Millis;
  expires_at: Millis;
}

export interface PeopleTables {
  users: UsersTable;
  sessions: SessionsTable;
  api_keys: ApiKeysTable;
  first_account: FirstAccountTable;
  invitations: InvitationsTable;
}
