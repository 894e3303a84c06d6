// Posts that are out, as their readings left them, and the switch that shows them to the writer.
import type { Account } from "~/features/accounts/account";
import { fingerprint } from "~/features/tweets/text";
import { insertTweet } from "~/features/tweets/tweets.server";
import { minutes } from "~/ground/time/duration";
import type { Change } from "~db/schema";
import type { TestApp } from "~tests/support/app";
import type { Person } from "~tests/support/people/make";

/** A published post of an account's; a later one has a later moment. */
export async function post(
  app: TestApp,
  { user }: Person,
  account: Account,
  content: string,
  change: Change<"tweets">,
): Promise<number> {
  app.clock.advance(minutes(1));
  const now = app.clock.now();
  const id = await insertTweet(app.db, {
    ...{ userId: user.id, accountId: account.id, accountIsOwn: true, batchId: null, position: 0 },
    ...{ origin: "own", content, fingerprint: fingerprint(content), now },
  });
  const out = { state: "published", published_at: now, post_id: `19${id}` } as const;
  await app.db
    .updateTable("tweets")
    .set({ ...out, ...change })
    .where("id", "=", id)
    .execute();
  return id;
}

/** "Let the AI learn from results", as the page of results keeps it. */
export async function learnOn(app: TestApp, { user }: Person, on = true): Promise<void> {
  const columns = { level: "light" as const, learn: on ? (1 as const) : (0 as const), updated_at: app.clock.now() };
  await app.db
    .insertInto("result_settings")
    .values({ user_id: user.id, lean: 0, threads: 0, ...columns })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
    .execute();
}
