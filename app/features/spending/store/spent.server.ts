// SQL of an account's posts on a day.
import { type Kysely, sql } from "kysely";
import { hours } from "~/ground/time/duration";
import { preparedRows } from "~db/rows.server";
import type { Database } from "~db/schema";
import { placedWithin } from "../day-limit";

type Handle = Kysely<Database>;

export const counted = ["sending", "published", "unknown"] as const;

/** Searches by the account's tweets: by the attempts' own index, Postgres read the server's whole day per tweet. */
const postsOf = preparedRows({ account: "int", since: "int", from: "int", until: "int" }, (row, rows) => {
  const tweetsOf = (state: "published" | "publishing" | "unknown") =>
    sql`select id from tweets where account_id = ${row.account} and state = ${sql.lit(state)}`;
  const published = sql`${tweetsOf("published")} and placed_at >= ${row.from} and placed_at <= ${row.until}`;
  return sql<{ account: number; n: number }>`
    select ${row.account} as account, (
      select count(*) filter (
        where started_at >= ${row.since} and outcome in (${sql.join(counted.map((outcome) => sql.lit(outcome)))}))
      from attempts
      where tweet_id in (${published} union all ${tweetsOf("publishing")} union all ${tweetsOf("unknown")})
    ) as n from ${rows}`;
});

/** Antarctica/Troll has a day of 26 hours each autumn. */
const maxDay = hours(26);

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

export const countPosts = async (db: Handle, accountId: number, since: number): Promise<number> =>
  (await countPostsOfAll(db, [{ accountId, since }])).get(accountId) ?? 0;
