// SQL of unsent tweets (pending or failed) and of the trash.
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { SearchTerm } from "~/features/tweets/search";
import { maxCounted } from "~/features/tweets/tweet";
import { prepared } from "~db/prepared.server";
import { leads } from "~db/leads.server";
import { readInRanges } from "~db/ranges.server";
import type { Database } from "~db/schema";
import { select, toTweet, type Tweet } from "./tweets.server";

type Handle = Kysely<Database>;

export interface TweetFilter {
  /** Internal id of the sending account. `serves` includes tweets without an account of their own. */
  account?: { id: number; serves: boolean } | null;
  batchId?: string | null;
  terms?: readonly SearchTerm[];
}

export interface IdeaFilter extends TweetFilter {
  state?: "pending" | "failed" | null;
}

export interface IdeaPage {
  tweets: Tweet[];
  older: number | null;
  newer: number | "first" | null;
}

/** Literal SQL, because a partial index is used only if the query repeats its condition. */
const isUnsent = sql<boolean>`tweets.state in ('pending', 'failed') and tweets.discarded_at is null`;
export const isIdea = sql<boolean>`${isUnsent} and ${leads()}`;

const likeAny = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

/** Matches a cut fingerprint, which ends in an ellipsis and 16 hex digits. The rest is only in the text. */
const isBounded = sql<boolean>`tweets.fingerprint like ${`%…${"_".repeat(16)}`}`;

function hasTerm({ folded, typed, spellings }: SearchTerm): RawBuilder<boolean> {
  const isFolded = sql<boolean>`tweets.fingerprint like ${likeAny(folded)} escape '\\'`;
  if (typed === null) {
    const isWritten = spellings.map((word) => sql<boolean>`tweets.content like ${likeAny(word)} escape '\\'`);
    return sql<boolean>`(${isFolded} or (${isBounded} and (${sql.join(isWritten, sql` or `)})))`;
  }
  return sql<boolean>`(${isFolded} or lower(tweets.content) like ${likeAny(typed)} escape '\\')`;
}

export function conditionsOf(userId: string, { account, batchId, terms = [] }: TweetFilter): RawBuilder<boolean>[] {
  const conditions = terms.map(hasTerm);
  if (batchId != null) conditions.push(sql<boolean>`tweets.batch_id = ${batchId}`);
  if (account) {
    // The expression keeps SQLite from using the account's index, which would visit everything it ever sent.
    const isOwn = sql<boolean>`(tweets.account_is_own = 1 and coalesce(tweets.account_id, 0) = ${account.id})`;
    const unlinked = sql`select id from accounts where user_id = ${userId} and unlinked_at is not null`;
    const namesNone = sql<boolean>`tweets.state in ('pending', 'failed') and (tweets.account_is_own = 0
      or tweets.account_id is null or tweets.account_id in (${unlinked}))`;
    conditions.push(account.serves ? sql<boolean>`(${isOwn} or ${namesNone})` : isOwn);
  }
  return conditions;
}

/** With a batch, the expression keeps SQLite from using the user's index. */
export const ownedBy = (userId: string, { batchId }: TweetFilter): RawBuilder<boolean> =>
  batchId == null ? sql<boolean>`tweets.user_id = ${userId}` : sql<boolean>`coalesce(tweets.user_id, '') = ${userId}`;

function ideasOf(userId: string, { state, ...filter }: IdeaFilter): RawBuilder<boolean> {
  const conditions = [ownedBy(userId, filter), isIdea, ...conditionsOf(userId, filter)];
  if (state != null) conditions.push(sql<boolean>`tweets.state = ${state}`);
  return sql.join(conditions, sql` and `);
}

/** Pages by id, so that changes between two requests don't shift rows. Null `from` starts with the newest. */
export async function listUnsent(
  db: Handle,
  userId: string,
  { from, size, ...filter }: IdeaFilter & { from: number | null; size: number },
): Promise<IdeaPage> {
  const which = ideasOf(userId, filter);
  const endOf = (isUp: boolean) => async (after: number | null, range: number) =>
    filter.batchId == null ? nthIdea(db, userId, { from: after, isUp, n: range }) : null;
  const rows = await readInRanges(db, {
    after: from,
    limit: size + 1,
    endOf: endOf(false),
    read({ after, end }, limit) {
      let query = select(db).where(which);
      if (after !== null) query = query.where("tweets.id", "<", after);
      if (end !== null) query = query.where("tweets.id", ">=", end);
      return query.orderBy("tweets.id", "desc").limit(limit).execute();
    },
  });
  // Falls back to the first page if everything below `from` is gone.
  if (rows.length === 0 && from !== null) return listUnsent(db, userId, { ...filter, from: null, size });
  const tweets = rows.slice(0, size).map(toTweet);
  const older = rows.length > size ? (tweets.at(-1)?.id ?? null) : null;
  return {
    tweets,
    older,
    newer: from === null ? null : await newerThan(db, which, { from, size, endOf: endOf(true) }),
  };
}

