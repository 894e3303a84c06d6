// Records tweet events for programs, from journal lines or for all changes since a time.
import { sql } from "kysely";
import type { Happened } from "~/features/events/event";
import { recordForPrograms } from "~/features/events/events.server";
import { isTold, type JournalKind, stateTold, toldOf } from "~/features/publishing/rules/happened";
import type { Db } from "~db/database.server";
import { leads } from "~db/leads.server";
import { preparedRows } from "~db/rows.server";
import type { TweetState } from "~db/schema";

interface Row {
  id: number;
  userId: string;
  state: TweetState;
  undoUntil: number | null;
  firstId: number;
  firstState: TweetState;
  firstPublishedAt: number | null;
}

const withFirst = preparedRows(
  { id: "int" },
  (row, rows) => sql<Row>`
  select tweets.id, tweets.user_id as "userId", tweets.state, tweets.undo_until as "undoUntil",
    first.id as "firstId", first.state as "firstState", first.published_at as "firstPublishedAt"
  from ${rows} join tweets on tweets.id = ${row.id}
  join tweets as first on first.id = coalesce(
    (select one.id from tweets as one where one.thread_id = tweets.thread_id and one.part_no = 1), tweets.id)`,
);

/** Call it after the lines are written, in the transaction of the change. */
export async function tellLines(
  db: Db,
  lines: readonly { tweetId: number; at: number; kind: JournalKind }[],
): Promise<void> {
  const told = lines.filter(({ kind }) => isTold(kind));
  if (told.length === 0) return;
  const rows = await withFirst(
    db,
    [...new Set(told.map(({ tweetId }) => tweetId))].map((id) => ({ id })),
  );
  const tweets = new Map(rows.map((row) => [row.id, row]));
  await recordForPrograms(
    db,
    told.flatMap(({ tweetId, at, kind }): Happened[] => {
      const row = tweets.get(tweetId);
      if (!row) return [];
      const first = { id: row.firstId, state: row.firstState, publishedAt: row.firstPublishedAt };
      const isSoon = row.state === "scheduled" && row.undoUntil !== null;
      return toldOf(kind, at, { id: row.id, userId: row.userId, state: row.state, isSoon, first });
    }),
  );
}

export async function tellChangedSince(db: Db, query: { userId: string; since: number; now: number }): Promise<void> {
  const rows = await db
    .selectFrom("tweets")
    .select(["id", "state", "published_at as publishedAt", "discarded_at as discardedAt", "deleted_at as deletedAt"])
    .where("user_id", "=", query.userId)
    .where("updated_at", ">=", query.since)
    .where((tweet) => tweet.or([leads(), tweet("published_at", "is not", null)]))
    .orderBy("id")
    .execute();
  await recordForPrograms(
    db,
    rows.flatMap(({ id: tweetId, ...row }): Happened[] => {
      const type = stateTold(row);
      return type === null ? [] : [{ type, userId: query.userId, tweetId, at: query.now }];
    }),
  );
}
