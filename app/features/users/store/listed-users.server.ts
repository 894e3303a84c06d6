// Lists all users for `npm run admin`.
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Database } from "~db/schema";
import { toUser } from "../queries.server";
import type { User } from "../user";

export interface ListedUser {
  user: User;
  isDisabled: boolean;
  hasSecondFactor: boolean;
  sessions: number;
  keys: number;
  namedKeys: number;
  tweets: number;
}

export async function listUsers(db: Kysely<Database>): Promise<ListedUser[]> {
  const rows = await db
    .selectFrom("users")
    .selectAll()
    .select((user) => [
      countOf(user, "sessions").as("sessions"),
      countOf(user, "api_keys").as("keys"),
      countOf(user, "named_keys").where(sql.ref("revoked_at"), "is", null).as("namedKeys"),
      countOf(user, "authenticators").where(sql.ref("confirmed_at"), "is not", null).as("authenticators"),
      countOf(user, "passkeys").as("passkeys"),
      countOf(user, "tweets").as("tweets"),
    ])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    user: toUser(row),
    isDisabled: row.disabled_at !== null,
    hasSecondFactor: (row.authenticators ?? 0) + (row.passkeys ?? 0) > 0,
    sessions: row.sessions ?? 0,
    keys: row.keys ?? 0,
    namedKeys: row.namedKeys ?? 0,
    tweets: row.tweets ?? 0,
  }));
}

type Counted = "sessions" | "api_keys" | "named_keys" | "authenticators" | "passkeys" | "tweets";

const countOf = (user: ExpressionBuilder<Database, "users">, table: Counted) =>
  user
    .selectFrom(table)
    .select((count) => count.fn.countAll<number>().as("n"))
    .whereRef(`${table}.user_id`, "=", "users.id");