async function newerThan(
  db: Handle,
  condition: RawBuilder<boolean>,
  {
    from,
    size,
    endOf,
  }: { from: number; size: number; endOf: (after: number | null, range: number) => Promise<number | null> },
): Promise<IdeaPage["newer"]> {
  const rows = await readInRanges(db, {
    after: from - 1,
    limit: size + 1,
    endOf,
    read({ after, end }, limit) {
      let query = db.selectFrom("tweets").select("id").where(condition);
      if (after !== null) query = query.where("id", ">", after);
      if (end !== null) query = query.where("id", "<=", end);
      return query.orderBy("id").limit(limit).execute();
    },
  });
  return rows.length === 0 ? null : (rows[size]?.id ?? "first");
}

async function nthIdea(
  db: Handle,
  userId: string,
  { from, isUp, n }: { from: number | null; isUp: boolean; n: number },
): Promise<number | null> {
  let query = db.selectFrom("tweets").select("id").where("user_id", "=", userId).where(isUnsent);
  if (from !== null) query = query.where("id", isUp ? ">" : "<", from);
  const row = await query
    .orderBy("id", isUp ? "asc" : "desc")
    .limit(1)
    .offset(n - 1)
    .executeTakeFirst();
  return row?.id ?? null;
}

const counted = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom((tweets) =>
      tweets.selectFrom("tweets").select("id").where("user_id", "=", userId).where(isIdea).limit(maxCounted).as("few"),
    )
    .select((few) => few.fn.countAll<number>().as("n")),
);

export async function countUnsent(db: Handle, userId: string): Promise<number> {
  const [row] = await counted(db, { userId });
  return row?.n ?? 0;
}

export interface TrashPage {
  tweets: Tweet[];
  older: TrashPlace | null;
}

export interface TrashPlace {
  discardedAt: number;
  id: number;
}

export async function listDiscarded(
  db: Handle,
  userId: string,
  { from, size, ...filter }: TweetFilter & { from: TrashPlace | null; size: number },
): Promise<TrashPage> {
  const isOf = (place: TrashPlace, operator: "<" | ">=") =>
    sql<boolean>`(tweets.discarded_at, tweets.id) ${sql.raw(operator)} (${place.discardedAt}, ${place.id})`;
  const rows = await readInRanges(db, {
    after: from,
    limit: size + 1,
    async endOf(after, range) {
      if (filter.batchId != null) return null;
      let query = db
        .selectFrom("tweets")
        .select(["discarded_at as discardedAt", "id"])
        .where("user_id", "=", userId)
        .where("discarded_at", "is not", null)
        .$narrowType<{ discardedAt: number }>();
      if (after !== null) query = query.where(isOf(after, "<"));
      query = query.orderBy("discarded_at", "desc").orderBy("id", "desc");
      return (
        (await query
          .limit(1)
          .offset(range - 1)
          .executeTakeFirst()) ?? null
      );
    },
    read({ after, end }, limit) {
      let query = select(db).where(ownedBy(userId, filter)).where("tweets.discarded_at", "is not", null).where(leads());
      for (const condition of conditionsOf(userId, filter)) query = query.where(condition);
      if (after !== null) query = query.where(isOf(after, "<"));
      if (end !== null) query = query.where(isOf(end, ">="));
      return query.orderBy("tweets.discarded_at", "desc").orderBy("tweets.id", "desc").limit(limit).execute();
    },
  });
  const tweets = rows.slice(0, size).map(toTweet);
  const last = tweets.at(-1);
  const hasMore = rows.length > size && last?.discardedAt != null;
  return { tweets, older: hasMore ? { discardedAt: last.discardedAt ?? 0, id: last.id } : null };
}

const inTrash = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom((tweets) =>
      tweets
        .selectFrom("tweets")
        .select("id")
        .where("user_id", "=", userId)
        .where("discarded_at", "is not", null)
        .where(leads())
        .limit(maxCounted)
        .as("few"),
    )
    .select((few) => few.fn.countAll<number>().as("n")),
);

export async function countDiscarded(db: Handle, userId: string): Promise<number> {
  const [row] = await inTrash(db, { userId });
  return row?.n ?? 0;
}
