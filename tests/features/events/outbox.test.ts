// The outbox: written where somebody asked, collected, retried, given up, never told twice by two nodes.
import { afterEach, beforeEach, expect, it } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import type { Channel, Happened, Parcel, Sent } from "~/features/events/events.server";
import { deliverDue, nextDeliveryAt, pruneEvents, recordEvents } from "~/features/events/events.server";
import { setAlertPreferences } from "~/features/alerts/alerts.server";
import { inTransaction } from "~db/database.server";
import { createTestApp, noAnswer, type TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let bob: Person;
let sent: Parcel[];
let answer: Sent;
let mail: Channel;

const mailPort = { send: () => Promise.resolve({ state: "sent" as const }) };
const chosen = { tweet_failed: true, account: true, bot: true, weekly_summary: false };

beforeEach(async () => {
  app = await createTestApp({ mail: mailPort });
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
  await setAlertPreferences(app, alice.user.id, chosen);
  sent = [];
  answer = { kind: "sent" };
  mail = {
    name: "mail",
    topicOf: ({ type }) => type.split(".")[0] ?? "",
    send(parcel) {
      sent.push(parcel);
      return Promise.resolve(answer);
    },
  };
});
afterEach(() => app.close());

const record = (...happened: Omit<Happened, "at">[]): Promise<void> =>
  inTransaction(app.db, (trx) =>
    recordEvents(
      trx,
      app,
      happened.map((one) => ({ at: app.clock.now(), ...one })),
    ),
  );
const failed = (person: Person, tweetId = 1): Omit<Happened, "at"> => ({
  type: "tweet.failed",
  userId: person.user.id,
  tweetId,
});
const run = async (by = app, channels = [mail]): Promise<void> => (await deliverDue(by, channels)).done;
/** As the job does, which is asked when something is due. */
async function pass(ms: number, step = ms > minutes(1) ? seconds(20) : seconds(1)): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    app.clock.advance(Math.min(left, step));
    await run();
  }
}
const rows = (table: "events" | "deliveries") => app.db.selectFrom(table).selectAll().execute();

it("an event that nobody asked for is not written", async () => {
  await record(failed(bob), { type: "summary.weekly", userId: alice.user.id });
  expect(await rows("events")).toEqual([]);
});

it("without mail and without an operator's address nothing is written, whatever people asked for", async () => {
  app.mail = null;
  await record(failed(alice), { type: "disk.low", userId: null });
  expect(await rows("events")).toEqual([]);
});

it("alike events go as one message, 30 seconds after the last of them", async () => {
  for (let n = 1; n <= 5; n += 1) {
    await record(failed(alice, n));
    await pass(seconds(10), seconds(10));
  }
  expect(sent).toHaveLength(0);
  await pass(seconds(21));
  expect(sent.map(({ targetId, events }) => [targetId, events.map(({ tweetId }) => tweetId)])).toEqual([
    [alice.user.id, [1, 2, 3, 4, 5]],
  ]);
});

it("a message that goes on growing goes 15 minutes after its first event, and the next one 15 minutes later", async () => {
  for (let n = 0; n < 62; n += 1) {
    await record(failed(alice, n));
    await pass(seconds(20), seconds(20));
  }
  expect(sent).toHaveLength(1);
  expect(sent[0]?.events.length).toBeGreaterThanOrEqual(45);
  await pass(minutes(9));
  expect(sent).toHaveLength(1);
  await pass(minutes(1));
  expect(sent).toHaveLength(2);
  expect(sent.flatMap(({ events }) => events)).toHaveLength(62);
});

it("events of two people, and of two topics, are never in one message", async () => {
  await setAlertPreferences(app, bob.user.id, chosen);
  await record(failed(alice), failed(bob), { type: "bot.paused", userId: alice.user.id, botId: 1 });
  await pass(seconds(31));
  expect(sent.map(({ targetId, topic }) => [targetId, topic]).toSorted()).toEqual(
    [
      [alice.user.id, "bot"],
      [alice.user.id, "tweet"],
      [bob.user.id, "tweet"],
    ].toSorted(),
  );
});

