// Which account a tweet has of its own: a person or a program named it, or the tweet stood on the timeline or was sent.
// A generated tweet that nobody has touched follows the default account. Frozen.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tweets add column account_is_own integer not null default 0
    check (account_is_own in (0, 1))`.execute(db);
  await sql`update tweets set account_is_own = 1 where account_id is not null and (
    state != 'pending' or origin != 'generated'
    or exists (select 1 from tweet_events e where e.tweet_id = tweets.id and e.kind in ('scheduled', 'moved', 'sending'))
  )`.execute(db);
}
