// Tables of features/single-sign-on, and of features/users for proofs that replace a password.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

interface IdentitiesTable {
  /** Id that only the owner sees. */
  id: string;
  user_id: string;
  issuer: string;
  /** Permanent id of the user at this issuer. */
  subject: string;
  /** The last address that the provider sent. Null if it sends none. */
  email: string | null;
  created_at: Millis;
  last_used_at: Generated<Millis | null>;
}

/** sign_in: the user is unknown yet. join: a signed-in user adds the identity. prove: they confirm it's them. */
export type IdentityPurpose = "sign_in" | "join" | "prove";

interface IdentityRequestsTable {
  /** Hash of a secret that only this browser's cookie has. */
  secret_hash: string;
  purpose: IdentityPurpose;
  /** Null at a sign-in. */
  user_id: string | null;
  session_hash: string | null;
  expires_at: Millis;
}

/** Sessions in which a user without a password recently confirmed it's them. */
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
