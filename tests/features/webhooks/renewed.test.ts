// Events that have come with an upgrade: who asked for all of a kind is told of them, and nobody else is.
import { afterEach, beforeEach, expect, it } from "vitest";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { changeWebhook, renewWishes } from "~/features/webhooks/webhooks.server";
import type { TestApp } from "~tests/support/app";
import { openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { makePerson, type Person } from "~tests/support/people/make";
import { createHookApp, hookTo, tell, typesAt } from "./stage";

let app: TestApp;
let alice: Person;
let receivers: Receiver[];
beforeEach(async () => {
  app = await createHookApp();
  alice = await makePerson(app, "alice");
  receivers = [];
  for (const events of [["tweet.*"], ["*"], ["tweet.published", "bot.*"], ["tweet.*"]]) {
    const receiver = await openReceiver();
    receivers.push(receiver);
    const { webhook } = await hookTo(app, alice, receiver, events);
    const by = { userId: alice.user.id, address: null, id: webhook.id };
    if (receivers.length === 4) await changeWebhook(app, by, { enabled: false });
  }
});
afterEach(async () => {
  await app.close();
  for (const receiver of receivers) await receiver.close();
});

const moveOneToTrash = async (content: string) => {
  const { id: tweetId } = await writeTweet(app, { userId: alice.user.id, content, account: null });
  await moveToTrash(app, { userId: alice.user.id, tweetId });
  await tell(app);
  await tell(app);
};

it("a webhook that was added before an event was known hears of it after the start, if it asked for all of its kind", async () => {
  // As the former version left it.
  await app.db.deleteFrom("subscriptions").where("type", "=", "tweet.discarded").execute();
  await moveOneToTrash("Terns go far.");
  expect(receivers.map(typesAt)).toEqual([[], [], [], []]);
  await renewWishes(app);
  await moveOneToTrash("Further than most.");
  expect(receivers.map(typesAt)).toEqual([["tweet.discarded"], ["tweet.discarded"], [], []]);
});
