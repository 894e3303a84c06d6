// Whether a person chose their time zone. Who set one in the settings before can't be told from whom a browser's guess gave
// it, and a guess overwrote the choice at each sign-in: so all count as guessed. The worst is one more guess, and from the
// next choice on it stays; taken for chosen, a wrong guess would never be mended by itself. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `alter table users add column timezone_chosen integer not null default 0 check (timezone_chosen in (0, 1))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