it("a receiver that is down for an hour gets what came meanwhile once it is back, as one message", async () => {
  answer = { kind: "later", reason: "It is down" };
  for (let n = 1; n <= 6; n += 1) {
    await record(failed(alice, n));
    await pass(minutes(10));
  }
  const tries = sent.length;
  expect(tries).toBeGreaterThan(3);
  answer = { kind: "sent" };
  await pass(minutes(20));
  expect(sent).toHaveLength(tries + 1);
  expect(sent.at(-1)?.events.map(({ tweetId }) => tweetId)).toEqual([1, 2, 3, 4, 5, 6]);
  await pass(minutes(40));
  expect(sent).toHaveLength(tries + 1);
});

it("after a day of failed tries it is given up, in words", async () => {
  answer = { kind: "later", reason: "It is down" };
  await record(failed(alice));
  for (let n = 0; n < 25 * 4; n += 1) {
    app.clock.advance(minutes(18));
    await run();
  }
  expect(await rows("deliveries")).toMatchObject([{ state: "failed", last_error: "It is down", lease_token: null }]);
  expect(app.logged.filter(({ msg }) => msg === "delivery failed permanently")).toHaveLength(1);
  const tries = sent.length;
  await pass(minutes(30));
  expect(sent).toHaveLength(tries);
});

it("what no try can help is given up at once", async () => {
  answer = { kind: "never", reason: "There is no such address" };
  await record(failed(alice));
  await pass(minutes(10));
  expect(sent).toHaveLength(1);
  expect(await rows("deliveries")).toMatchObject([{ state: "failed", last_error: "There is no such address" }]);
});

it("a receiver that says when is not asked before", async () => {
  answer = { kind: "later", reason: "Busy", retryAfterMs: hours(2) };
  await record(failed(alice));
  await pass(minutes(1));
  answer = { kind: "sent" };
  await pass(minutes(118));
  expect(sent).toHaveLength(1);
  await pass(minutes(3));
  expect(sent).toHaveLength(2);
});

it("a process that ends between claim and sending tells after the restart", async () => {
  await record(failed(alice));
  app.clock.advance(seconds(31));
  const dead: Channel = { ...mail, send: () => noAnswer() };
  await deliverDue(app, [dead]);
  app.clock.advance(seconds(1));
  await deliverDue(app, [dead]);
  app.clock.advance(seconds(30));
  await deliverDue(app, [dead]);
  const next = await createTestApp({ beside: app, mail: mailPort });
  next.clock.set(app.clock.now());
  for (let n = 0; n < 70; n += 1) {
    next.clock.advance(seconds(1));
    await run(next);
  }
  expect(sent.map(({ events }) => events.length)).toEqual([1]);
  await next.close();
});

it("two nodes tell it once", async () => {
  const other = await createTestApp({ beside: app, mail: mailPort });
  other.clock.set(app.clock.now());
  await record(failed(alice), failed(alice, 2));
  for (let n = 0; n < 40; n += 1) {
    app.clock.advance(seconds(1));
    other.clock.advance(seconds(1));
    await Promise.all([run(app), run(other)]);
  }
  expect(sent.map(({ events }) => events.length)).toEqual([2]);
  await other.close();
});

it("a process that may not claim tells nothing", async () => {
  await record(failed(alice));
  app.node.mayClaim = () => false;
  await pass(minutes(1));
  expect(sent).toEqual([]);
});

it("the job is due with the event, then with the message, then no more", async () => {
  expect(await nextDeliveryAt(app, [mail], 0)).toBeNull();
  const now = app.clock.now();
  await record(failed(alice));
  expect(await nextDeliveryAt(app, [mail], 0)).toBe(now);
  await run();
  expect(await nextDeliveryAt(app, [mail], 0)).toBe(now + seconds(30));
  await pass(seconds(30));
  expect(sent).toHaveLength(1);
  expect(await nextDeliveryAt(app, [mail], 0)).toBeNull();
});

it("who leaves takes their events and deliveries along", async () => {
  await record(failed(alice));
  await run();
  expect(await rows("deliveries")).toHaveLength(1);
  await app.db.deleteFrom("users").where("id", "=", alice.user.id).execute();
  expect([await rows("events"), await rows("deliveries")]).toEqual([[], []]);
  expect(await app.db.selectFrom("subscriptions").selectAll().execute()).toEqual([]);
});

it("events and their deliveries are kept for 30 days", async () => {
  await record(failed(alice));
  await pass(minutes(1));
  app.clock.advance(days(29));
  await pruneEvents(app);
  expect(await rows("deliveries")).toHaveLength(1);
  app.clock.advance(days(1));
  await pruneEvents(app);
  expect([await rows("events"), await rows("deliveries")]).toEqual([[], []]);
});
