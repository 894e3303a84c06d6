// After a copy was put back no webhook calls anybody: its person may have removed it since. They enable those that they still want.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { markRestored } from "~/features/backups/restored.server";
import { publishNow } from "~/features/publishing/publishing.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import { changeWebhook, getWebhook, listDeliveriesOf, replayDelivery } from "~/features/webhooks/webhooks.server";
import { hours, minutes } from "~/ground/time/duration";
import type { TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";
import { answers, ok, openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { createHookApp, type Hook, hookTo, pass, tell, typesAt } from "./stage";

const reason = "A backup was restored. Review this webhook and re-enable it.";

let app: TestApp;
let alice: Person;
let bob: Person;
let account: Account;
let tweets: Tweet[];
let receiver: Receiver;
let bobs: Receiver;
let hook: Hook;
let bobsHook: Hook;

beforeEach(async () => {
  app = await createHookApp();
  [receiver, bobs] = [await openReceiver("/alices"), await openReceiver("/bobs")];
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
  account = await linkAccount(app, alice, "alice_x");
  const other = await linkAccount(app, alice, "alice_default");
  await setDefault(app, alice.user.id, other.networkUserId);
  tweets = await makeBatch(app, alice, account);
  hook = await hookTo(app, alice, receiver);
  bobsHook = await hookTo(app, bob, bobs);
});
afterEach(async () => {
  await app.close();
  await receiver.close();
  await bobs.close();
});

const send = (n: number) =>
  publishNow(app, { userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: account.networkUserId });
const listed = async () => {
  const by = { status: null, before: null, limit: 50 };
  return (await listDeliveriesOf(app, { userId: alice.user.id, id: hook.webhook.id }, by)).deliveries;
};
const enable = () =>
  changeWebhook(app, { userId: alice.user.id, address: null, id: hook.webhook.id }, { enabled: true });

/** The copy has one that waits for its second try, one that is on its way, and one that nobody has prepared yet. */
async function leaveWaiting(): Promise<void> {
  receiver.answer = answers(500);
  await send(0);
  await send(1);
  await tell(app);
  const [first] = await listed();
  const lease = { lease_token: "theirs", lease_until: app.clock.now() + minutes(1), lease_node: "gone" };
  await app.db
    .updateTable("deliveries")
    .set({ state: "sending", ...lease })
    .where("id", "=", first?.id ?? 0)
    .execute();
  await send(2);
  receiver.answer = ok;
  [receiver.received.length, receiver.headers.length] = [0, 0];
}

it("every webhook is disabled and says why, and nothing that waited in the copy goes out, to nobody", async () => {
  await leaveWaiting();
  await markRestored(app, null);
  await send(3);
  await pass(app, hours(2), minutes(1));
  expect([receiver.received, bobs.received]).toEqual([[], []]);
  const both = [await getWebhook(app, alice.user.id, hook.webhook.id)];
  both.push(await getWebhook(app, bob.user.id, bobsHook.webhook.id));
  for (const webhook of both)
    expect(webhook).toMatchObject({ isEnabled: false, isRestored: true, disabledReason: reason });
  expect((await listed()).map(({ status, lastError }) => [status, lastError])).toEqual([
    ["failed", reason],
    ["failed", reason],
  ]);
});

it("its person enables it, and from then on it is told again, of what is new alone; another's stays disabled", async () => {
  await leaveWaiting();
  await markRestored(app, app.clock.now());
  await tell(app);
  expect(await enable()).toMatchObject({ isEnabled: true, isRestored: false, disabledReason: null });
  await pass(app, hours(2), minutes(1));
  expect(receiver.received).toEqual([]);
  await send(3);
  await tell(app);
  expect(receiver.received).toMatchObject([
    { type: "tweet.published", data: { tweet: { id: tweets[3]?.id, twitter_username: "alice_x" } } },
  ]);
  const [, old] = await listed();
  await replayDelivery(app, alice.user.id, old?.id ?? 0);
  await tell(app);
  expect(typesAt(receiver)).toEqual(["tweet.published", "tweet.published"]);
  expect(bobs.received).toEqual([]);
  expect((await getWebhook(app, bob.user.id, bobsHook.webhook.id)).isEnabled).toBe(false);
});

it("one that its person had disabled keeps its own reason", async () => {
  await changeWebhook(app, { userId: alice.user.id, address: null, id: hook.webhook.id }, { enabled: false });
  await markRestored(app, null);
  expect(await getWebhook(app, alice.user.id, hook.webhook.id)).toMatchObject({
    ...{ isRestored: false, disabledReason: "You disabled it" },
  });
});

it("that it waits since a restore hangs on no sentence", async () => {
  await markRestored(app, null);
  await app.db.updateTable("webhooks").set({ disabled_reason: "As a later version says it" }).execute();
  expect(await getWebhook(app, alice.user.id, hook.webhook.id)).toMatchObject({
    ...{ isRestored: true, disabledReason: "As a later version says it" },
  });
});
