// Where publishing's tests begin: alice, her account, five tweets of hers, and a network that fails as told.
import { afterEach, beforeEach } from "vitest";
import type { Account } from "~/features/accounts/account";
import { publishDue, publishNow } from "~/features/publishing/publishing.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty, type FaultyNetwork } from "~tests/support/faulty-network";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/make";

export let app: TestApp;
export let alice: Person;
export let account: Account;
export let tweets: Tweet[];
export let network: FaultyNetwork;

/** Set anew before each test of the file that calls this. */
export function setStage(): void {
  beforeEach(async () => {
    app = await createTestApp();
    alice = await makePerson(app, "alice");
    account = await linkAccount(app, alice, "alice_x");
    tweets = await makeBatch(app, alice, account);
    network = faulty(app.network);
    app.network = network;
  });
  afterEach(() => app?.close());
}

export const ask = (n: number) => ({ userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: null });
export const now = (n: number) => publishNow(app, ask(n));
export const read = (n: number) => getTweet(app, alice.user.id, tweets[n]?.id ?? 0);
export const attempts = (n: number) =>
  app.db
    .selectFrom("attempts")
    .selectAll()
    .where("tweet_id", "=", tweets[n]?.id ?? 0)
    .orderBy("attempt_no")
    .execute();

/** How many sends a pass began; they are over. */
export async function pass(): Promise<number> {
  const { begun, settled } = await publishDue(app);
  await settled;
  return begun;
}
