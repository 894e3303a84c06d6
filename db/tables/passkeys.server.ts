// Tables of features/passkeys: passkeys and challenges.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

interface PasskeysTable {
  /** Id that only the owner sees. */
  id: string;
  user_id: string;
  /** The browser's id of the passkey, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** The passkey's own count of its signatures. 0 if it doesn't count. */
  sign_count: number;
  /** JSON: how a browser reaches the passkey. */
  transports: string;
  /** Synced beyond the device, for example to a cloud account. */
  backed_up: 0 | 1;
  name: string;
  created_at: Millis;
  last_used_at: Generated<Millis | null>;
}

/**
 * may_add: the user confirmed it's them and may add a passkey. The others are challenges, each signed once: to add a
 * passkey, to confirm it's the user in Settings, for 2FA, or for the whole sign-in.
 */
export type ChallengePurpose = "may_add" | "add" | "prove" | "step" | "sign_in";

/** features/users and features/sessions end them with every other access. */
interface PasskeyChallengesTable {
  id_hash: string;
  purpose: ChallengePurpose;
  /** Null while the user who signs in is unknown. */
  user_id: string | null;
  /** Hash of a secret that only this browser has: the id of its session or pending sign-in, or a cookie's value. */
  bound_hash: string;
  expires_at: Millis;
}

export interface PasskeyTables {
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
}
