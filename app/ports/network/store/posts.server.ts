// SQL of the sandbox's posts and of the tokens that may post.
import { sql } from "kysely";
import { among, type Db } from "~db/database.server";
import type { NewRow } from "~db/schema";
import type { NetworkPost } from "../port";
import * as rules from "../sandbox-rules";
import { listPicturesOf, type ShownPicture } from "./pictures.server";

export interface SandboxPost {
  handle: string;
  name: string;
  text: string;
  createdAt: number;
  replyTo: string | null;
  pictures: ShownPicture[];
  replies: { id: string; handle: string; text: string }[];
}

export interface PostRequest {
  tokenHash: string;
  text: string;
  replyTo?: string | undefined;
  mediaIds: readonly string[];
  textHash: number;
}

/** Newest first, at most `max`. */
export async function listPosts(db: Db, userId: string, since: number, max?: number): Promise<NetworkPost[]> {
  const posts = db
    .selectFrom("sandbox_posts")
    .select(["id", "text", "created_at", "reply_to"])
    .where("sandbox_user_id", "=", userId)
    .where("deleted_at", "is", null)
    .where("created_at", ">=", since)
    .orderBy("created_at", "desc")
    .orderBy((post) => post.fn("length", ["id"]), "desc")
    .orderBy("id", "desc");
  const rows = await (max === undefined ? posts : posts.limit(max)).execute();
  return rows.map(({ id, text, created_at: createdAt, reply_to: replyTo }) => ({
    id,
    text,
    ...(replyTo === null ? {} : { replyTo }),
    createdAt,
  }));
}

export async function listPostsOf(db: Db, ids: readonly string[]): Promise<(NetworkPost & { userId: string })[]> {
  const posts = db.selectFrom("sandbox_posts").select(["id", "sandbox_user_id", "text", "created_at"]);
  const rows = await posts
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.sandbox_user_id,
    text: row.text,
    createdAt: row.created_at,
  }));
}

export async function findPost(db: Db, id: string): Promise<SandboxPost | null> {
  const row = await db
    .selectFrom("sandbox_posts as post")
    .innerJoin("sandbox_users as user", "user.id", "post.sandbox_user_id")
    .leftJoin("sandbox_posts as parent", (join) =>
      join.onRef("parent.id", "=", "post.reply_to").on("parent.deleted_at", "is", null),
    )
    .select(["user.handle", "user.name", "post.text", "post.created_at as createdAt", "parent.id as replyTo"])
    .where("post.id", "=", id)
    .where("post.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const replies = await db
    .selectFrom("sandbox_posts as post")
    .innerJoin("sandbox_users as user", "user.id", "post.sandbox_user_id")
    .select(["post.id", "user.handle", "post.text"])
    .where("post.reply_to", "=", id)
    .where("post.deleted_at", "is", null)
    .orderBy("post.created_at")
    .orderBy("post.id")
    .execute();
  return { ...row, pictures: await listPicturesOf(db, id), replies };
}

export async function ownersOfPosts(trx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom("sandbox_posts")
    .select(["id", "sandbox_user_id"])
    .where(among(trx, "id", [...ids], "text"))
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.id, row.sandbox_user_id]));
}

export async function deletePost(trx: Db, id: string, now: number): Promise<void> {
  await trx.updateTable("sandbox_posts").set({ deleted_at: now }).where("id", "=", id).execute();
}

export async function countDeletions(trx: Db, userId: string, after: number): Promise<{ made: number; since: number }> {
  const row = await trx
    .selectFrom("sandbox_posts")
    .select((post) => [post.fn.countAll<number>().as("made"), post.fn.min("deleted_at").as("since")])
    .where("sandbox_user_id", "=", userId)
    .where("deleted_at", ">", after)
    .executeTakeFirstOrThrow();
  return { made: Number(row.made), since: Number(row.since ?? after) };
}

export async function findOwner(db: Db, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("sandbox_tokens")
    .select("sandbox_user_id")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row?.sandbox_user_id;
}

export async function deleteToken(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom("sandbox_tokens").where("token_hash", "=", tokenHash).execute();
}

interface PosterState {
  owner: string;
  posts: number;
  since: number | null;
  isRepeated: 0 | 1;
}

/** Undefined: the token is unknown. */
export async function posterStateOf(
  trx: Db,
  { tokenHash, textHash }: PostRequest,
  now: number,
): Promise<PosterState | undefined> {
  const sinceOf = (moment: number) =>
    sql`from sandbox_posts where sandbox_user_id = token.sandbox_user_id and created_at > ${moment}`;
  const rated = sinceOf(now - rules.rateLimit.span);
  const { rows } = await sql<PosterState>`
    select token.sandbox_user_id as owner, (select count(*) ${rated}) as posts,
      (select min(created_at) ${rated}) as since,
      case when exists (select 1 ${sinceOf(now - rules.duplicateSpan)} and text_hash = ${textHash}
        and deleted_at is null) then 1 else 0 end as "isRepeated"
    from sandbox_tokens token where token.token_hash = ${tokenHash}`.execute(trx);
  return rows[0];
}

export async function insertPost(trx: Db, post: NewRow<"sandbox_posts">): Promise<void> {
  await trx.insertInto("sandbox_posts").values(post).execute();
}

/** Ids are strings of digits that only grow, so sort by length first. */
export async function lastPostId(db: Db): Promise<string | undefined> {
  const last = await db
    .selectFrom("sandbox_posts")
    .select("id")
    .orderBy((post) => post.fn("length", ["id"]), "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.id;
}
