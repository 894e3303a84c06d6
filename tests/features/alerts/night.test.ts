// A bad night: tweets are refused while everybody sleeps, and those who asked are told, once, with the sends unharmed.
import { afterEach, beforeEach, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { answerMetrics } from "~/http/door/metrics.server";
import { peerHeader } from "~/http/door/headers.server";
import { publishDue, publishNow } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import { deliveries } from "~jobs/deliveries.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { answered, faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";
import { answers, ok, openReceiver, type Receiver } from "~tests/support/fakes/receiver";

let receiver: Receiver;
let app: TestApp;
let network: FaultyNetwork;
let alice: Person;
let bob: Person;
let account: Account;
let tweets: Tweet[];

const refusal = answered(403, { detail: "Your Tweet text is too long." });

beforeEach(async () => {
  receiver = await openReceiver("/alerts?token=secret");
  app = await createTestApp({ config: { alertUrl: receiver.url, quietHours: null, minGapMs: 0, dailySpendLimit: 0 } });
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
  account = await linkAccount(app, alice, "alice_x");
  const other = await linkAccount(app, alice, "alice_default");
  await setDefault(app, alice.user.id, other.networkUserId);
  tweets = await makeBatch(app, alice, account);
  network = faulty(app.network);
  app.network = network;
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const place = (n: number, at: number, whose = alice) =>
  scheduleAt(app, {
    userId: whose.user.id,
    tweetId: tweets[n]?.id ?? 0,
    account: account.networkUserId,
    executeAt: at,
  });

/** Both jobs, each second or each five. */
async function pass(ms: number): Promise<void> {
  const step = ms > minutes(2) ? seconds(15) : seconds(1);
  for (let left = ms; left > 0; left -= step) {
    app.clock.advance(Math.min(left, step));
    await (
      await publishDue(app)
    ).done;
    await (
      await deliveries(app)
    ).done;
  }
}

/** Five of alice's are refused at 3 in the night, ten seconds apart. */
async function refuseFive(): Promise<void> {
  const night = Date.parse("2026-11-20T03:00:00Z");
  for (let n = 0; n < 5; n += 1) await place(n, night + n * seconds(10));
  network.faults = Array.from({ length: 5 }, () => refusal);
  app.clock.advance(night - app.clock.now());
  await pass(seconds(41));
}

const metric = async (name: string): Promise<string | undefined> => {
  const request = new Request("http://localhost/metrics", { headers: { [peerHeader]: "127.0.0.1" } });
  const text = await (await answerMetrics(app, request)).text();
  return new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1];
};
const warned = () => app.logged.filter(({ level }) => level === "warn" || level === 40).map(({ msg }) => msg);

it("five tweets refused in the night are one message within 60 seconds, a warn line each, and counted", async () => {
  await refuseFive();
  expect(receiver.received).toEqual([]);
  await pass(seconds(60));
  const link = `${app.config.appOrigin}/timeline`;
  const text = `5 tweets failed and need attention. ${link}`;
  expect(receiver.received).toEqual([
    {
      title: "Linnet: 5 tweets failed",
      text,
      message: text,
      content: text,
      event: "tweet.failed",
      at: expect.stringMatching(/^2026-11-20T03:00:4\d/) as string,
      url: link,
    },
  ]);
  expect(warned().filter((msg) => msg === "a tweet failed")).toHaveLength(5);
  expect(await metric("linnet_tweets_failed_unseen")).toBe("5");
  await pass(hours(1));
  expect(receiver.received).toHaveLength(1);
});

it("with the receiver down for an hour they arrive once it is back, once", async () => {
  receiver.answer = answers(503);
  await refuseFive();
  await pass(hours(1));
  const tries = receiver.received.length;
  expect(tries).toBeGreaterThan(3);
  receiver.answer = ok;
  await pass(minutes(20));
  expect(receiver.received.slice(tries)).toMatchObject([{ title: "Linnet: 5 tweets failed" }]);
  await pass(hours(1));
  expect(receiver.received).toHaveLength(tries + 1);
});

it("a redirect is a failure and is not followed", async () => {
  receiver.answer = answers(302, { Location: receiver.url });
  await refuseFive();
  await pass(seconds(31));
  expect(receiver.received).toHaveLength(1);
  const rows = await app.db.selectFrom("deliveries").select(["state", "last_error"]).execute();
  expect(rows).toContainEqual({ state: "waiting", last_error: "ALERT_URL answered 302" });
});

it("the message and the log name no words, no person and no token of the address", async () => {
  await refuseFive();
  receiver.answer = answers(500);
  await pass(minutes(2));
  const told = JSON.stringify(receiver.received);
  const logged = JSON.stringify(app.logged);
  for (const secret of [alice.user.email, "alice_x", ...tweets.map(({ content }) => content)])
    expect(told).not.toContain(secret);
  for (const secret of ["token=secret", ...tweets.map(({ content }) => content)]) expect(logged).not.toContain(secret);
});

it("an account that the network blocks is told of, warned of and counted; one that its person paused is not", async () => {
  await place(0, app.clock.now() + hours(1));
  network.faults = [answered(402, { title: "CreditsDepleted", detail: "Your account has no credits" })];
  await pass(hours(1) + minutes(2));
  expect(receiver.received.map(({ event }) => event)).toContain("account.paused");
  expect(warned()).toContain("the network blocks an account: it is paused");
  expect(await metric("linnet_accounts_held")).toBe("1");
});

it("a Post Now that is refused has been read by whoever pressed it, and is told to nobody", async () => {
  network.faults = [refusal];
  await expect(
    publishNow(app, { userId: alice.user.id, tweetId: tweets[0]?.id ?? 0, account: account.networkUserId }),
  ).rejects.toThrow();
  expect(warned()).toContain("a tweet failed");
  await pass(minutes(1));
  expect(receiver.received).toEqual([]);
  expect(await app.db.selectFrom("events").selectAll().execute()).toEqual([]);
});

it("without an operator's address the same night writes nothing but its warn lines", async () => {
  app.config.alertUrl = null;
  await refuseFive();
  await pass(minutes(1));
  expect(warned().filter((msg) => msg === "a tweet failed")).toHaveLength(5);
  for (const table of ["events", "deliveries"] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

it("bob's tweets that go out are told to nobody", async () => {
  account = await linkAccount(app, bob, "bob_x");
  tweets = await makeBatch(app, bob, account);
  await place(0, app.clock.now() + hours(1), bob);
  await pass(hours(1) + minutes(2));
  expect(network.accepted).toHaveLength(1);
  expect(await app.db.selectFrom("events").selectAll().execute()).toEqual([]);
});
