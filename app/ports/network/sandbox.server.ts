// The sandbox: a small network inside Linnet's own database that answers as X does, so that everything can be tried.
import { sql } from "kysely";
import type { Clock } from "~/clock.server";
import type { Log } from "~/log.server";
import type { Db } from "~db/client.server";
import { among, eachOf, field } from "~db/batch.server";
import { commitAlike } from "~db/commit.server";
import type { Row } from "~db/schema";
import { type Network, type NetworkTokens, type PostAnswer, ReadError } from "./port";
import * as rules from "./sandbox-rules";
import { hashPair, type SandboxConsent, sandboxLink } from "./sandbox-link.server";

export type { SandboxConsent };

export interface SandboxPost {
  handle: string;
  name: string;
  text: string;
  createdAt: number;
}

export interface Sandbox extends Network, SandboxConsent {
  readonly kind: "sandbox";
  /** One post for its own page, or null. */
  findPost(id: string): Promise<SandboxPost | null>;
}

interface SandboxSetup {
  db: Db;
  clock: Clock;
  appOrigin: string;
  /** The weighted length of a text by X's rules. */
  weigh: (text: string) => number;
  log?: Log;
}

interface Ask {
  tokenHash: string;
  text: string;
}

/** The embedded network. It keeps X's rules: 280 weighted, no repeats within 24 h, 100 posts in 15 min, revocable tokens. */
export function createSandbox(setup: SandboxSetup): Sandbox {
  const { db, clock, appOrigin, weigh, log } = setup;

  const tooHeavy = (text: string) => text.length > rules.maxCodeUnits || weigh(text) > rules.maxWeight;

  /** Posts that arrive together are answered one after the other, and read and written at once. */
  async function acceptAll(trx: Db, asks: Ask[]): Promise<PostAnswer[]> {
    const now = clock.now();
    const owners = await ownersOf(
      trx,
      asks.map((ask) => ask.tokenHash),
    );
    const recent = await recentOf(trx, [...owners.values()], now - rules.duplicateSpan);
    let last = await lastPostId(trx);
    const posts: Row<"sandbox_posts">[] = [];
    const answers = asks.map(({ tokenHash, text }) => {
      const userId = owners.get(tokenHash);
      if (userId === undefined) return rules.unauthorized(now);
      const own = recent.get(userId) ?? [];
      const counted = own.map((row) => row.created_at).filter((at) => at > now - rules.rateLimit.span);
      const rate = rules.rateState(now, counted);
      if (rate.remaining === 0) return rules.tooMany(now, rate);
      if (text.trim() === "") return rules.emptyText(now, rate);
      if (tooHeavy(text)) return rules.tooLong(now, rate);
      const same = rules.sameAs(text);
      if (own.some((row) => rules.sameAs(row.text) === same)) return rules.duplicate(now, rate);
      last = rules.nextId(now, last);
      const post = { id: last, text: text.trim() };
      const row = { ...post, sandbox_user_id: userId, created_at: now };
      posts.push(row);
      recent.set(userId, [...own, row]);
      return rules.created(post, now, rules.rateState(now, [...counted, now]));
    });
    await insertPosts(trx, posts);
    return answers;
  }

  const post: Network["post"] = async (tokens, { text, signal }) => {
    if (signal?.aborted) return { kind: "not_sent", detail: "stopped before it was sent" };
    try {
      return await commitAlike(db, acceptAll, { tokenHash: hashOf(tokens), text });
    } catch (error) {
      log?.error({ error }, "The sandbox could not take a post");
      return { kind: "lost", status: null, detail: "the sandbox's database failed" };
    }
  };

  const listPosts: Network["listPosts"] = async (tokens, { networkUserId, since }) => {
    if (!(await ownerOf(db, tokens))) throw new ReadError("The sandbox does not know these tokens", 401);
    const rows = await db
      .selectFrom("sandbox_posts")
      .select(["id", "text", "created_at"])
      .where("sandbox_user_id", "=", networkUserId)
      .where("created_at", ">=", since)
      .orderBy("created_at", "desc")
      .orderBy(sql`rowid`, "desc")
      .execute();
    return rows.map((row) => ({ id: row.id, text: row.text, createdAt: row.created_at }));
  };

  const revoke: Network["revoke"] = async (tokens) => {
    try {
      await db.deleteFrom("sandbox_tokens").where("token_hash", "=", hashOf(tokens)).execute();
    } catch (error) {
      log?.warn({ error }, "The account's tokens could not be taken back at the sandbox");
    }
  };

  const findPost: Sandbox["findPost"] = async (id) => {
    const row = await db
      .selectFrom("sandbox_posts as post")
      .innerJoin("sandbox_users as user", "user.id", "post.sandbox_user_id")
      .select(["user.handle", "user.name", "post.text", "post.created_at as createdAt"])
      .where("post.id", "=", id)
      .executeTakeFirst();
    return row ?? null;
  };

  const postUrl: Network["postUrl"] = (username, postId) =>
    `${appOrigin}/sandbox/${encodeURIComponent(username)}/status/${encodeURIComponent(postId)}`;

  const link = sandboxLink({ db, clock, appOrigin });
  return { kind: "sandbox", ...link, post, listPosts, revoke, findPost, postUrl };
}

const hashOf = (tokens: NetworkTokens): string => hashPair(tokens.accessToken, tokens.accessSecret);

async function ownerOf(db: Db, tokens: NetworkTokens): Promise<string | undefined> {
  const row = await db
    .selectFrom("sandbox_tokens")
    .select("sandbox_user_id")
    .where("token_hash", "=", hashOf(tokens))
    .executeTakeFirst();
  return row?.sandbox_user_id;
}

/** Whose tokens these are, by their hash. */
async function ownersOf(db: Db, hashes: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("sandbox_tokens")
    .select(["token_hash", "sandbox_user_id"])
    .where(among("token_hash", hashes))
    .execute();
  return new Map(rows.map((row) => [row.token_hash, row.sandbox_user_id]));
}

type Recent = Pick<Row<"sandbox_posts">, "text" | "created_at">;

/** What these people have posted since a moment, by person. */
async function recentOf(db: Db, userIds: string[], since: number): Promise<Map<string, Recent[]>> {
  const rows = await db
    .selectFrom("sandbox_posts")
    .select(["sandbox_user_id", "text", "created_at"])
    .where(among("sandbox_user_id", [...new Set(userIds)]))
    .where("created_at", ">", since)
    .execute();
  const found = new Map<string, Recent[]>();
  for (const row of rows) {
    const own = found.get(row.sandbox_user_id);
    if (own) own.push(row);
    else found.set(row.sandbox_user_id, [row]);
  }
  return found;
}

async function insertPosts(db: Db, posts: Row<"sandbox_posts">[]): Promise<void> {
  if (posts.length === 0) return;
  await sql`
    insert into sandbox_posts (id, sandbox_user_id, text, created_at)
    select ${field("id")}, ${field("sandbox_user_id")}, ${field("text")}, ${field("created_at")}
    from ${eachOf(posts)}`.execute(db);
}

/** Ids only ever grow, so the newest row has the greatest; the table's own row numbers know it without a sort. */
async function lastPostId(db: Db): Promise<string | undefined> {
  const last = await db
    .selectFrom("sandbox_posts")
    .select("id")
    .where(sql<boolean>`rowid = (select max(rowid) from sandbox_posts)`)
    .executeTakeFirst();
  return last?.id;
}
