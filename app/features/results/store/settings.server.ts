// SQL of result_settings and reading_turns: who wants figures, and when each account is read next.
import { type Kysely, sql } from "kysely";
import { minutes } from "~/ground/time/duration";
import { prepared } from "~db/prepared.server";
import type { Database, Row } from "~db/schema";
import { type ResultSettings, unset } from "~/features/results/result";

type Handle = Kysely<Database>;
type Network = Row<"accounts">["network"];

const flag = (flag: boolean): 0 | 1 => (flag ? 1 : 0);

export async function find(db: Handle, userId: string): Promise<ResultSettings> {
  const row = await db.selectFrom("result_settings").selectAll().where("user_id", "=", userId).executeTakeFirst();
  if (!row) return unset;
  return { level: row.level, learn: row.learn === 1, lean: row.lean === 1, threads: row.threads === 1 };
}

export async function save(db: Handle, userId: string, settings: ResultSettings, now: number): Promise<void> {
  const { level, learn, lean, threads } = settings;
  const row = { level, learn: flag(learn), lean: flag(lean), threads: flag(threads), updated_at: now };
  await db
    .insertInto("result_settings")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

export async function insertMissingTurns(db: Handle, network: Network, now: number): Promise<void> {
  await sql`
    insert into reading_turns (account_id, turn_at, tries)
    select accounts.id, ${sql.lit(now)}, 0 from result_settings
    join accounts on accounts.user_id = result_settings.user_id
    join users on users.id = accounts.user_id and users.disabled_at is null
    where result_settings.level <> 'off' and accounts.network = ${network} and accounts.unlinked_at is null
      and not exists (select 1 from reading_turns where reading_turns.account_id = accounts.id)
    on conflict do nothing`.execute(db);
}

const dueTurns = prepared((db, { now, limit }: { now: number; limit: number }) =>
  db
    .selectFrom("reading_turns")
    .select("account_id")
    .where("turn_at", "<=", now)
    .orderBy("turn_at")
    .orderBy("account_id")
    .limit(limit),
);

export const listDueTurns = async (db: Handle, now: number, limit: number): Promise<number[]> =>
  (await dueTurns(db, { now, limit })).map(({ account_id: id }) => id);

export async function findTurn(db: Handle, accountId: number): Promise<Row<"reading_turns"> | null> {
  const query = db.selectFrom("reading_turns").selectAll().where("account_id", "=", accountId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function setTurn(
  db: Handle,
  accountId: number,
  turn: Partial<Pick<Row<"reading_turns">, "turn_at" | "tries">>,
): Promise<void> {
  await db.updateTable("reading_turns").set(turn).where("account_id", "=", accountId).execute();
}

export async function deleteTurn(db: Handle, accountId: number): Promise<void> {
  await db.deleteFrom("reading_turns").where("account_id", "=", accountId).execute();
}

/** Applies to all users, because the credits belong to the app. */
export async function restUntil(db: Handle, network: Network, at: number): Promise<void> {
  await db
    .updateTable("reading_turns")
    .set({ turn_at: at })
    .where("turn_at", "<", at)
    .where("account_id", "in", (accounts) =>
      accounts.selectFrom("accounts").select("id").where("network", "=", network),
    )
    .execute();
}

/** Makes the user's accounts due at `now`; null deletes their turns. */
export async function setTurnsOf(db: Handle, userId: string, now: number | null): Promise<void> {
  const own = db.selectFrom("accounts").select("id").where("user_id", "=", userId);
  if (now === null) await db.deleteFrom("reading_turns").where("account_id", "in", own).execute();
  // Leaves turns of running readings and of those due soon.
  else
    await db
      .updateTable("reading_turns")
      .set({ turn_at: now })
      .where("account_id", "in", own)
      .where("turn_at", ">", now + minutes(5))
      .execute();
}

export async function wantsMarks(db: Handle, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom("bots")
    .select("id")
    .where("account_id", "=", accountId)
    .where("learn", "=", 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
