// SQL of what an account has posted on a day.
import { type Kysely, sql } from "kysely";
import { hours } from "~/ground/time/duration";
import { preparedRows } from "~db/rows.server";
import type { Database } from "~db/schema";
import { placedWithin } from "../day-limit";

type Handle = Kysely<Database>;

/** The outcomes that cost money, or may. */
export const counted = ["sending", "published", "unknown"] as const;

/**
 * By the account's tweets: what is out has its place near its attempt (`timeOfPost`) or, found later, soon
 * after it; what may be out has indexes of its own. The end of the day only spares looking at what is scheduled beyond.
 * An attempt's moment is asked of those found alone: by its index Postgres read the whole server's day for each tweet.
 */
const postsOf = preparedRows({ account: "int", since: "int", from: "int", until: "int" }, (row, rows) => {
  const tweetsOf = (state: "published" | "publishing" | "unknown") =>
    sql`select id from tweets where account_id = ${row.account} and state = ${sql.lit(state)}`;
  const published = sql`${tweetsOf("published")} and placed_at >= ${row.from} and placed_at <= ${row.until}`;
  return sql<{ account: number; n: number }>`
    select ${row.account} as account, (
      select count(*) filter (
        where started_at >= ${row.since} and outcome in (${sql.join(counted.map((one) => sql.lit(one)))}))
      from attempts
      where tweet_id in (${published} union all ${tweetsOf("publishing")} union all ${tweetsOf("unknown")})
    ) as n from ${rows}`;
});

/** Antarctica/Troll has one of 26 hours each autumn. */
const maxDay = hours(26);

/** What each account has posted, or may have, on the day that began for it at `since`. No account may come twice. */
export async function countPostsOfAll(
  db: Handle,
  days: readonly { accountId: number; since: number }[],
): Promise<Map<number, number>> {
  const rows = days.map(({ accountId: account, since }) => {
    const from = since - placedWithin;
    return { account, since, from, until: since + maxDay + placedWithin };
  });
  return new Map((await postsOf(db, rows)).map(({ account, n }) => [account, n]));
}

/** The same of one. */
export const countPosts = async (db: Handle, accountId: number, since: number): Promise<number> =>
  (await countPostsOfAll(db, [{ accountId, since }])).get(accountId) ?? 0;
