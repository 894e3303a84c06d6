// All SQL of guessed_accounts and own_browsers, except for revoking all access.
import type { Kysely } from "kysely";
import { prepared } from "~db/prepared.server";
import type { Database } from "~db/schema";
import { type GuessState, noGuesses } from "./guess-wait";

type Handle = Kysely<Database>;

const stateOf = prepared((db, { account }: { account: string }) =>
  db.selectFrom("guessed_accounts").selectAll().where("account_hash", "=", account),
);

export async function findGuesses(db: Handle, account: string): Promise<GuessState> {
  const [row] = await stateOf(db, { account });
  if (!row) return noGuesses;
  const addresses = JSON.parse(row.addresses) as GuessState["addresses"];
  return { addresses, tries: row.tries, nextAt: row.next_at, expiresAt: row.expires_at };
}

export async function keepGuesses(db: Handle, account: string, state: GuessState): Promise<void> {
  const values = {
    addresses: JSON.stringify(state.addresses),
    tries: state.tries,
    next_at: state.nextAt,
    expires_at: state.expiresAt,
  };
  await db
    .insertInto("guessed_accounts")
    .values({ account_hash: account, ...values })
    .onConflict((conflict) => conflict.column("account_hash").doUpdateSet(values))
    .execute();
}

export async function isOwnBrowser(db: Handle, filter: { idHash: string; userId: string }): Promise<boolean> {
  const query = db.selectFrom("own_browsers").select("id_hash").where("id_hash", "=", filter.idHash);
  return (await query.where("user_id", "=", filter.userId).executeTakeFirst()) !== undefined;
}

export async function renameBrowser(db: Handle, change: { former: string; next: string }): Promise<void> {
  await db.updateTable("own_browsers").set({ id_hash: change.next }).where("id_hash", "=", change.former).execute();
}

export async function keepBrowser(db: Handle, browser: { idHash: string; userId: string; now: number }): Promise<void> {
  const { idHash, userId, now } = browser;
  await db
    .insertInto("own_browsers")
    .values({ id_hash: idHash, user_id: userId, seen_at: now })
    .onConflict((conflict) => conflict.columns(["id_hash", "user_id"]).doUpdateSet({ seen_at: now }))
    .execute();
}

export async function deleteExpired(db: Handle, now: number, seenBefore: number): Promise<void> {
  await db.deleteFrom("guessed_accounts").where("expires_at", "<=", now).execute();
  await db.deleteFrom("own_browsers").where("seen_at", "<", seenBefore).execute();
}
