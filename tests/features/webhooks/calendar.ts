// A calendar as a program keeps it: built from what webhooks were told alone, in whatever order that came. And what it should be.
import type { ApiTweet } from "~/features/tweets/schema.server";
import type { TestApp } from "~tests/support/app";

/** A line of a calendar, by the tweet's id. Of one that failed the account is whichever serves now, so it has none here. */
export interface Entry {
  status: string;
  at: string | null;
  account: string | null;
  words: string[];
  pictures: string[];
  isDeleted: boolean;
}

interface Message {
  timestamp: string;
  type: string;
  data: { tweet?: ApiTweet | null; tweet_id?: number };
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** What docs/webhooks.md says: of each tweet the newest that was told counts, whatever the event is called. */
export function calendarOf(messages: readonly Message[]): Map<number, Entry> {
  const newest = new Map<number, Message>();
  for (const message of messages) {
    const id = message.data.tweet?.thread?.parts[0]?.id ?? message.data.tweet?.id ?? message.data.tweet_id;
    if (id === undefined) continue;
    const known = newest.get(id);
    if (!known || isNewer(message, known)) newest.set(id, message);
  }
  const calendar = new Map<number, Entry>();
  for (const [id, { data }] of newest) {
    const { tweet } = data;
    if (!tweet || tweet.discarded_at !== null) continue;
    const parts = tweet.thread?.parts;
    const status = statusOf(tweet);
    if (status === "pending") continue;
    calendar.set(id, {
      status,
      at:
        status === "scheduled"
          ? tweet.scheduled_time
          : status === "published"
            ? (parts?.[0] ?? tweet).published_at
            : null,
      account: status === "failed" ? null : tweet.twitter_account_id,
      words: parts?.map((part) => part.tweet_content) ?? [tweet.tweet_content],
      pictures: (parts ?? [tweet]).flatMap(({ media }) => media.map((one) => one.media_id)),
      isDeleted: parts?.some((part) => part.deleted_at !== null) ?? tweet.deleted_at !== null,
    });
  }
  return calendar;
}

/** A thread is what its first part is, and failed where it stands still. What is told of a later part has its own status. */
function statusOf({ thread, status }: ApiTweet): string {
  const first = thread?.parts[0];
  if (!first) return status;
  return thread.state === "stopped" && first.status === "published" ? "failed" : first.status;
}

const isNewer = (one: Message, other: Message): boolean =>
  one.timestamp === other.timestamp
    ? (one.data.tweet?.updated_at ?? "9") >= (other.data.tweet?.updated_at ?? "9")
    : one.timestamp > other.timestamp;

/** The same from the rows themselves; `open`: what is on its way, of which nothing is told before it has ended. */
export async function rowsOf(
  { db }: TestApp,
  userId: string,
): Promise<{ calendar: Map<number, Entry>; open: Set<number> }> {
  const rows = await db
    .selectFrom("tweets")
    .leftJoin("accounts", "accounts.id", "tweets.account_id")
    .select(["tweets.id", "tweets.content", "tweets.state", "tweets.due_at", "tweets.published_at"])
    .select(["tweets.thread_id", "tweets.part_no", "tweets.discarded_at", "tweets.deleted_at", "tweets.undo_until"])
    .select("tweets.publish_type")
    .select("accounts.network_user_id as account")
    .where("tweets.user_id", "=", userId)
    .orderBy("tweets.thread_id")
    .orderBy("tweets.part_no")
    .execute();
  const placed = await db.selectFrom("tweet_media").selectAll().orderBy("position").execute();
  const threads = await db.selectFrom("threads").selectAll().execute();
  const [calendar, open] = [new Map<number, Entry>(), new Set<number>()];
  for (const row of rows.filter(({ part_no: no }) => (no ?? 1) === 1)) {
    const parts = row.thread_id === null ? [row] : rows.filter(({ thread_id: of }) => of === row.thread_id);
    const isOpen = ({ state, undo_until: undo }: (typeof rows)[number]) =>
      state === "publishing" || state === "unknown" || undo !== null;
    const thread = threads.find(({ id }) => id === row.thread_id);
    const isGoing = thread?.state === "going" && row.published_at !== null;
    if (parts.some(isOpen) || isGoing) open.add(row.id);
    if (row.discarded_at !== null || (row.state === "pending" && row.published_at === null)) continue;
    const isOut = row.published_at !== null;
    const status = thread?.state === "stopped" && isOut ? "failed" : isOut ? "published" : row.state;
    calendar.set(row.id, {
      status,
      at:
        status === "scheduled" && row.publish_type === "scheduled"
          ? iso(row.due_at)
          : status === "published"
            ? iso(row.published_at)
            : null,
      account: status === "failed" ? null : row.account,
      words: parts.map(({ content }) => content),
      pictures: parts.flatMap(({ id }) =>
        placed.filter(({ tweet_id: of }) => of === id).map(({ media_id: media }) => media),
      ),
      isDeleted: parts.some(({ deleted_at: at }) => at !== null),
    });
  }
  return { calendar, open };
}
