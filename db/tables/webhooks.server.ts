// The table of features/webhooks: the addresses that a person's events are sent to. What is sent are rows of deliveries.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

interface WebhooksTable {
  id: string;
  user_id: string;
  url: string;
  /** What it is sent, as its person named it: types, `tweet.*` or `*`, as JSON. Which those are stands in subscriptions. */
  events: string;
  description: Generated<string>;
  /** What its messages are signed with, encrypted. */
  secret: string;
  /** The one before, which signs too until then. */
  former_secret: string | null;
  former_until: Millis | null;
  disabled_at: Millis | null;
  /** Why, as a sentence, and as the word for what is decided by it; null too of a sentence from before there were words. */
  disabled_reason: string | null;
  disabled_code: "person" | "gone" | "unanswered" | "restored" | null;
  /** How many tries failed since one succeeded, and when the first of these did. */
  failures: Generated<number>;
  failing_since: Millis | null;
  created_at: Millis;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
}
