// SQL about all users, for the operator. It reads other features' tables.
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { among } from "~db/database.server";
import type { Database } from "~db/schema";
import type { Grounds } from "./operator";

type Handle = Kysely<Database>;

const grounds = (db: Handle) =>
  db
    .selectFrom("users")
    .select(["email", "operator_at as operatorAt", "email_confirmed_at as confirmedAt"])
    .select(["vouched_at as emailTrustedAt", "disabled_at as disabledAt"]);

export const findGrounds = async (db: Handle, userId: string): Promise<Grounds | null> =>
  (await grounds(db).where("id", "=", userId).executeTakeFirst()) ?? null;

export async function listCandidates(db: Handle, emails: readonly string[]): Promise<(Grounds & { id: string })[]> {
  const isOne = among(db, "email", emails, "text");
  return grounds(db)
    .select("id")
    .where((user) => user.or([user("operator_at", "is not", null), isOne]))
    .orderBy("id")
    .execute();
}

export async function setOperator(db: Handle, userId: string, now: number): Promise<void> {
  await db.updateTable("users").set({ operator_at: now, vouched_at: now }).where("id", "=", userId).execute();
}

export interface AtStake {
  scheduled: number;
  bots: number;
}

export async function countAtStake(db: Handle, userId: string): Promise<AtStake> {
  const scheduled = await db
    .selectFrom("users")
    .select((user) => scheduledOf(user).as("n"))
    .where("id", "=", userId)
    .executeTakeFirst();
  const bots = await db
    .selectFrom("bots")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("user_id", "=", userId)
    .where("state", "!=", sql.lit("stopped"))
    .executeTakeFirst();
  return { scheduled: Number(scheduled?.n ?? 0), bots: Number(bots?.n ?? 0) };
}

export interface ListedPerson extends Grounds {
  id: string;
  createdAt: number;
  seenAt: number | null;
  hasSecondStep: boolean;
  accounts: number;
  scheduled: number;
  bots: number;
}

type User = ExpressionBuilder<Database, "users">;

/** Uses the accounts' index of scheduled tweets. A search by user would read all of their tweets. */
const scheduledOf = (user: User) =>
  user
    .selectFrom("accounts")
    .innerJoin("tweets", "tweets.account_id", "accounts.id")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .whereRef("accounts.user_id", "=", "users.id")
    .where("tweets.state", "=", sql.lit("scheduled"))
    .where("tweets.undo_until", "is", null);

export async function listPeople(db: Handle, query: { limit: number; offset: number }): Promise<ListedPerson[]> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "email", "created_at as createdAt", "operator_at as operatorAt"])
    .select(["email_confirmed_at as confirmedAt", "vouched_at as emailTrustedAt", "disabled_at as disabledAt"])
    .select((user) => [
      lastSeen(user, "sessions").as("sessionAt"),
      lastSeen(user, "known_browsers").as("browserAt"),
      user
        .selectFrom("authenticators")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("authenticators.user_id", "=", "users.id")
        .where("authenticators.confirmed_at", "is not", null)
        .as("authenticators"),
      user
        .selectFrom("passkeys")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("passkeys.user_id", "=", "users.id")
        .as("passkeys"),
      user
        .selectFrom("accounts")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("accounts.user_id", "=", "users.id")
        .where("accounts.unlinked_at", "is", null)
        .as("accounts"),
      scheduledOf(user).as("scheduled"),
      user
        .selectFrom("bots")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("bots.user_id", "=", "users.id")
        .where("bots.state", "!=", sql.lit("stopped"))
        .as("bots"),
    ])
    .orderBy("created_at")
    .orderBy("id")
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return rows.map(({ sessionAt, browserAt, authenticators, passkeys, ...row }) => ({
    ...row,
    seenAt: sessionAt === null && browserAt === null ? null : Math.max(sessionAt ?? 0, browserAt ?? 0),
    hasSecondStep: Number(authenticators) + Number(passkeys) > 0,
    accounts: Number(row.accounts),
    scheduled: Number(row.scheduled),
    bots: Number(row.bots),
  }));
}

const lastSeen = (user: User, table: "sessions" | "known_browsers") =>
  user
    .selectFrom(table)
    .select(({ fn }) => fn.max("seen_at").as("at"))
    .whereRef(`${table}.user_id`, "=", "users.id");
