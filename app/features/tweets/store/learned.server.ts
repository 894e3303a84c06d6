// SQL of how an account's texts ended: received well or less, posted unchanged, edited, discarded.
import type { Kysely } from "kysely";
import { leads } from "~db/leads.server";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

interface Which {
  userId: string;
  accountId: number;
  since: number;
  limit: number;
}

/** Read here, because features/results, which owns the table, is in a layer above the callers. */
export async function isReceivedShown(db: Handle, userId: string): Promise<boolean> {
  const query = db.selectFrom("result_settings").select("user_id").where("user_id", "=", userId);
  return (await query.where("learn", "=", 1).executeTakeFirst()) !== undefined;
}

export interface ReceivedPost {
  id: number;
  content: string;
  received: "well" | "less";
}

export async function listReceived(
  db: Handle,
  { userId, accountId }: Pick<Which, "userId" | "accountId">,
): Promise<ReceivedPost[]> {
  const rows = await db
    .selectFrom("tweets")
    .innerJoin("accounts", "accounts.id", "tweets.account_id")
    .select(["tweets.id", "tweets.content", "tweets.received"])
    .where("tweets.account_id", "=", accountId)
    .where("tweets.user_id", "=", userId)
    .where("tweets.received", "is not", null)
    .where("tweets.state", "=", "published")
    .where("tweets.deleted_at", "is", null)
    .where("accounts.user_id", "=", userId)
    .where("accounts.unlinked_at", "is", null)
    .orderBy("tweets.published_at", "desc")
    .orderBy("tweets.id", "desc")
    .execute();
  return rows.flatMap(({ received, ...post }) => (received === null ? [] : [{ ...post, received }]));
}

export async function listContents(db: Handle, userId: string, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const query = db.selectFrom("tweets").select(["id", "content"]).where("user_id", "=", userId);
  const rows = await query.where("id", "in", ids).execute();
  return new Map(rows.map(({ id, content }) => [id, content]));
}

const notThePersons = ["generated", "bot"] as const;

/** Skips later parts of threads: alone, they are no example of a tweet. */
const ofAccount = (db: Handle, { userId, accountId }: Which) =>
  db
    .selectFrom("tweets")
    .where("tweets.account_id", "=", accountId)
    .where("tweets.user_id", "=", userId)
    .where("tweets.origin", "in", notThePersons)
    .where(leads());

export async function listPostedAsWritten(db: Handle, query: Which): Promise<string[]> {
  const rows = await ofAccount(db, query)
    .select("tweets.content")
    .where("tweets.state", "=", "published")
    .where("tweets.placed_at", ">=", query.since)
    .where((tweet) =>
      tweet.not(
        tweet.exists(
          tweet
            .selectFrom("tweet_versions as version")
            .select("version.tweet_id")
            .whereRef("version.tweet_id", "=", "tweets.id")
            .where("version.written_by", "=", "person"),
        ),
      ),
    )
    .orderBy("tweets.placed_at", "desc")
    .orderBy("tweets.id", "desc")
    .limit(query.limit)
    .execute();
  return rows.map(({ content }) => content);
}

export async function listEdited(db: Handle, query: Which): Promise<{ before: string; after: string }[]> {
  const rows = await ofAccount(db, query)
    .innerJoin("tweet_versions as after", "after.tweet_id", "tweets.id")
    .select(["after.content as after", "after.tweet_id"])
    .select((edit) =>
      edit
        .selectFrom("tweet_versions as former")
        .select("former.content")
        .whereRef("former.tweet_id", "=", "after.tweet_id")
        .whereRef("former.version_no", "<", "after.version_no")
        .where("former.written_by", "!=", "person")
        .orderBy("former.version_no", "desc")
        .limit(1)
        .as("before"),
    )
    .where("after.written_by", "=", "person")
    .whereRef("after.content", "=", "tweets.content")
    .where("tweets.discarded_at", "is", null)
    .where("tweets.placed_at", ">=", query.since)
    .where("after.written_at", ">=", query.since)
    .orderBy("after.written_at", "desc")
    .orderBy("after.tweet_id", "desc")
    .limit(query.limit * 2)
    .execute();
  const edits = new Map(rows.map(({ tweet_id, before, after }) => [tweet_id, { before, after }]));
  return [...edits.values()]
    .flatMap(({ before, after }) => (before === null ? [] : [{ before, after }]))
    .slice(0, query.limit);
}

export async function listDiscardedTexts(db: Handle, query: Which): Promise<string[]> {
  const rows = await ofAccount(db, query)
    .select("tweets.content")
    .where("tweets.discarded_at", ">=", query.since)
    .orderBy("tweets.discarded_at", "desc")
    .orderBy("tweets.id", "desc")
    .limit(query.limit)
    .execute();
  return rows.map(({ content }) => content);
}
