// What the wire says of a tweet: when it was to go out, and how.
import { afterEach, beforeEach, expect, it } from "vitest";
import { publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { getTweet, toApi } from "~/features/tweets/tweets.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "alice_x");
});
afterEach(() => app?.close());

it("what was sent at once has no scheduled time", async () => {
  const userId = alice.user.id;
  const { id } = await writeTweet(app, { userId, content: "Words", account: null });
  await publishNow(app, { userId, tweetId: id, account: null });
  const told = toApi(app, await getTweet(app, userId, id), []);
  expect(told).toMatchObject({ publish_type: "immediate", scheduled_time: null });
});
