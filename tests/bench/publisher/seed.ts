// Fills a database with accounts of the sandbox and tweets that are due.
import type { App } from "~/app.server";
import { minutes } from "~/duration";
import { sealTokens } from "~/features/accounts/tokens.server";
import { isSandbox } from "~/ports/network/index.server";
import { finishLinkOf } from "./tokens";

export async function seed(app: App, { tweets, perAccount }: { tweets: number; perAccount: number }): Promise<void> {
  if (!isSandbox(app.network)) throw new Error("The bench drains into the sandbox");
  const now = app.clock.now();
  const userId = "00000000-0000-4000-8000-000000000001";
  const user = { id: userId, email: "bench@linnet.example", phone: null, password_hash: "-", timezone: "UTC" };
  await app.db
    .insertInto("users")
    .values({ ...user, created_at: now })
    .execute();
  const accounts = Math.ceil(tweets / perAccount);
  for (let n = 0; n < accounts; n++) {
    const { tokens, profile } = await finishLinkOf(app.network, app.config.appOrigin, `bench_${n}`);
    const { id } = await app.db
      .insertInto("accounts")
      .values({
        user_id: userId,
        network: "sandbox",
        network_user_id: profile.id,
        username: profile.username,
        display_name: profile.displayName,
        image_url: null,
        is_default: n === 0 ? 1 : 0,
        status: "active",
        tokens: sealTokens(app, userId, profile.id, tokens),
        linked_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: Math.min(perAccount, tweets - n * perAccount) }, (_, k) => ({
      user_id: userId,
      account_id: id,
      batch_id: null,
      position: 0,
      origin: "own" as const,
      content: `Tweet ${k} of account ${n}, as long as a short thought is on a good day, and a little longer.`,
      fingerprint: `${n}-${k}`,
      created_at: now,
      updated_at: now,
      state: "scheduled" as const,
      publish_type: "scheduled" as const,
      due_at: now - minutes(1) + k,
    }));
    await app.db.insertInto("tweets").values(rows).execute();
  }
}
