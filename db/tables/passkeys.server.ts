// The tables of features/passkeys: passkeys, and the challenges that they answer.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

interface PasskeysTable {
  /** Names it to its own person. */
  id: string;
  user_id: string;
  /** By which the browser names it, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often it signed, as it says itself; 0 where it does not count. */
  sign_count: number;
  /** JSON: how a browser reaches it. */
  transports: string;
  /** It is kept beyond its device, as in somebody's cloud. */
  backed_up: 0 | 1;
  name: string;
  created_at: Millis;
  last_used_at: Generated<Millis | null>;
}

/**
 * may_add: the person has shown who they are, and may add a passkey. The others are challenges that a passkey signs, once:
 * to be added, to show who somebody is in Settings, at the second step, as the whole sign-in.
 */
export type ChallengePurpose = "may_add" | "add" | "prove" | "step" | "sign_in";

/** features/users and features/sessions end them with every other access. */
interface PasskeyChallengesTable {
  id_hash: string;
  purpose: ChallengePurpose;
  /** Null where nobody knows yet who signs in. */
  user_id: string | null;
  /** The hash of what only this browser has: its session's id, that of the sign-in that waits, or a cookie's. */
  bound_hash: string;
  expires_at: Millis;
}

export interface PasskeyTables {
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
}
