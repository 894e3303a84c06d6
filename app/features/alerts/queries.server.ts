// Reads one user's current tweets, accounts, bots and webhooks for an alert.
import { type Kysely, sql } from "kysely";
import { among } from "~db/database.server";
import { leads } from "~db/leads.server";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

export interface AlertedTweet {
  id: number;
  content: string;
  error: string | null;
  username: string | null;
}

export async function listTweets(db: Handle, userId: string, ids: readonly number[]): Promise<AlertedTweet[]> {
  return db
    .selectFrom("tweets")
    .leftJoin("accounts", "accounts.id", "tweets.account_id")
    .select(["tweets.id", "tweets.content", "tweets.error", "accounts.username"])
    .where("tweets.user_id", "=", userId)
    .where(among(db, "tweets.id", ids, "int"))
    .orderBy("tweets.id")
    .execute();
}

export interface AlertedAccount {
  id: number;
  username: string;
  reason: string | null;
}

export async function listAccounts(db: Handle, userId: string, ids: readonly number[]): Promise<AlertedAccount[]> {
  return db
    .selectFrom("accounts")
    .select(["id", "username", "status_reason as reason"])
    .where("user_id", "=", userId)
    .where(among(db, "id", ids, "int"))
    .orderBy("id")
    .execute();
}

export interface AlertedBot {
  id: number;
  reason: string | null;
  product: string;
}

export async function listBots(db: Handle, userId: string, ids: readonly number[]): Promise<AlertedBot[]> {
  return db
    .selectFrom("bots")
    .innerJoin("analyses", "analyses.id", "bots.analysis_id")
    .select(["bots.id", "bots.reason", "analyses.content as product"])
    .where("bots.user_id", "=", userId)
    .where(among(db, "bots.id", ids, "int"))
    .orderBy("bots.id")
    .execute();
}

export async function listWebhooks(
  db: Handle,
  userId: string,
  ids: readonly string[],
): Promise<{ url: string; reason: string | null }[]> {
  return db
    .selectFrom("webhooks")
    .select(["url", "disabled_reason as reason"])
    .where("user_id", "=", userId)
    .where(among(db, "id", [...new Set(ids)], "text"))
    .orderBy("created_at")
    .execute();
}

export async function countWeek(
  db: Handle,
  userId: string,
  since: number,
): Promise<{ published: number; failed: number; scheduled: number }> {
  const count = (state: "published" | "failed" | "scheduled") =>
    db
      .selectFrom("tweets")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .where("user_id", "=", userId)
      // Counts a thread once.
      .where(leads())
      .where("state", "=", sql.lit(state));
  const [published, failed, scheduled] = [
    await count("published").where("placed_at", ">=", since).executeTakeFirst(),
    await count("failed").where("discarded_at", "is", null).where("updated_at", ">=", since).executeTakeFirst(),
    await count("scheduled").where("undo_until", "is", null).executeTakeFirst(),
  ];
  return {
    published: Number(published?.n ?? 0),
    failed: Number(failed?.n ?? 0),
    scheduled: Number(scheduled?.n ?? 0),
  };
}
