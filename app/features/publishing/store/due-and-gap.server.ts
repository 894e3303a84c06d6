// SQL of due tweets that may be sent now, respecting the account's gap.
import { type Expression, type ExpressionBuilder, type Kysely, type RawBuilder, sql, type SqlBool } from "kysely";
import { among, skippingLocked } from "~db/database.server";
import { leads } from "~db/leads.server";
import { prepared } from "~db/prepared.server";
import type { Database, Row } from "~db/schema";
import { lateAfter } from "~/features/publishing/rules/gate";
import type { TweetRow } from "./tweets.server";
import { isReady } from "~/features/uploads/queries.server";

type Handle = Kysely<Database>;

export interface DueQuery {
  now: number;
  /** Also lists tweets due until then, so their attempts are written in time. */
  until: number;
  /** Minimum time between an account's scheduled posts, unless its own gap is longer. */
  gapMs: number;
  /** The gap for tweets that came due before `awayUntil`, while the server was off. */
  catchUpGapMs: number;
  awayUntil: number;
  limit: number;
}

type Account = Row<"accounts">;

export interface DueTweet {
  tweet: Pick<
    TweetRow,
    | "id"
    | "content"
    | "publish_type"
    | "due_at"
    | "moment_reason"
    | "attempts"
    | "error_code"
    | "updated_at"
    | "thread_id"
    | "part_no"
  >;
  account: Pick<
    Account,
    "id" | "user_id" | "network" | "network_user_id" | "username" | "tokens" | "refused_at" | "own_hours" | "leaning"
  >;
  timeZone: string;
  after: After | null;
}

export interface After {
  postId: string;
  /** When the part before was posted, or when the user continued the thread if later. */
  at: number;
}

type DueRow = DueTweet["tweet"] & Omit<DueTweet["account"], "id"> & { account_id: number; timezone: string };

const waitingUntil = (db: Handle, until: number) =>
  db
    .selectFrom("tweets as t")
    .innerJoin("accounts as a", "a.id", "t.account_id")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["t.id", "t.content", "t.publish_type", "t.due_at", "t.moment_reason", "t.attempts", "t.updated_at"])
    .select(["t.account_id", "a.user_id", "a.network", "a.network_user_id", "a.username", "a.tokens", "a.refused_at"])
    .select(["a.own_hours", "a.leaning", "t.thread_id", "t.part_no", "t.error_code"])
    .select("u.timezone")
    .where("t.state", "=", sql.lit("scheduled"))
    .where("t.due_at", "<=", until)
    .where("u.disabled_at", "is", null);

/** Whether pictures are ready. A scheduled tweet `lateAfter` past its time goes to the gate anyway, to be postponed. */
const mayGo = (
  table: string,
  query: Pick<DueQuery, "now">,
): RawBuilder<boolean> => sql<boolean>`(${isReady(table, query.now)}
  or (${sql.ref(`${table}.publish_type`)} = 'scheduled' and ${sql.ref(`${table}.due_at`)} + ${sql.lit(lateAfter)} < ${query.now}))`;

const due = prepared((db, query: DueQuery) =>
  waitingUntil(db, query.until)
    .where("t.undo_until", "is", null)
    .where(leads("t"))
    .where("t.id", "=", (tweet) =>
      tweet
        .selectFrom("tweets as first")
        .select("first.id")
        .whereRef("first.account_id", "=", "t.account_id")
        .where("first.state", "=", sql.lit("scheduled"))
        .where("first.undo_until", "is", null)
        .where(leads("first"))
        .where(mayGo("first", query))
        .orderBy("first.due_at")
        .orderBy("first.id")
        .limit(1),
    )
    .where((tweet) => mayPost(tweet, query))
    .orderBy("t.due_at")
    .orderBy("t.id")
    .limit(query.limit)
    .modifyEnd(skippingLocked(db, "a"))
    .$narrowType<{ account_id: number }>(),
);

type Joined = Database & { t: Database["tweets"]; a: Database["accounts"] };

const inFlight = (tweet: ExpressionBuilder<Joined, "a">) =>
  tweet
    .selectFrom("tweets as p")
    .select("p.id")
    .whereRef("p.account_id", "=", "a.id")
    .where("p.state", "=", sql.lit("publishing"))
    .where("p.publish_type", "=", "scheduled");

