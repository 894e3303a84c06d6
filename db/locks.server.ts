// Locks: what a verb decides by stays true until its transaction ends. SQLite has one writer, so there they cost nothing.
import type { Database } from "./schema";
import { dialectOf, type Transaction } from "./dialect.server";

/** In this order alone: two transactions that lock in different orders wait for each other. */
const ranks = { word: 0, users: 1, accounts: 2, spending: 3 } as const;
type Rank = (typeof ranks)[keyof typeof ranks];

/** What a transaction has locked. */
interface Locked {
  rank: Rank;
  keys: Set<string | number>;
}
const lockedBy = new WeakMap<Transaction, Locked[]>();

/** The next write of a transaction that several share begins with its own order: SQLite's group commit calls this. */
export const forgetLocks = (trx: Transaction): void => void lockedBy.delete(trx);

/** Takes it for `what` unless the transaction has it already. Throws where that is out of order: a fault of ours. */
async function lock(
  trx: Transaction,
  rank: Rank,
  what: string,
  keys: readonly (string | number)[],
  take: (missing: (string | number)[]) => Promise<void>,
): Promise<void> {
  const locked = lockedBy.get(trx) ?? [];
  lockedBy.set(trx, locked);
  const has = (key: string | number) => locked.some((one) => one.rank === rank && one.keys.has(key));
  const missing = [...new Set(keys)].filter((key) => !has(key));
  if (missing.length === 0) return;
  if (locked.some((one) => one.rank >= rank))
    throw new Error(`${what} must be locked before what this transaction has locked, or together with it`);
  await take(missing);
  locked.push({ rank, keys: new Set(missing) });
}

const lockRows = (trx: Transaction, table: "users" | "accounts", ids: readonly (string | number)[]) =>
  lock(trx, ranks[table], table, ids, (missing) =>
    dialectOf(trx).lockRows(trx, table satisfies keyof Database, missing),
  );

/** For what compares a person's tweets, keys, sessions or bots with one another. Before any account. */
export const lockPerson = (trx: Transaction, userId: string): Promise<void> => lockRows(trx, "users", [userId]);

/** Several people at once: who acts on another, and that other. */
export const lockPeople = (trx: Transaction, userIds: readonly string[]): Promise<void> =>
  lockRows(trx, "users", userIds);

/**
 * For whatever reads an account's status, link, day limit, gap or what of it is in flight. Several accounts are locked by
 * one call.
 */
export const lockAccounts = (trx: Transaction, ids: readonly (number | null)[]): Promise<void> =>
  lockRows(
    trx,
    "accounts",
    ids.filter((id) => id !== null),
  );

/** A person and all their accounts: what is read of either from here on is the truth until the transaction ends. */
export async function lockPersonWithAccounts(trx: Transaction, userId: string): Promise<void> {
  await lockPerson(trx, userId);
  // Only one writer works at a time: there is nothing to lock, and nothing to ask for.
  if (dialectOf(trx).kind === "sqlite") return;
  const accounts = await trx.selectFrom("accounts").select("id").where("user_id", "=", userId).execute();
  await lockAccounts(
    trx,
    accounts.map(({ id }) => id),
  );
}

/** For the sandbox's posts and names, whose ids follow one another. In a transaction of its own. */
export const lockSandbox = (trx: Transaction): Promise<void> =>
  lock(trx, ranks.word, "the sandbox", ["sandbox"], () => dialectOf(trx).lockWord(trx, "sandbox"));

/** For the question whether anybody has registered yet, and for names that nobody may take twice at once. */
export const lockRegistration = (trx: Transaction): Promise<void> =>
  lock(trx, ranks.word, "registration", ["registration"], () => dialectOf(trx).lockWord(trx, "registration"));

/** For what is kept of the guesses at one account; `account` is a hash. In a transaction of its own. */
export const lockGuesses = (trx: Transaction, account: string): Promise<void> =>
  lock(trx, ranks.word, "guesses", [`guesses ${account}`], ([word]) => dialectOf(trx).lockWord(trx, String(word)));

/** For who prepares, claims and ends deliveries: alike ones go as one message, so one node at a time puts them together. */
export const lockDeliveries = (trx: Transaction): Promise<void> =>
  lock(trx, ranks.word, "deliveries", ["deliveries"], () => dialectOf(trx).lockWord(trx, "deliveries"));

/** For the day's spending, which is the whole server's. */
export const lockSpending = (trx: Transaction): Promise<void> =>
  lock(trx, ranks.spending, "spending", ["spending"], () => dialectOf(trx).lockWord(trx, "spending"));
