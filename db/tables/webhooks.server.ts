// Table of features/webhooks: URLs that get a user's events. Each message is a row of deliveries.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

interface WebhooksTable {
  id: string;
  user_id: string;
  url: string;
  /** The events as the user entered them, as JSON: types, `tweet.*` or `*`. subscriptions has the expanded types. */
  events: string;
  description: Generated<string>;
  /** The signing secret, encrypted. */
  secret: string;
  /** The secret before rotation, which also signs until `former_until`. */
  former_secret: string | null;
  former_until: Millis | null;
  disabled_at: Millis | null;
  /** Why the webhook is disabled, as a sentence, and as a code. Older rows have no code. */
  disabled_reason: string | null;
  disabled_code: "person" | "gone" | "unanswered" | "restored" | null;
  /** Failed tries since the last success, and the time of the first of them. */
  failures: Generated<number>;
  failing_since: Millis | null;
  created_at: Millis;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
}