/** A last post after `until` means that the clock was set back. */
function mayPost(tweet: ExpressionBuilder<Joined, "t" | "a">, query: DueQuery): Expression<SqlBool> {
  // Same as `momentOf` in claimed.server.
  const at = tweet.case().when("t.due_at", ">", query.now).then(tweet.ref("t.due_at")).else(query.now).end();
  const longer = (gapMs: number) =>
    tweet.case().when("a.own_gap_ms", ">", gapMs).then(tweet.ref("a.own_gap_ms")).else(gapMs).end();
  const keepsGap = (gapMs: number) => tweet("a.scheduled_send_at", "<=", tweet(at, "-", longer(gapMs)));
  return tweet.and([
    tweet("a.status", "=", "active"),
    tweet("a.unlinked_at", "is", null),
    tweet.or([tweet("a.wait_until", "is", null), tweet("a.wait_until", "<=", at)]),
    tweet.not(tweet.exists(inFlight(tweet))),
    tweet.or([
      tweet("a.scheduled_send_at", "is", null),
      tweet("a.scheduled_send_at", ">", query.until),
      tweet.and([tweet("t.due_at", "<", query.awayUntil), keepsGap(query.catchUpGapMs)]),
      tweet.and([tweet("t.due_at", ">=", query.awayUntil), keepsGap(query.gapMs)]),
    ]),
  ]);
}

/** Only an account's earliest tweet is checked, or a later one with a shorter gap would overtake it. */
export async function listDue(db: Handle, query: DueQuery): Promise<DueTweet[]> {
  return (await due(db, query)).map((row) => ofRow(row, null));
}

/** Next parts of started threads. They ignore the gap, but wait for rate limits and for posts in flight. */
const dueParts = prepared((db, query: Pick<DueQuery, "now" | "until" | "limit">) =>
  waitingUntil(db, query.until)
    .innerJoin("threads", "threads.id", "t.thread_id")
    .innerJoin("tweets as before", (join) =>
      join.onRef("before.thread_id", "=", "t.thread_id").on(sql<boolean>`before.part_no = t.part_no - 1`),
    )
    .select(["before.post_id", "before.published_at", "threads.updated_at as moved_at"])
    .where("t.part_no", ">", sql.lit(1))
    .where("threads.state", "=", "going")
    .where("before.state", "=", "published")
    .where("before.post_id", "is not", null)
    .where("a.status", "=", "active")
    .where("a.unlinked_at", "is", null)
    .where(isReady("t", query.now))
    .where((tweet) => tweet.or([tweet("a.wait_until", "is", null), tweet("a.wait_until", "<=", query.now)]))
    .where((tweet) => tweet.not(tweet.exists(inFlight(tweet))))
    .orderBy("t.due_at")
    .orderBy("t.id")
    .limit(query.limit)
    .modifyEnd(skippingLocked(db, "a"))
    .$narrowType<{ account_id: number; post_id: string }>(),
);

export async function listDueParts(
  db: Handle,
  query: Pick<DueQuery, "now" | "until" | "limit">,
): Promise<(DueTweet & { after: After })[]> {
  const ofAccount = new Map<number, DueTweet & { after: After }>();
  for (const row of await dueParts(db, query)) {
    const after = { postId: row.post_id, at: Math.max(row.published_at ?? 0, row.moved_at) };
    if (!ofAccount.has(row.account_id)) ofAccount.set(row.account_id, { ...ofRow(row, after), after });
  }
  return [...ofAccount.values()];
}

const ofRow = (row: DueRow, after: After | null): DueTweet => ({
  after,
  tweet: {
    id: row.id,
    content: row.content,
    publish_type: row.publish_type,
    due_at: row.due_at,
    moment_reason: row.moment_reason,
    attempts: row.attempts,
    updated_at: row.updated_at,
    thread_id: row.thread_id,
    part_no: row.part_no,
    error_code: row.error_code,
  },
  account: {
    id: row.account_id,
    user_id: row.user_id,
    network: row.network,
    network_user_id: row.network_user_id,
    username: row.username,
    tokens: row.tokens,
    refused_at: row.refused_at,
    own_hours: row.own_hours,
    leaning: row.leaning,
  },
  timeZone: row.timezone,
});

const closedOf = prepared((db, { ids, now }: { ids: readonly number[]; now: number }) =>
  db
    .selectFrom("accounts")
    .innerJoin("users", "users.id", "accounts.user_id")
    .select(["accounts.id", "accounts.unlinked_at", "users.disabled_at"])
    .where(among(db, "accounts.id", ids, "int"))
    .where((account) =>
      account.or([
        account("accounts.unlinked_at", "is not", null),
        account("accounts.wait_until", ">", now),
        account("users.disabled_at", "is not", null),
      ]),
    ),
);

export type Closed = "unlinked" | "disabled" | "waits";

export async function listClosed(db: Handle, ids: readonly number[], now: number): Promise<Map<number, Closed>> {
  const rows = await closedOf(db, { ids, now });
  return new Map(
    rows.map((row) => [
      row.id,
      row.unlinked_at !== null ? "unlinked" : row.disabled_at !== null ? "disabled" : "waits",
    ]),
  );
}
