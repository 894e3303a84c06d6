// Races: presses at once on two nodes of one database, round by round, in an order that a seed decides.
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Db, Transaction } from "~db/database.server";
import { type CarriesDialect, dialectOf } from "~db/dialect.server";
import { LinkRefused } from "~/features/accounts/accounts.server";
import { isAppError } from "~/ground/errors";
import type { Config } from "~/ground/config.server";
import { createTestApp, type TestApp } from "./app";

/** With LINNET_NIGHT as many as a promise of "never" deserves. */
export const rounds = process.env["LINNET_NIGHT"] ? 1_000 : 20;
/** What a race of so many rounds may take. */
export const raceLasts = rounds * 1_000 + 60_000;

/** Two nodes of one database. On SQLite they share its one handle, as what runs in one process does. */
export interface Nodes {
  a: TestApp;
  b: TestApp;
  close(): Promise<void>;
}

/**
 * Both post at any hour, without a gap, and count no calls, unless `config` says otherwise. Nor has a day an end: a
 * thousand rounds are more posts than a day has.
 */
export async function openNodes(config: Partial<Config> = {}): Promise<Nodes> {
  const noDay = { dailyPostLimit: 0, dailySpendLimit: 0 };
  const change = {
    config: { quietHours: null, minGapMs: 0, catchUpGapMs: 0, rateLimits: false, ...noDay, ...config },
  };
  const a = await createTestApp(change);
  const b = await createTestApp({ ...change, beside: a });
  for (const [app, id] of [
    [a, "node-a"],
    [b, "node-b"],
  ] as const)
    app.node = { ...app.node, id: () => id, lostAmong: () => Promise.resolve([]) };
  return {
    a,
    b,
    async close() {
      await b.close();
      await a.close();
    },
  };
}

/** Turns the clocks of both on. */
export function pass({ a, b }: Nodes, ms: number): void {
  a.clock.advance(ms);
  b.clock.advance(ms);
}

/** Turns both clocks on until `work` is done: it waits for one of them. */
export async function whileTime<T>(nodes: Nodes, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => pass(nodes, 100), 2);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** What a seed decides. */
export interface Chance {
  /** A whole number below `n`. */
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
}

export function chanceOf(seed: number): Chance {
  // Park and Miller's minimal generator; its first numbers follow the seed.
  let state = (seed * 7_919 + 1) % 2_147_483_647;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  for (let n = 0; n < 5; n += 1) next();
  const below = (n: number) => next() % n;
  return { below, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}

/** Waits a little, or, in half of all cases, not at all. */
const hesitate = async (ms: number): Promise<void> => {
  if (ms > 0) await wait(ms);
};

/** Presses all of them at once, nearly: in any order, some a few milliseconds later. What came of each, in their order. */
export async function pressAtOnce<const T extends readonly (() => Promise<unknown>)[]>(
  chance: Chance,
  presses: T,
): Promise<{ [N in keyof T]: PromiseSettledResult<Awaited<ReturnType<T[N]>>> }> {
  const isTogether = chance.below(2) === 0;
  const order = presses.map((press, n) => ({
    press,
    n,
    at: chance.below(1_000),
    late: isTogether ? 0 : chance.below(5),
  }));
  const results: PromiseSettledResult<unknown>[] = [];
  const pressed = order
    .toSorted((one, other) => one.at - other.at)
    .map(async ({ press, n, late }) => {
      const [result] = await Promise.allSettled([hesitate(late).then(press)]);
      results[n] = result;
    });
  await Promise.all(pressed);
  return results as never;
}

/** The code that a person is told, or the whole error where it is none that a person should see. */
export function codeOf(result: PromiseSettledResult<unknown>): string {
  if (result.status === "fulfilled") return "done";
  const error: unknown = result.reason;
  if (isAppError(error) || error instanceof LinkRefused) return error.code;
  return `broke: ${String(error)}`;
}

/** One round: what was broken, as sentences. None: the promise held. */
export type Round = (chance: Chance, n: number) => Promise<string[]>;

/** Plays all rounds; returns what was broken, each with its round, by whose number it can be played again. */
export async function play(round: Round): Promise<string[]> {
  const broken: string[] = [];
  for (let n = 1; n <= rounds; n += 1) for (const one of await round(chanceOf(n), n)) broken.push(`round ${n}: ${one}`);
  return broken;
}

/**
 * For negative controls: plays until something was broken, ten times as many rounds at most. How often two presses meet
 * within a millisecond is the machine's doing: twenty rounds once passed without.
 */
export async function playUntilBroken(round: Round): Promise<string[]> {
  for (let n = 1; n <= 10 * rounds; n += 1) {
    const broken = await round(chanceOf(n), n);
    if (broken.length > 0) return broken;
  }
  return [];
}

/** The sentence where `isKept` is false. */
export const unless = (isKept: boolean, sentence: string): string[] => (isKept ? [] : [sentence]);

/** Changes what one handle's dialect does; until what it returns is called. */
function overrideDialect(db: Db, change: Partial<CarriesDialect["linnet"]>): () => void {
  const adapter = db.getExecutor().adapter as unknown as { linnet: CarriesDialect["linnet"] };
  const before = adapter.linnet;
  adapter.linnet = { ...before, ...change };
  return () => void (adapter.linnet = before);
}

/** For negative controls: the verbs of these nodes lock nothing, until what it returns is called. */
export function withoutLocks({ a, b }: Nodes): () => void {
  const none = {
    // Statements are kept by it: those with a lock in them are made anew.
    kind: "postgres without locks" as "postgres",
    lockRows: () => Promise.resolve(),
    lockWord: () => Promise.resolve(),
    skippingLocked: () => sql``,
  };
  const restores = [a, b].map(({ db }) => overrideDialect(db, none));
  return () => restores.forEach((restore) => restore());
}

/** Each transaction of this app begins so much later, until what it returns is called. */
export function slowly({ db }: TestApp, ms: number): () => void {
  const { inTransaction } = dialectOf(db);
  return overrideDialect(db, {
    inTransaction: async <T>(handle: Db, body: (trx: Transaction) => Promise<T>) => {
      await wait(ms);
      return inTransaction(handle, body);
    },
  });
}

/**
 * Transactions of these nodes begin only once `count` of them want to, or after a quarter of a second: what each does
 * before, hashing a password say, takes longer than a race is decided in. Until what it returns is called.
 */
export function meeting({ a, b }: Nodes, count: number): () => void {
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const openUp = () => {
    clearTimeout(timer);
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  };
  const meet = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === count) openUp();
      else if (waiting.length === 1) timer = setTimeout(openUp, 250);
    });
  const restores = [...new Set([a.db, b.db])].map((db) => {
    const { inTransaction } = dialectOf(db);
    return overrideDialect(db, {
      inTransaction: async <T>(handle: Db, body: (trx: Transaction) => Promise<T>) => {
        await meet();
        return inTransaction(handle, body);
      },
    });
  });
  return () => restores.forEach((restore) => restore());
}
