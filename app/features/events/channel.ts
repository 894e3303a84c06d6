// Defines channels, which send the outbox's messages, and their timing.
import { hours, minutes, seconds } from "~/ground/time/duration";
import type { Transaction } from "~db/database.server";
import type { OutboxEvent } from "./event";

export type ChannelName = "webhook" | "mail" | "operator";

export interface Parcel {
  targetId: string;
  topic: string;
  events: readonly OutboxEvent[];
  body: string | null;
}

/** later: a retry may help. never: none will. `reason` is a sentence. `isOurs`: the receiver is not at fault. */
export type Sent = { status?: number } & (
  | { kind: "sent" }
  | { kind: "later"; reason: string; retryAfterMs?: number; isOurs?: true }
  | { kind: "never"; reason: string }
);

export interface Channel {
  name: ChannelName;
  /** Events with the same topic and target are sent as one message. */
  topicOf(event: Pick<OutboxEvent, "id" | "type">): string;
  /** Must finish within 45 s. After that another node may send the same message. */
  send(parcel: Parcel): Promise<Sent>;
  each?: EachByItself;
}

export interface Owner {
  id: string;
  isDisabled: boolean;
}

export interface EachByItself {
  /** Composes the message once, for all tries. Returns null if nothing is left to send. */
  compose(trx: Transaction, event: OutboxEvent): Promise<string | null>;
  /** Returns the wait before the next try in ms, or null after the last try. */
  waitAfter(attempts: number, random: () => number): number | null;
  /** Limits concurrent messages per user. Each target gets one at a time. */
  maxPerPerson: number;
  /** Runs in the claiming transaction. Deleted targets may be missing. */
  ownersOf(trx: Transaction, targetIds: readonly string[]): Promise<Map<string, Owner>>;
  /** Records a try's result for its target, in the transaction that ends the delivery. */
  conclude(trx: Transaction, outcome: { targetId: string; sent: Sent; now: number }): Promise<void>;
}

export const quietFor = seconds(30);
export const maxCollecting = minutes(15);
export const retriedFor = hours(24);

/** Returns when to send the next message, where `formerAt` is the time of the previous one. */
export function collectedUntil(times: {
  firstAt: number;
  lastAt: number;
  formerAt: number | null;
  now: number;
}): number {
  const collected = Math.min(times.lastAt + quietFor, times.firstAt + maxCollecting);
  const rested = times.formerAt === null ? collected : Math.max(collected, times.formerAt + maxCollecting);
  // Caps the wait if the wall clock was set back.
  return Math.min(rested, times.now + maxCollecting);
}

const firstWait = seconds(30);
const maxWait = minutes(15);

/** 30 s, 1, 2, 4, 8, then 15 minutes, each ±20 %. */
export function waitAfter(attempts: number, random: () => number): number {
  const plain = Math.min(firstWait * 2 ** Math.min(Math.max(attempts, 1) - 1, 20), maxWait);
  return Math.round(plain * (0.8 + 0.4 * random()));
}
