// SQL that finds what a user's accounts posted or scheduled recently, to avoid repeating it.
import { type Kysely, sql } from "kysely";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

const inFlightOrOut = ["scheduled", "publishing", "unknown", "published"] as const;

export async function listEarlier(db: Handle, userId: string, since: number, limit: number): Promise<string[]> {
  const accounts = db.selectFrom("accounts").select("id").where("user_id", "=", userId);
  const rows = await db
    .selectFrom("tweets")
    .select("content")
    .where("account_id", "in", accounts)
    .where("state", "!=", sql.lit("pending"))
    .where("state", "in", inFlightOrOut)
    .where("placed_at", ">=", since)
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => row.content);
}

export async function findDuplicates(
  db: Handle,
  userId: string,
  prints: string[],
  since: number,
): Promise<Set<string>> {
  if (prints.length === 0) return new Set();
  const rows = await db
    .selectFrom("tweets")
    .select("fingerprint")
    .where("user_id", "=", userId)
    .where("fingerprint", "in", prints)
    .where("state", "in", inFlightOrOut)
    .where("placed_at", ">=", since)
    .execute();
  return new Set(rows.map((row) => row.fingerprint));
}
