// Tables of 2FA: authenticator apps, recovery codes, trusted browsers and pending sign-ins.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** Authenticator apps, up to one per user. */
interface AuthenticatorsTable {
  user_id: string;
  /** The shared secret, encrypted. */
  secret: string;
  /** When the user first sent a code. Null: still being set up, not required yet. */
  confirmed_at: Generated<Millis | null>;
  /** The 30 s step of the last accepted code. This and earlier codes no longer work. */
  last_step: Generated<number | null>;
  created_at: Millis;
}

/** Shared data of a user's recovery codes. */
interface RecoverySetsTable {
  user_id: string;
  /** Base64. Salt of the hashes of the codes. */
  salt: string;
  /** The codes as encrypted JSON, until the user confirms that they are saved. */
  shown_codes: Generated<string | null>;
  shown_until: Generated<Millis | null>;
}

interface RecoveryCodesTable {
  code_hash: string;
  user_id: string;
  used_at: Generated<Millis | null>;
}

/** Browsers that skip 2FA. features/users deletes the rows when it revokes all access. */
interface TrustedBrowsersTable {
  id_hash: string;
  user_id: string;
  created_at: Millis;
  expires_at: Millis;
}

/** Sign-ins with the right password that wait for 2FA. features/users deletes the rows when it revokes all access. */
interface WaitingSignInsTable {
  id_hash: string;
  user_id: string;
  /** Hash of the accepted password. After a password change, the sign-in no longer works. */
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
