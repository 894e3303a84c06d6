// Locks rows and names until the transaction ends. SQLite has a single writer and needs none.
import type { Database } from "./schema";
import { dialectOf, type Transaction } from "./dialect.server";

/** Lock in this order only, or two transactions can deadlock. */
const ranks = { word: 0, users: 1, accounts: 2, spending: 3 } as const;
type Rank = (typeof ranks)[keyof typeof ranks];

interface Locked {
  rank: Rank;
  keys: Set<string | number>;
}
const lockedBy = new WeakMap<Transaction, Locked[]>();

/** For SQLite's group commit: each write in a shared transaction starts its own lock order. */
export const forgetLocks = (trx: Transaction): void => void lockedBy.delete(trx);

/** Skips what the transaction has locked already. Throws if the order is wrong, which is a bug. */
async function lock(
  trx: Transaction,
  rank: Rank,
  kind: string,
  keys: readonly (string | number)[],
  take: (missing: (string | number)[]) => Promise<void>,
): Promise<void> {
  const locked = lockedBy.get(trx) ?? [];
  lockedBy.set(trx, locked);
  const has = (key: string | number) => locked.some((lock) => lock.rank === rank && lock.keys.has(key));
  const missing = [...new Set(keys)].filter((key) => !has(key));
  if (missing.length === 0) return;
  if (locked.some((lock) => lock.rank >= rank))
    throw new Error(`${kind} must be locked before what this transaction has locked, or together with it`);
  await take(missing);
  locked.push({ rank, keys: new Set(missing) });
}

const lockRows = (trx: Transaction, table: "users" | "accounts", ids: readonly (string | number)[]) =>
  lock(trx, ranks[table], table, ids, (missing) =>
    dialectOf(trx).lockRows(trx, table satisfies keyof Database, missing),
  );

/** For decisions that compare a user's tweets, keys, sessions or bots. Lock before any account. */
export const lockPerson = (trx: Transaction, userId: string): Promise<void> => lockRows(trx, "users", [userId]);

export const lockPeople = (trx: Transaction, userIds: readonly string[]): Promise<void> =>
  lockRows(trx, "users", userIds);

/** For decisions about an account's status, link, limit, gap or sends in flight. Lock all accounts in one call. */
export const lockAccounts = (trx: Transaction, ids: readonly (number | null)[]): Promise<void> =>
  lockRows(
    trx,
    "accounts",
    ids.filter((id) => id !== null),
  );

export async function lockPersonWithAccounts(trx: Transaction, userId: string): Promise<void> {
  await lockPerson(trx, userId);
  if (dialectOf(trx).kind === "sqlite") return;
  const accounts = await trx.selectFrom("accounts").select("id").where("user_id", "=", userId).execute();
  await lockAccounts(
    trx,
    accounts.map(({ id }) => id),
  );
}

/** For the sandbox's consecutive ids. Use a transaction of its own. */
export const lockSandbox = (trx: Transaction): Promise<void> =>
  lock(trx, ranks.word, "the sandbox", ["sandbox"], () => dialectOf(trx).lockWord(trx, "sandbox"));

/** For "has anyone registered yet" and for names that must be unique. */
export const lockRegistration = (trx: Transaction): Promise<void> =>
  lock(trx, ranks.word, "registration", ["registration"], () => dialectOf(trx).lockWord(trx, "registration"));

/** `account` is a hash. Use a transaction of its own. */
export const lockGuesses = (trx: Transaction, account: string): Promise<void> =>
  lock(trx, ranks.word, "guesses", [`guesses ${account}`], ([word]) => dialectOf(trx).lockWord(trx, String(word)));

/** Similar deliveries are sent as one message, so only one node may group them at a time. */
export const lockDeliveries = (trx: Transaction): Promise<void> =>
  lock(trx, ranks.word, "deliveries", ["deliveries"], () => dialectOf(trx).lockWord(trx, "deliveries"));

export const lockSpending = (trx: Transaction): Promise<void> =>
  lock(trx, ranks.spending, "spending", ["spending"], () => dialectOf(trx).lockWord(trx, "spending"));
