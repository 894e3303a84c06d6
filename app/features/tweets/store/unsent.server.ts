// SQL of what is not sent: every text that waits for the person, whoever wrote it and whatever became of it.
import { sql } from "kysely";
import { prepared } from "~db/prepared.server";
import type { Database } from "~db/schema";
import type { Kysely } from "kysely";
import { select, toTweet, type Tweet } from "./tweets.server";

type Handle = Kysely<Database>;

export interface UnsentPage {
  /** The newest first. */
  tweets: Tweet[];
  /** How many there are on all pages. */
  total: number;
  /** Older ones are those before this id; null on the last page. */
  older: number | null;
  /** Where the newer page begins, `first` where that is the first one; null on the first page. */
  newer: number | "first" | null;
}

/** Written out: a partial index is used only for what its own words say. */
const isUnsent = sql<boolean>`tweets.state in ('pending', 'failed')`;

const before = prepared((db, { userId, id, limit }: { userId: string; id: number; limit: number }) =>
  select(db)
    .where("tweets.user_id", "=", userId)
    .where(isUnsent)
    .where("tweets.id", "<", id)
    .orderBy("tweets.id", "desc")
    .limit(limit),
);

const since = prepared((db, { userId, id, limit }: { userId: string; id: number; limit: number }) =>
  db
    .selectFrom("tweets")
    .select("id")
    .where("user_id", "=", userId)
    .where(isUnsent)
    .where("id", ">=", id)
    .orderBy("id")
    .limit(limit),
);

const count = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom("tweets")
    .select((tweet) => tweet.fn.countAll<number>().as("n"))
    .where("user_id", "=", userId)
    .where(isUnsent),
);

/**
 * One page of all that the person has not sent. `from` is where it begins: what is older than this id; null: with the
 * newest. By ids, not by numbers of pages: what is sent or written meanwhile moves nothing past the reader.
 */
export async function listUnsent(
  db: Handle,
  userId: string,
  { from, size }: { from: number | null; size: number },
): Promise<UnsentPage> {
  const id = from ?? Number.MAX_SAFE_INTEGER;
  const rows = await before(db, { userId, id, limit: size + 1 });
  // What stood here has been sent meanwhile, or was never here.
  if (rows.length === 0 && from !== null) return listUnsent(db, userId, { from: null, size });
  const tweets = rows.slice(0, size).map(toTweet);
  const [{ n: total } = { n: 0 }] = await count(db, { userId });
  const older = rows.length > size ? (tweets.at(-1)?.id ?? null) : null;
  return { tweets, total, older, newer: from === null ? null : await newerThan(db, { userId, id, size }) };
}

/** The page above those before `id`: its own beginning is one past its newest. */
async function newerThan(
  db: Handle,
  { userId, id, size }: { userId: string; id: number; size: number },
): Promise<UnsentPage["newer"]> {
  const rows = await since(db, { userId, id, limit: size + 1 });
  return rows.length === 0 ? null : (rows[size]?.id ?? "first");
}
