// Webhooks: the addresses that a person's events are sent to, and the indexes by which their deliveries are found. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `create table webhooks (
      id text primary key,
      user_id text not null references users(id) on delete cascade,
      url text not null,
      events text not null,
      description text not null default '',
      secret text not null,
      former_secret text,
      former_until ${int},
      disabled_at ${int},
      disabled_reason text,
      failures ${int} not null default 0,
      failing_since ${int},
      created_at ${int} not null,
      check ((former_secret is null) = (former_until is null)),
      check ((disabled_at is null) = (disabled_reason is null)),
      check ((failing_since is null) = (failures = 0))
    )${strict}`,
    `create index webhooks_by_user on webhooks(user_id, created_at)`,
    `create index webhooks_former on webhooks(former_until) where former_until is not null`,
    `create index deliveries_by_webhook on deliveries(target_id, id) where channel = 'webhook'`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
