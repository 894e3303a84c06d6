// Tables of features/events: events, subscriptions and deliveries.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** Events with a subscriber. Written in the same transaction as the change that they report. */
interface EventsTable {
  /** "evt_" and 26 characters of base32 that sort by time. */
  id: string;
  /** The user that the event belongs to. Null: the server. */
  user_id: string | null;
  type: string;
  /** Subject of the event. No foreign keys: the message leaves out what was deleted since. */
  tweet_id: number | null;
  account_id: number | null;
  bot_id: number | null;
  /** A code or a number that the message needs. Never a user's text. */
  detail: string | null;
  at: Millis;
  /** When the event's deliveries were written. */
  prepared_at: Millis | null;
}

/** Subscriptions: one type of event through one channel. */
interface SubscriptionsTable {
  user_id: string;
  type: string;
  channel: "webhook" | "mail";
  /** For email the user's id, for a webhook the webhook's id. */
  target_id: string;
  /** Next time of a message that is sent by the calendar. */
  due_at: Millis | null;
}

export type DeliveryState = "waiting" | "sending" | "delivered" | "failed";

/** One event for one target. Deliveries with the same channel, target and topic are sent as one message. */
interface DeliveriesTable {
  id: Generated<number>;
  event_id: string;
  channel: "webhook" | "mail" | "operator";
  target_id: string;
  topic: string;
  /** The first try's message, for channels that must repeat it exactly. */
  body: string | null;
  state: Generated<DeliveryState>;
  due_at: Millis | null;
  lease_token: string | null;
  lease_until: Millis | null;
  lease_node: string | null;
  attempts: Generated<number>;
  last_status: number | null;
  /** Why the last try failed, as text. */
  last_error: string | null;
  /** Time of the event. */
  event_at: Millis;
  ended_at: Millis | null;
}

export interface OutboxTables {
  events: EventsTable;
  subscriptions: SubscriptionsTable;
  deliveries: DeliveriesTable;
}
