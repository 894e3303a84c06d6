// A channel: a way to tell somebody. The outbox hands it what is due; what it says decides what becomes of that.
import { hours, minutes, seconds } from "~/ground/time/duration";
import type { Transaction } from "~db/database.server";
import type { OutboxEvent } from "./event";

export type ChannelName = "webhook" | "mail" | "operator";

/** All that is told to one target at once: alike events, the earliest first. */
export interface Parcel {
  targetId: string;
  topic: string;
  events: readonly OutboxEvent[];
  /** What was composed when the event was prepared, where the channel tells of each by itself. */
  body: string | null;
}

/**
 * later: another try may help, `retryAfterMs` where the other side said when. never: no try will. `reason` is a sentence,
 * `status` the number that the other side answered with. `isOurs`: it says nothing about the other side.
 */
export type Sent = { status?: number } & (
  | { kind: "sent" }
  | { kind: "later"; reason: string; retryAfterMs?: number; isOurs?: true }
  | { kind: "never"; reason: string }
);

export interface Channel {
  name: ChannelName;
  /** Events of one topic to one target are alike: they go as one message. */
  topicOf(event: Pick<OutboxEvent, "id" | "type">): string;
  /** Tells; within 45 s, after which another node may take it for lost and do the same. */
  send(parcel: Parcel): Promise<Sent>;
  /** Set: each event is told by itself and at once. Left out: alike ones are collected. */
  each?: EachByItself;
}

/** Whoever is disabled is told nothing until they are enabled. */
export interface Owner {
  id: string;
  isDisabled: boolean;
}

/** A channel whose events are not collected. */
export interface EachByItself {
  /** What is sent, at each try the same; read once, when the event is prepared. Null: there is nothing to tell any more. */
  compose(trx: Transaction, event: OutboxEvent): Promise<string | null>;
  /** How long after so many tries the next one comes; null: that was the last. */
  waitAfter(attempts: number, random: () => number): number | null;
  /** So many of one person's are on their way together, to a target one at a time. */
  maxPerPerson: number;
  /** Whose each target is; one that has gone may be left out. Asked in the transaction that claims. */
  ownersOf(trx: Transaction, targetIds: readonly string[]): Promise<Map<string, Owner>>;
  /** Writes down what a try says about its target, in the transaction that ends the delivery. */
  conclude(trx: Transaction, by: { targetId: string; sent: Sent; now: number }): Promise<void>;
}

/** A message waits for more of its kind until so long after the last one… */
export const quietFor = seconds(30);
/** …but never longer than this after the first, and no two go closer together. */
export const maxCollecting = minutes(15);
/** So long after the event a failed try is the last. */
export const retriedFor = hours(24);

/** When a message goes that tells of events from `firstAt` to `lastAt`, where the one before went at `formerAt`. */
export function collectedUntil(by: { firstAt: number; lastAt: number; formerAt: number | null; now: number }): number {
  const collected = Math.min(by.lastAt + quietFor, by.firstAt + maxCollecting);
  const rested = by.formerAt === null ? collected : Math.max(collected, by.formerAt + maxCollecting);
  // A wall clock that was set back lets nothing wait longer than that.
  return Math.min(rested, by.now + maxCollecting);
}

const firstWait = seconds(30);
const maxWait = minutes(15);

/** 30 s, 1, 2, 4, 8, then 15 minutes, each give or take a fifth. */
export function waitAfter(attempts: number, random: () => number): number {
  const plain = Math.min(firstWait * 2 ** Math.min(Math.max(attempts, 1) - 1, 20), maxWait);
  return Math.round(plain * (0.8 + 0.4 * random()));
}
