// The sandbox: a small network inside Linnet's own database that answers as X does, so that everything can be tried.
import { sql } from "kysely";
import type { Clock } from "~/clock.server";
import type { Log } from "~/log.server";
import type { Db } from "~db/client.server";
import { commitTogether } from "~db/commit.server";
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

/** The embedded network. It keeps X's rules: 280 weighted, no repeats within 24 h, 100 posts in 15 min, revocable tokens. */
export function createSandbox(setup: SandboxSetup): Sandbox {
  const { db, clock, appOrigin, weigh, log } = setup;

  const tooHeavy = (text: string) => text.length > rules.maxCodeUnits || weigh(text) > rules.maxWeight;

  async function accept(trx: Db, tokens: NetworkTokens, text: string): Promise<PostAnswer> {
    const now = clock.now();
    const userId = await ownerOf(trx, tokens);
    if (!userId) return rules.unauthorized(now);
    const recent = await trx
      .selectFrom("sandbox_posts")
      .select(["text", "created_at"])
      .where("sandbox_user_id", "=", userId)
      .where("created_at", ">", now - rules.duplicateSpan)
      .execute();
    const counted = recent.map((row) => row.created_at).filter((at) => at > now - rules.rateLimit.span);
    const rate = rules.rateState(now, counted);
    if (rate.remaining === 0) return rules.tooMany(now, rate);
    if (text.trim() === "") return rules.emptyText(now, rate);
    if (tooHeavy(text)) return rules.tooLong(now, rate);
    if (recent.some((row) => rules.sameAs(row.text) === rules.sameAs(text))) return rules.duplicate(now, rate);
    const post = { id: rules.nextId(now, await lastPostId(trx)), text: text.trim() };
    await trx
      .insertInto("sandbox_posts")
      .values({ ...post, sandbox_user_id: userId, created_at: now })
      .execute();
    return rules.created(post, now, rules.rateState(now, [...counted, now]));
  }

  const post: Network["post"] = async (tokens, { text, signal }) => {
    if (signal?.aborted) return { kind: "not_sent", detail: "stopped before it was sent" };
    try {
      return await commitTogether(db, (trx) => accept(trx, tokens, text));
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

/** Ids only ever grow, so the newest row has the greatest; the table's own row numbers know it without a sort. */
async function lastPostId(db: Db): Promise<string | undefined> {
  const last = await db
    .selectFrom("sandbox_posts")
    .select("id")
    .orderBy(sql`rowid`, "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.id;
}
