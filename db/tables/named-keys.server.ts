// The table of features/api-keys: keys that people make for their programs. A browser's own are rows of api_keys.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

interface NamedKeysTable {
  id: Generated<number>;
  user_id: string;
  /** Unique among those of its person that are not revoked. */
  name: string;
  /** SHA-256. The key itself is kept nowhere. */
  key_hash: string;
  /** The key that stood here before it was rotated, and until when it serves. */
  former_hash: Generated<string | null>;
  former_until: Generated<Millis | null>;
  /** How it begins, so that its person knows it again. */
  hint: string;
  /** Sorted, with commas between (features/api-keys/scope.ts). */
  scopes: string;
  created_at: Millis;
  /** Exact to a minute. */
  last_used_at: Generated<Millis | null>;
  /** Null: never. */
  expires_at: Millis | null;
  /** A backup was put back that may not know of its end: it waits for its person's word. */
  held_at: Generated<Millis | null>;
  /** The one way in at which it serves (features/api-keys/scope.ts); null: wherever named keys do. */
  audience: Generated<"mcp" | "api" | null>;
  /** The row stays: journals name it. */
  revoked_at: Generated<Millis | null>;
}

export interface NamedKeyTables {
  named_keys: NamedKeysTable;
}
