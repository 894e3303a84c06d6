// SQL that claims due tweets, each under its own lease.
import { type Kysely, sql } from "kysely";
import { leads } from "~db/leads.server";
import { leaseToken } from "~db/lease.server";
import { preparedRows } from "~db/rows.server";
import type { Database } from "~db/schema";
import { hasNoPictures, isReady } from "~/features/uploads/queries.server";

type Handle = Kysely<Database>;

export interface Lease {
  id: number;
  token: string;
  attempts: number;
  isPictured: boolean;
}

type Claim = Omit<Lease, "isPictured">;
const columns = {
  id: "int",
  account: "int",
  seen: "int",
  token: "text",
  until: "int",
  dueBy: "int",
  node: "text",
} as const;

/** Two statements, so the many tweets without pictures skip the picture check. */
const claimingThat = (pictured: boolean) =>
  preparedRows(
    columns,
    (row, rows) => sql<Claim>`
  update tweets set state = 'publishing', lease_token = ${row.token}, lease_until = ${row.until},
    lease_node = ${row.node}, attempts = attempts + 1
  from ${rows} where tweets.id = ${row.id} and tweets.state = 'scheduled' and tweets.due_at <= ${row.dueBy}
    and tweets.account_id = ${row.account} and tweets.updated_at = ${row.seen} and tweets.undo_until is null and not exists (
      select 1 from tweets as p
      where p.account_id = tweets.account_id and p.state = 'publishing' and p.publish_type = 'scheduled')
    and (${leads()} or exists (
      select 1 from tweets as before join threads on threads.id = before.thread_id
      where before.thread_id = tweets.thread_id and before.part_no = tweets.part_no - 1
        and before.state = 'published' and before.post_id is not null and threads.state = 'going'))
    and ${pictured ? isReady("tweets", row.dueBy) : hasNoPictures("tweets")}
  returning id, lease_token as token, attempts`,
  );
const [claimingPlain, claimingPictured] = [claimingThat(false), claimingThat(true)];

/** Checks all conditions again: another node may have claimed before the lock. Pass at most one tweet per account. */
export async function claimTweets(
  db: Handle,
  tweets: readonly { id: number; accountId: number; seenAt: number }[],
  { until, dueBy, node }: { until: number; dueBy: number; node: string },
): Promise<Lease[]> {
  const rows = tweets.map(({ id, accountId, seenAt }) => ({
    id,
    account: accountId,
    seen: seenAt,
    token: leaseToken(until),
    until,
    dueBy,
    node,
  }));
  const plain = await claimingPlain(db, rows);
  const claimed = new Set(plain.map(({ id }) => id));
  const others = rows.filter(({ id }) => !claimed.has(id));
  const pictured = others.length === 0 ? [] : await claimingPictured(db, others);
  return [
    ...plain.map((lease) => ({ ...lease, isPictured: false })),
    ...pictured.map((lease) => ({ ...lease, isPictured: true })),
  ];
}
