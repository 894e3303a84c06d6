// Fills a database with accounts of the sandbox and tweets on their timelines.
import type { App } from "~/app.server";
import { sealTokens } from "~/features/accounts/tokens.server";
import { isSandbox } from "~/ports/network/index.server";
import { finishLinkOf } from "./tokens";

export interface Seed {
  tweets: number;
  perAccount: number;
  /** The moment (ms) of the n-th tweet of all; neighbours are of different accounts. */
  dueAt(n: number): number;
}

export async function seed(app: App, { tweets, perAccount, dueAt }: Seed): Promise<void> {
  const now = app.clock.now();
  const userId = "00000000-0000-4000-8000-000000000001";
  const user = { id: userId, email: "bench@linnet.example", phone: null, password_hash: "-", timezone: "UTC" };
  await app.db
    .insertInto("users")
    .values({ ...user, created_at: now })
    .execute();
  const ids: number[] = [];
  for (let n = 0; n < Math.ceil(tweets / perAccount); n++) ids.push(await link(app, userId, n));
  // As they come into being in life: the accounts by turns.
  const rows = Array.from({ length: tweets }, (_, n) => ({
    user_id: userId,
    account_id: ids[n % ids.length] ?? 0,
    batch_id: null,
    position: 0,
    origin: "own" as const,
    content: `Tweet ${n}, as long as a short thought is on a good day, and a little longer, since people have much to say.`,
    fingerprint: String(n),
    created_at: now,
    updated_at: now,
    state: "scheduled" as const,
    publish_type: "scheduled" as const,
    due_at: dueAt(n),
  }));
  for (let from = 0; from < rows.length; from += atOnce)
    await app.db
      .insertInto("tweets")
      .values(rows.slice(from, from + atOnce))
      .execute();
}

/** SQLite takes 32,766 parameters in one statement. */
const atOnce = 1_000;

async function link(app: App, userId: string, n: number): Promise<number> {
  if (!isSandbox(app.network)) throw new Error("The bench publishes into the sandbox");
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
      linked_at: app.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
