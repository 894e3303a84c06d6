// The tables of features/second-factor: what shows, beside the password, who signs in.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** A person's authenticator app: one at most. */
interface AuthenticatorsTable {
  user_id: string;
  /** What app and server both know, sealed. */
  secret: string;
  /** When the person first sent a code of it; null: it is being set up, and nothing asks for it yet. */
  confirmed_at: Generated<Millis | null>;
  /** The half minute of the last code that was taken: it and those before it open nothing any more. */
  last_step: Generated<number | null>;
  created_at: Millis;
}

/** What the recovery codes of a person have in common. */
interface RecoverySetsTable {
  user_id: string;
  /** Base64; the codes are hashed with it. */
  salt: string;
  /** The codes as JSON, sealed, until the person has kept them. */
  shown_codes: Generated<string | null>;
  shown_until: Generated<Millis | null>;
}

interface RecoveryCodesTable {
  code_hash: string;
  user_id: string;
  used_at: Generated<Millis | null>;
}

/** Browsers that are not asked for the second step. features/users ends them with every other access. */
interface TrustedBrowsersTable {
  id_hash: string;
  user_id: string;
  created_at: Millis;
  expires_at: Millis;
}

/** Whose password was right, and whose second step is awaited. features/users ends them with every other access. */
interface WaitingSignInsTable {
  id_hash: string;
  user_id: string;
  /** Of the password that was right: another since, and it opens nothing. */
  password_hash: string;
  created_at: Millis;
  expires_at: Millis;
}

export interface SecondFactorTables {
  authenticators: AuthenticatorsTable;
  recovery_sets: RecoverySetsTable;
  recovery_codes: RecoveryCodesTable;
  trusted_browsers: TrustedBrowsersTable;
  waiting_sign_ins: WaitingSignInsTable;
}
