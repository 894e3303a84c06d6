// SQL of pictures uploaded to the network ahead of their posts, and of what those calls cost.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { among } from "~db/database.server";
import { prepared } from "~db/prepared.server";
import type { Change, Database, NewRow, Row } from "~db/schema";
import { goodFor, maxRefusals } from "./upload";

type Handle = Kysely<Database>;

const margin = sql.lit(goodFor);

/** Whether all pictures are uploaded, described, unused and valid for 5 more minutes. `table`: the tweet's alias. */
export const isReady = (
  table: string,
  now: RawBuilder<unknown> | number,
): RawBuilder<boolean> => sql<boolean>`not exists (
  select 1 from tweet_media as picture where picture.tweet_id = ${sql.ref(`${table}.id`)} and not exists (
    select 1 from media_uploads as sent
    where sent.tweet_id = picture.tweet_id and sent.position = picture.position
      and sent.account_id = ${sql.ref(`${table}.account_id`)} and sent.x_media_id is not null
      and sent.sent_token is null and sent.expires_at - ${margin} >= ${now}
      and (picture.alt_text = '' or sent.described = 1)))`;

export const hasNoPictures = (table: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from tweet_media where tweet_media.tweet_id = ${sql.ref(`${table}.id`)})`;

export interface Ahead {
  id: number;
  /** Tweet to check with the gate before paying: the first of the thread for a part that waits. */
  leadId: number;
  userId: string;
  accountId: number;
  state: "scheduled" | "pending";
  dueAt: number | null;
}

interface AheadQuery {
  now: number;
  until: number;
  limit: number;
}

const mayPost = sql<boolean>`a.status = 'active' and a.unlinked_at is null and u.disabled_at is null`;

const hasTurn = (now: number) => sql<boolean>`exists (
  select 1 from tweet_media as picture
  left join media_uploads as sent on sent.tweet_id = picture.tweet_id and sent.position = picture.position
  where picture.tweet_id = t.id and (sent.turn_at is null or sent.turn_at <= ${now} or sent.account_id <> t.account_id))`;

const waitingAhead = prepared((db, query: AheadQuery) =>
  db
    .selectFrom("tweets as t")
    .innerJoin("accounts as a", "a.id", "t.account_id")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select([
      "t.id",
      "t.id as leadId",
      "t.user_id as userId",
      "t.account_id as accountId",
      "t.state",
      "t.due_at as dueAt",
    ])
    .where("t.state", "=", sql.lit("scheduled"))
    .where("t.due_at", "<=", query.until)
    .where(mayPost)
    .where(hasTurn(query.now))
    .where(sql<boolean>`not ${isReady("t", query.now)}`)
    .orderBy("t.due_at")
    .orderBy("t.id")
    .limit(query.limit)
    .$narrowType<{ accountId: number; state: "scheduled" }>(),
);

const goingThreads = prepared((db, query: { until: number }) =>
  db
    .selectFrom("threads")
    .innerJoin("tweets as first", (join) =>
      join.onRef("first.thread_id", "=", "threads.id").on("first.part_no", "=", sql.lit(1)),
    )
    .select("threads.id")
    .where("threads.state", "=", sql.lit("going"))
    .where((first) =>
      first.or([
        first("first.state", "in", ["publishing", "unknown", "published"]),
        first.and([first("first.state", "=", "scheduled"), first("first.due_at", "<=", query.until)]),
      ]),
    ),
);

const followingAhead = prepared((db, query: { threads: readonly number[]; now: number; limit: number }) =>
  db
    .selectFrom("tweets as t")
    .innerJoin("accounts as a", "a.id", "t.account_id")
    .innerJoin("users as u", "u.id", "t.user_id")
    .innerJoin("tweets as first", (join) =>
      join.onRef("first.thread_id", "=", "t.thread_id").on("first.part_no", "=", sql.lit(1)),
    )
    .select([
      "t.id",
      "first.id as leadId",
      "t.user_id as userId",
      "t.account_id as accountId",
      "t.state",
      "t.due_at as dueAt",
    ])
    .where(among(db, "t.thread_id", query.threads, "int"))
    .where("t.state", "=", "pending")
    .where("t.part_no", ">", sql.lit(1))
    .where(mayPost)
    .where(hasTurn(query.now))
    .where(sql<boolean>`not ${isReady("t", query.now)}`)
    .orderBy("t.thread_id")
    .orderBy("t.part_no")
    .limit(query.limit)
    .$narrowType<{ accountId: number; state: "pending" }>(),
);

async function listFollowing(db: Handle, { now, until, limit }: AheadQuery): Promise<Ahead[]> {
  const threads = (await goingThreads(db, { until })).map(({ id }) => id);
  return threads.length === 0 ? [] : followingAhead(db, { threads, now, limit });
}

export async function listAhead(db: Handle, query: AheadQuery): Promise<Ahead[]> {
  const waiting = await waitingAhead(db, query);
  return waiting.length < query.limit
    ? [...waiting, ...(await listFollowing(db, { ...query, limit: query.limit - waiting.length }))]
    : waiting;
}

export interface Turn {
  position: number;
  mediaId: string;
  altText: string;
  upload: Row<"media_uploads"> | null;
}

export async function listTurns(db: Handle, tweetId: number): Promise<Turn[]> {
  const [pictures, uploads] = [
    await db
      .selectFrom("tweet_media")
      .select(["position", "media_id as mediaId", "alt_text as altText"])
      .where("tweet_id", "=", tweetId)
      .orderBy("position")
      .execute(),
    await db.selectFrom("media_uploads").selectAll().where("tweet_id", "=", tweetId).execute(),
  ];
  return pictures.map((picture) => ({
    ...picture,
    upload: uploads.find(({ position }) => position === picture.position) ?? null,
  }));
}

export async function setUpload(db: Handle, row: NewRow<"media_uploads">): Promise<void> {
  await db
    .deleteFrom("media_uploads")
    .where("tweet_id", "=", row.tweet_id)
    .where("position", "=", row.position)
    .execute();
  await db.insertInto("media_uploads").values(row).execute();
}

/** False if this turn was given up, or the account or picture has changed. */
export async function endTurn(
  db: Handle,
  turn: { tweetId: number; position: number; accountId: number; turnAt: number },
  change: Change<"media_uploads">,
): Promise<boolean> {
  const done = await db
    .updateTable("media_uploads")
    .set(change)
    .where("tweet_id", "=", turn.tweetId)
    .where("position", "=", turn.position)
    .where("account_id", "=", turn.accountId)
    .where("turn_at", "=", turn.turnAt)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Frees the calls of a process that has ended, so they can be repeated. */
export async function freeTurns(db: Handle, now: number): Promise<void> {
  await db
    .updateTable("media_uploads")
    .set({ turn_at: now, under_way: 0 })
    .where("under_way", "=", sql.lit(1))
    .where("turn_at", ">", now)
    .execute();
}

export async function forgetUploads(db: Handle, tweetId: number): Promise<void> {
  await db.deleteFrom("media_uploads").where("tweet_id", "=", tweetId).execute();
}

/** Lets refused pictures be tried again. */
export async function forgetRefused(db: Handle, tweetId: number): Promise<void> {
  await db
    .deleteFrom("media_uploads")
    .where("tweet_id", "=", tweetId)
    .where("refusals", ">=", maxRefusals)
    .where("under_way", "=", 0)
    .execute();
}

export async function insertCall(db: Handle, call: NewRow<"paid_calls">): Promise<number> {
  return (await db.insertInto("paid_calls").values(call).returning("id").executeTakeFirstOrThrow()).id;
}

export async function deleteCall(db: Handle, id: number): Promise<void> {
  await db.deleteFrom("paid_calls").where("id", "=", id).execute();
}

export async function deleteCallsBefore(db: Handle, moment: number): Promise<void> {
  await db.deleteFrom("paid_calls").where("made_at", "<", moment).execute();
}

export interface Named {
  mediaIds: string[];
  madeWithAi: boolean;
}

/** Reserves the uploads for one send each. */
export async function takeUploads(
  db: Handle,
  sends: readonly { tweetId: number; token: string }[],
): Promise<Map<number, Named>> {
  const named = new Map<number, Named>();
  for (const { tweetId, token } of sends) {
    await db.updateTable("media_uploads").set({ sent_token: token }).where("tweet_id", "=", tweetId).execute();
    const rows = await db
      .selectFrom("tweet_media as picture")
      .innerJoin("media_uploads as sent", (join) =>
        join.onRef("sent.tweet_id", "=", "picture.tweet_id").onRef("sent.position", "=", "picture.position"),
      )
      .select(["sent.x_media_id", "picture.made_with_ai"])
      .where("picture.tweet_id", "=", tweetId)
      .orderBy("picture.position")
      .execute();
    const mediaIds = rows.flatMap((row) => row.x_media_id ?? []);
    if (mediaIds.length > 0) named.set(tweetId, { mediaIds, madeWithAi: rows.some((row) => row.made_with_ai === 1) });
  }
  return named;
}

export async function giveBack(db: Handle, token: string): Promise<void> {
  await db.updateTable("media_uploads").set({ sent_token: null }).where("sent_token", "=", token).execute();
}
