// Tables of features/users and features/invitations: users, sessions, session keys and invitations.
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
  /** The user chose the time zone. Otherwise it is the browser's guess, or the default UTC. */
  timezone_chosen: Generated<Flag>;
  /** When a link sent to the address was used. Null: the address is not confirmed. */
  email_confirmed_at: Generated<Millis | null>;
  /** Set once, for the first user, who is the operator if ADMIN_EMAILS is empty. Never passes to another user. */
  operator_at: Generated<Millis | null>;
  /** When the operator vouched for the address, by an invitation or a command. */
  vouched_at: Generated<Millis | null>;
  /** While set, the user can't sign in, and Linnet posts and notifies nothing. */
  disabled_at: Generated<Millis | null>;
  /** Post Now on the screens waits 5 s and can be undone until then. */
  waits_to_post: Generated<Flag>;
  /** When the user was offered those 5 s, once. Null: not yet. */
  undo_offered_at: Generated<Millis | null>;
  /** Turns single-key shortcuts on. */
  has_keys: Generated<Flag>;
  /** The user's daily budget, in millionths of a US dollar. Null: an equal share of the rest. */
  spend_share_micros: Generated<number | null>;
  created_at: Millis;
}
interface SessionsTable {
  id_hash: string;
  user_id: string;
  created_at: Millis;
  seen_at: Millis;
  expires_at: Millis;
  /** The User-Agent header, up to 512 characters. Null: none was sent, or the session is older than this column. */
  user_agent: Generated<string | null>;
  /** The /24 or /48 network of the sign-in, never the whole address. */
  address_block: Generated<string | null>;
  /** Signed in from a new browser that is not the user's first. */
  is_new: Generated<Flag>;
}
interface ApiKeysTable {
  id: Generated<number>;
  user_id: string;
  key_hash: string;
  /** The key ends with this session. Null: the key is older than this column. */
  session_hash: string | null;
  created_at: Millis;
  /** Exact to 5 minutes. Null: unused, or older than this column. */
  used_at: Generated<Millis | null>;
}
/** One row, written with the first user. Stays even if all users are deleted. */
interface FirstAccountTable {
  id: number;
  created_at: Millis;
}
/** Links to create an account. Using one deletes it. */
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
