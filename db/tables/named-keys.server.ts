// Table of features/api-keys: API keys that users create. Session keys are rows of api_keys.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

interface NamedKeysTable {
  id: Generated<number>;
  user_id: string;
  /** Unique among the user's active keys. */
  name: string;
  /** SHA-256. The key itself is not stored. */
  key_hash: string;
  /** Hash of the key before rotation, and until when that key works. */
  former_hash: Generated<string | null>;
  former_until: Generated<Millis | null>;
  /** The key's first characters, so that the owner recognizes it. */
  hint: string;
  /** Sorted, with commas between (features/api-keys/scope.ts). */
  scopes: string;
  created_at: Millis;
  /** Exact to a minute. */
  last_used_at: Generated<Millis | null>;
  /** Null: never. */
  expires_at: Millis | null;
  /** Suspended since a restore, because the backup may predate its revocation. The owner decides. */
  held_at: Generated<Millis | null>;
  /** The only entry point that accepts the key (features/api-keys/scope.ts). Null: every one that accepts API keys. */
  audience: Generated<"mcp" | "api" | null>;
  /** Revoked rows stay, because journals refer to them. */
  revoked_at: Generated<Millis | null>;
}

export interface NamedKeyTables {
  named_keys: NamedKeysTable;
}
