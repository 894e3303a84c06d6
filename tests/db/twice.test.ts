// Every body of a transaction may run twice: what a verb does and logs then is what it does when each runs once.
import { afterEach, expect, it } from "vitest";
import { minutes, seconds } from "~/ground/time/duration";
import { setDefault } from "~/features/accounts/accounts.server";
import { addToTimeline, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import {
  pauseAccount,
  publishDue,
  publishNow,
  resumeAccount,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { issueKey, signOutEverywhere } from "~/features/users/users.server";
import { inTransaction } from "~db/database.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson } from "~tests/support/people/make";
import { runTwice } from "~tests/support/databases/twice";

let app: TestApp;
let restore = () => {};
afterEach(async () => {
  restore();
  await app.close();
});

/** What a day of verbs logs and leaves, without what is drawn anew each time. */
async function day(): Promise<unknown> {
  app = await createTestApp({ config: { quietHours: null } });
  const alice = await makePerson(app, "alice");
  const first = await linkAccount(app, alice, "alice_x");
  const second = await linkAccount(app, alice, "alice_y");
  const tweets = await makeBatch(app, alice, first);
  const ask = (n: number) => ({ userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: null });
  await setDefault(app, alice.user.id, second.networkUserId);
  await issueKey(app, alice.user.id, alice.sessionId);
  await writeTweet(app, { userId: alice.user.id, content: "Owls wait for rain.", account: null });
  await addToTimeline(app, { ...ask(0), timeZone: "UTC" });
  await unschedule(app, ask(0));
  await scheduleAt(app, { ...ask(1), executeAt: app.clock.now() + minutes(1) });
  await publishNow(app, ask(2));
  await pauseAccount(app, alice.user.id, first.networkUserId);
  await resumeAccount(app, alice.user.id, first.networkUserId);
  app.clock.advance(minutes(1) + seconds(1));
  await (
    await publishDue(app)
  ).done;
  await signOutEverywhere(app, alice.user.id);
  const rows = {
    tweets: await app.db.selectFrom("tweets").select(["id", "state", "account_id", "attempts"]).execute(),
    attempts: await app.db.selectFrom("attempts").select(["tweet_id", "attempt_no", "outcome"]).execute(),
    events: await app.db.selectFrom("tweet_events").select(["id", "tweet_id", "kind"]).execute(),
    posts: await app.db.selectFrom("sandbox_posts").select("text").execute(),
    keys: await app.db.selectFrom("api_keys").select("id").execute(),
  };
  return { rows, logged: app.logged.map(({ msg }) => msg) };
}

it("a day of verbs leaves the same rows and log lines where each body runs twice", async () => {
  const single = await day();
  await app.close();
  restore = runTwice();
  expect(await day()).toEqual(single);
});

it("a body does run twice, and what the first run wrote is gone", async () => {
  app = await createTestApp();
  restore = runTwice();
  let runs = 0;
  await inTransaction(app.db, async (trx) => {
    runs += 1;
    await trx.insertInto("rate_limits").values({ key: "k", points: runs, expires_at: 1 }).execute();
  });
  expect(runs).toBe(2);
  expect(await app.db.selectFrom("rate_limits").select("points").execute()).toEqual([{ points: 2 }]);
});
