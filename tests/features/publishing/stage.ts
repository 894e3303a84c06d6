// The stage of publishing's tests: alice, 5 tweets of her second account, a network that can fail.
import { afterEach, beforeEach, expect } from "vitest";
import type { Account } from "~/features/accounts/account";
import type { Config } from "~/ground/config.server";
import { setDefault } from "~/features/accounts/accounts.server";
import { publishDue, publishNow } from "~/features/publishing/publishing.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";

export let app: TestApp;
export let alice: Person;
/** The account of the tweets. */
export let account: Account;
/** Alice's default. A tweet posted as this one without being told to has the wrong account. */
export let other: Account;
export let tweets: Tweet[];
export let network: FaultyNetwork;

/** Sets the stage before each test of the file. `alone`: one account, and the tweets follow the default. */
export function setStage({ alone = false, config = {} }: { alone?: boolean; config?: Partial<Config> } = {}): void {
  beforeEach(async () => {
    app = await createTestApp({ config });
    alice = await makePerson(app, "alice");
    account = await linkAccount(app, alice, "alice_x");
    tweets = await makeBatch(app, alice, alone ? null : account);
    if (!alone) await giveToOther();
    network = faulty(app.network);
    app.network = network;
  });
  afterEach(async () => {
    const strange = alone ? [] : await strangers();
    await app.close();
    expect(strange).toEqual([]);
  });
}

async function giveToOther(): Promise<void> {
  other = await linkAccount(app, alice, "alice_default");
  await setDefault(app, alice.user.id, other.networkUserId);
}

/** Tweets that got the default account by mistake. */
const strangers = () =>
  app.db
    .selectFrom("tweets")
    .select("id")
    .where("user_id", "=", alice.user.id)
    .where("account_id", "=", other.id)
    .execute();

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

/** Runs a pass and waits for its sends. Returns how many it started. */
export async function pass(): Promise<number> {
  const { started, done } = await publishDue(app);
  await done;
  return started;
}
