// The tables of features/single-sign-on, and of features/users the proofs that take a password's place.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

interface IdentitiesTable {
  /** Names it to its own person. */
  id: string;
  user_id: string;
  issuer: string;
  /** Names the person at this issuer, for ever. */
  subject: string;
  /** As the provider last said it; null where it says none. */
  email: string | null;
  created_at: Millis;
  last_used_at: Generated<Millis | null>;
}

/** sign_in: nobody is known yet. join: somebody who is signed in adds it. prove: they show anew who they are. */
export type IdentityPurpose = "sign_in" | "join" | "prove";

interface IdentityRequestsTable {
  /** The hash of what only this browser's cookie has. */
  secret_hash: string;
  purpose: IdentityPurpose;
  /** Null at a sign-in. */
  user_id: string | null;
  session_hash: string | null;
  expires_at: Millis;
}

/** Somebody without a password has shown in this session who they are. */
interface FreshProofsTable {
  session_hash: string;
  user_id: string;
  expires_at: Millis;
}

export interface IdentityTables {
  identities: IdentitiesTable;
  identity_requests: IdentityRequestsTable;
  fresh_proofs: FreshProofsTable;
}
