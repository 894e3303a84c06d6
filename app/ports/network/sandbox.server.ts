// The sandbox: a small network inside Linnet's own database that answers as X does, so that everything can be tried.
import { type RawBuilder, sql } from "kysely";
import type { Clock } from "~/clock.server";
import type { Log } from "~/log.server";
import type { Db } from "~db/client.server";
import { commitAlike } from "~db/commit.server";
import { preparedRows } from "~db/rows.server";
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
  /** What the duplicate guard knows the text by. */
  gist: number;
}

/** The embedded network. It keeps X's rules: 280 weighted, no repeats within 24 h, 100 posts in 15 min, revocable tokens. */
export function createSandbox(setup: SandboxSetup): Sandbox {
  const { db, clock, appOrigin, weigh, log } = setup;

  const tooHeavy = (text: string) => text.length > rules.maxCodeUnits || weigh(text) > rules.maxWeight;

  /** Posts that arrive together are answered one after the other, and read and written at once. */
  async function acceptAll(trx: Db, asks: Ask[]): Promise<PostAnswer[]> {
    const now = clock.now();
    const found = await standingsOf(trx, asks, now);
    let last = await lastPostId(trx);
    const posts: Row<"sandbox_posts">[] = [];
    /** What each person's posts among these are alike to, in their order. */
    const taken = new Map<string, number[]>();
    const answers = asks.map(({ text, gist }, n) => {
      const standing = found.get(n);
      if (!standing) return rules.unauthorized(now);
      const { owner, isRepeated, posts: earlier, since } = standing;
      const own = taken.get(owner) ?? [];
      const rateAfter = (more: number) => rules.rateState(now, { posts: earlier + own.length + more, since });
      const rate = rateAfter(0);
      if (rate.remaining === 0) return rules.tooMany(now, rate);
      if (text.trim() === "") return rules.emptyText(now, rate);
      if (tooHeavy(text)) return rules.tooLong(now, rate);
      if (isRepeated || own.includes(gist)) return rules.duplicate(now, rate);
      last = rules.nextId(now, last);
      const post = { id: last, sandbox_user_id: owner, text: text.trim(), created_at: now, gist };
      posts.push(post);
      const answer = rules.created(post, now, rateAfter(1));
      taken.set(owner, [...own, gist]);
      return answer;
    });
    await insertPosts(trx, posts);
    return answers;
  }

  const post: Network["post"] = async (tokens, { text, signal }) => {
    if (signal?.aborted) return { kind: "not_sent", detail: "stopped before it was sent" };
    try {
      return await commitAlike(db, acceptAll, { tokenHash: hashOf(tokens), text, gist: rules.gistOf(text) });
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

interface Standing {
  /** The person's id. */
  owner: string;
  /** How much was posted within the span of the rate limit, and when it began. */
  posts: number;
  since: number | null;
  isRepeated: 0 | 1;
}

/** By the place of the ask; without those whose tokens aren't known. `rate` and `repeats`: since when posts count. */
const standings = preparedRows(["place", "tokenHash", "gist", "rate", "repeats"], (ask, asks) => {
  const since = (moment: RawBuilder<unknown>) =>
    sql`from sandbox_posts where sandbox_user_id = token.sandbox_user_id and created_at > ${moment}`;
  return sql<Standing & { place: number }>`
    select ${ask.place} as place, token.sandbox_user_id as owner, (select count(*) ${since(ask.rate)}) as posts,
      (select min(created_at) ${since(ask.rate)}) as since,
      exists (select 1 ${since(ask.repeats)} and gist = ${ask.gist}) as isRepeated
    from ${asks} cross join sandbox_tokens token on token.token_hash = ${ask.tokenHash}`;
});

const insertPosts = preparedRows(
  ["id", "sandbox_user_id", "text", "created_at", "gist"],
  (post, posts) => sql`
  insert into sandbox_posts (id, sandbox_user_id, text, created_at, gist)
  select ${post.id}, ${post.sandbox_user_id}, ${post.text}, ${post.created_at}, ${post.gist} from ${posts}`,
);

/** How those who ask stand before their posts. */
async function standingsOf(trx: Db, asks: readonly Ask[], now: number): Promise<Map<number, Standing>> {
  const rate = now - rules.rateLimit.span;
  const repeats = now - rules.duplicateSpan;
  const rows = await standings(
    trx,
    asks.map(({ tokenHash, gist }, place) => ({ place, tokenHash, gist, rate, repeats })),
  );
  return new Map(rows.map((row) => [row.place, row]));
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
