// The operator is told when most and all of a day's money is spent: the server's, and each person's share.
import { afterEach, beforeEach, expect, it } from "vitest";
import { watchSpending } from "~/features/alerts/alerts.server";
import { publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { days, hours, seconds } from "~/ground/time/duration";
import { deliveries } from "~jobs/deliveries.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { openReceiver, type Receiver } from "~tests/support/fakes/receiver";

let receiver: Receiver;
let app: TestApp;
let alice: Person;
beforeEach(async () => {
  receiver = await openReceiver();
  const config = { alertUrl: receiver.url, quietHours: null, dailySpendLimit: 2, rateLimits: false };
  app = await createTestApp({ config });
  app.clock.set(Date.parse("2026-11-25T08:00:00Z"));
  alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "alice_default");
  await linkAccount(app, alice, "alice_x");
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

let made = 0;
async function write({ user }: Person, handle: string): Promise<{ userId: string; tweetId: number; account: null }> {
  made += 1;
  const { network_user_id: account } = await app.db
    .selectFrom("accounts")
    .select("network_user_id")
    .where("username", "=", handle)
    .executeTakeFirstOrThrow();
  const content = `Number ${made}: https://example.com/${made}`;
  const { id } = await writeTweet(app, { userId: user.id, content, account });
  return { userId: user.id, tweetId: id, account: null };
}
const post = async (times: number) => {
  for (let n = 0; n < times; n += 1) await publishNow(app, await write(alice, "alice_x"));
};
const told = () => receiver.received.map(({ event, text }) => [event, text]);
async function look(): Promise<void> {
  await watchSpending(app);
  for (const wait of [0, seconds(31)]) {
    app.clock.advance(wait);
    await (
      await deliveries(app)
    ).done;
  }
}
const logged = () => app.logged.flatMap(({ msg }) => (String(msg).includes("%") ? [String(msg)] : []));
const admin = () => `${app.config.appOrigin}/admin`;

it("of one person alone the server's limit is told, once at 80 and once at 100 %, and again on the next day", async () => {
  await post(7);
  await look();
  expect([told(), logged()]).toEqual([[], []]);
  await post(1);
  await look();
  await look();
  expect(told()).toEqual([["spending.near", `This server has spent 80% of today’s $2.00 on X. ${admin()}`]]);
  await post(2);
  await look();
  await look();
  expect(told().slice(1)).toEqual([
    ["spending.reached", `This server has spent all of today’s $2.00 on X. ${admin()}`],
  ]);
  expect(logged()).toEqual(["80 % of the server's day limit is spent", "100 % of the server's day limit is spent"]);
  app.clock.advance(days(1));
  await post(8);
  await look();
  expect(told()).toHaveLength(3);
  expect(logged()).toHaveLength(3);
});

it("of several the share of each is told by how many, and in the log by whom", async () => {
  const bob = await makePerson(app, "bob");
  await linkAccount(app, bob, "bob_default");
  await linkAccount(app, bob, "bob_x");
  await scheduleAt(app, { ...(await write(bob, "bob_x")), executeAt: app.clock.now() + hours(3) });
  await post(4);
  await look();
  expect(told()).toEqual([["spending.near", `1 user has used 80% of their share of today’s $2.00. ${admin()}`]]);
  expect(app.logged.find(({ msg }) => String(msg).includes("80 %"))).toMatchObject({
    user: alice.user.id,
    spent: 0.8,
    of: 1,
    msg: "80 % of a person's share of the day is spent",
  });
  expect(JSON.stringify(receiver.received)).not.toContain(alice.user.id);
  app.config.alertUrl = null;
  await post(1);
  await look();
  expect(logged()).toHaveLength(2);
  app.config.dailySpendLimit = 0;
  await look();
  expect(told()).toHaveLength(1);
});
