// The tables of features/events: what happened, who asked to be told of it, and what is to be told to whom.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** Something that happened and that somebody asked to be told of; written in the transaction that made it true. */
interface EventsTable {
  /** "evt_" and 26 characters of base32, those of one time side by side. */
  id: string;
  /** Whom it happened to; null: the server. */
  user_id: string | null;
  type: string;
  /** What it is about. No foreign keys: what has gone since is left out of the message. */
  tweet_id: number | null;
  account_id: number | null;
  bot_id: number | null;
  /** A code or a number that the message needs; nobody's words. */
  detail: string | null;
  at: Millis;
  /** Its deliveries have been written. */
  prepared_at: Millis | null;
}

/** A wish to be told of one type of event by one channel. No row: no wish. */
interface SubscriptionsTable {
  user_id: string;
  type: string;
  channel: "webhook" | "mail";
  /** Where to: of mail the person's id, of a webhook its own. */
  target_id: string;
  /** For what comes by the calendar: when next. */
  due_at: Millis | null;
}

export type DeliveryState = "waiting" | "sending" | "delivered" | "failed";

/** One event to be told to one target. Alike ones (of one channel, target and topic) go as one message. */
interface DeliveriesTable {
  id: Generated<number>;
  event_id: string;
  channel: "webhook" | "mail" | "operator";
  target_id: string;
  topic: string;
  /** Where it must be the same at each try: what was sent at the first. */
  body: string | null;
  state: Generated<DeliveryState>;
  due_at: Millis | null;
  lease_token: string | null;
  lease_until: Millis | null;
  lease_node: string | null;
  attempts: Generated<number>;
  last_status: number | null;
  /** Why the last try failed, in words. */
  last_error: string | null;
  /** The event's own moment. */
  event_at: Millis;
  ended_at: Millis | null;
}

export interface OutboxTables {
  events: EventsTable;
  subscriptions: SubscriptionsTable;
  deliveries: DeliveriesTable;
}
