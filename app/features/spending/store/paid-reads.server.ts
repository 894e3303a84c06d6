// SQL of paid_reads: what the network charged for reading posts.
import type { Kysely } from "kysely";
import { among } from "~db/database.server";
import { prepared } from "~db/prepared.server";
import type { Change, Database, NewRow, Row } from "~db/schema";

type Handle = Kysely<Database>;

export async function insertRead(db: Handle, read: NewRow<"paid_reads">): Promise<number> {
  return (await db.insertInto("paid_reads").values(read).returning("id").executeTakeFirstOrThrow()).id;
}

export async function setRead(db: Handle, id: number, read: Change<"paid_reads">): Promise<void> {
  await db.updateTable("paid_reads").set(read).where("id", "=", id).execute();
}

export async function deleteRead(db: Handle, id: number): Promise<void> {
  await db.deleteFrom("paid_reads").where("id", "=", id).execute();
}

export async function deleteReadsBefore(db: Handle, moment: number): Promise<void> {
  await db.deleteFrom("paid_reads").where("read_at", "<", moment).execute();
}

const endedOf = prepared((db, { accountId, since, but }: { accountId: number; since: number; but: number }) =>
  db
    .selectFrom("paid_reads")
    .select("post_ids")
    .where("account_id", "=", accountId)
    .where("read_at", ">=", since)
    .where("post_ids", "is not", null)
    .where("outcome", "is not", null)
    .where("id", "!=", but)
    .$narrowType<{ post_ids: string }>(),
);

/** Posts of an account charged since then, or maybe charged, except by the read `but` (0: none). */
export async function listChargedBut(
  db: Handle,
  query: { accountId: number; since: number; but: number },
): Promise<Set<string>> {
  return new Set((await endedOf(db, query)).flatMap(({ post_ids: ids }) => JSON.parse(ids) as string[]));
}

const sumOfKind = prepared((db, { kind, since }: { kind: Row<"paid_reads">["kind"]; since: number }) =>
  db
    .selectFrom("paid_reads")
    .select((read) => read.fn.sum<number | null>("price_micros").as("sum"))
    .where("read_at", ">=", since)
    .where("kind", "=", kind),
);

export const sumFigures = async (db: Handle, since: number): Promise<number> =>
  Number((await sumOfKind(db, { kind: "figures", since }))[0]?.sum ?? 0);

export interface SpentPart {
  accountId: number | null;
  level: Row<"paid_reads">["level"];
  micros: number;
}

export async function listSpent(db: Handle, userId: string, since: number): Promise<SpentPart[]> {
  const rows = await db
    .selectFrom("paid_reads")
    .select(["account_id as accountId", "level"])
    .select((read) => read.fn.sum<number>("price_micros").as("micros"))
    .where("user_id", "=", userId)
    .where("kind", "=", "figures")
    .where("read_at", ">=", since)
    .groupBy(["account_id", "level"])
    .execute();
  return rows.map((row) => ({ ...row, micros: Number(row.micros) }));
}

/** Post counts of the account's latest list, and how many Linnet posted; null: never listed. */
export async function findLastList(db: Handle, accountId: number): Promise<{ posts: number; own: number } | null> {
  const row = await db
    .selectFrom("paid_reads")
    .select(["posts", "post_ids"])
    .where("account_id", "=", accountId)
    .where("outcome", "=", "listed")
    .orderBy("read_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const ids = JSON.parse(row.post_ids ?? "[]") as string[];
  if (ids.length === 0) return { posts: row.posts, own: 0 };
  const known = await db
    .selectFrom("tweets")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where(among(db, "post_id", ids, "text"))
    .executeTakeFirstOrThrow();
  return { posts: row.posts, own: Number(known.count) };
}

export async function isOutOfCredits(db: Handle, since: number): Promise<boolean> {
  const row = await db
    .selectFrom("paid_reads")
    .select("id")
    .where("read_at", ">=", since)
    .where("outcome", "=", "no_credits")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
