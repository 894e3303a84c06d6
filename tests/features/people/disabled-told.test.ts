// What waits to be told to a person who is then disabled: every kind of mail, links, and what their webhooks are to hear.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mailKinds, typesOf } from "~/features/alerts/kinds";
import { type Channel, deliverDue, type EventType, recordEvents, replaceWishes } from "~/features/events/events.server";
import { askForPassword, askToConfirm, sendLinks } from "~/features/mail-links/mail-links.server";
import { disablePerson, enablePerson } from "~/features/people/people.server";
import { addWebhook, webhookChannel } from "~/features/webhooks/webhooks.server";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { deliveries } from "~jobs/deliveries.server";
import { inTransaction } from "~db/database.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";
import { makePerson, type Person } from "~tests/support/people/make";
import { answers, ok, openReceiver, type Receiver } from "~tests/support/fakes/receiver";

let mail: FakeMail;
let app: TestApp;
let alice: Person;
let bob: Person;
const receivers = new Map<string, Receiver>();
beforeEach(async () => {
  mail = await startFakeMail();
  app = await createTestApp({
    env: { SMTP_URL: mail.url, MAIL_FROM: "linnet@linnet.example", ALLOW_PRIVATE_WEBHOOKS: "on" },
  });
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
});
afterEach(async () => {
  await app.close();
  await mail.close();
  for (const receiver of receivers.values()) await receiver.close();
  receivers.clear();
});

const disable = () => disablePerson(app, alice.user.id, null);
const enable = () => enablePerson(app, alice.user.id, null);

/** The jobs, as the loop asks them, while time goes by. */
async function pass(ms: number, step = seconds(10)): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    app.clock.advance(step);
    for (const job of [deliveries, sendLinks]) await (await job(app)).done;
  }
}

/** The same happens to both people. */
const happens = (type: EventType) =>
  inTransaction(app.db, (trx) =>
    recordEvents(
      trx,
      app,
      [alice, bob].map(({ user }) => ({ type, userId: user.id, at: app.clock.now() })),
    ),
  );

const told = () => mail.mails.flatMap(({ to }) => to).toSorted();

describe.each(mailKinds)("a mail of the kind %s", (kind) => {
  beforeEach(async () => {
    await app.db.updateTable("users").set({ email_confirmed_at: 1 }).execute();
    const wishes = typesOf[kind].map((type) => ({ type, dueAt: null }));
    await inTransaction(app.db, async (trx) => {
      for (const { user } of [alice, bob])
        await replaceWishes(trx, user.id, { channel: "mail", targetId: user.id }, wishes);
    });
  });

  it("that waits when its person is disabled is dropped, also for when they are enabled", async () => {
    for (const type of typesOf[kind]) await happens(type);
    await pass(seconds(10));
    expect(told()).toEqual([]);
    await disable();
    await enable();
    await pass(minutes(2));
    expect(told()).toEqual([bob.user.email]);
  });

  it("of what happens meanwhile is never written", async () => {
    await disable();
    for (const type of typesOf[kind]) await happens(type);
    await pass(minutes(2));
    await enable();
    await pass(minutes(20), minutes(1));
    expect(told()).toEqual([bob.user.email]);
  });
});

it("a link by mail that waits goes to nobody while its person is disabled", async () => {
  for (const { user } of [alice, bob]) {
    await askForPassword(app, user.email, "192.0.2.9");
    await askToConfirm(app, user);
  }
  await disable();
  await pass(minutes(2));
  expect(told()).toEqual([bob.user.email, bob.user.email]);
  await enable();
  await pass(minutes(20), minutes(1));
  expect(told()).toHaveLength(2);
});

it("what waits for a webhook is not sent while its person is disabled, and goes on once they are enabled", async () => {
  for (const { user } of [alice, bob]) {
    const receiver = await openReceiver();
    receiver.answer = answers(503);
    receivers.set(user.email, receiver);
    await addWebhook(app, { userId: user.id, address: null }, { url: receiver.url, events: ["*"], description: "" });
  }
  const typesAt = ({ user }: Person) => (receivers.get(user.email)?.received ?? []).map(({ type }) => type);
  await happens("account.reconnect");
  await pass(seconds(1), seconds(1));
  await disable();
  await happens("account.paused");
  for (const receiver of receivers.values()) {
    expect(receiver.received).toHaveLength(1);
    receiver.answer = ok;
  }
  await pass(minutes(2));
  expect(typesAt(alice)).toEqual(["account.reconnect"]);
  expect(typesAt(bob).toSorted()).toEqual(["account.paused", "account.reconnect", "account.reconnect"]);
  await enable();
  await pass(minutes(10), minutes(1));
  expect(typesAt(alice)).toEqual(["account.reconnect", "account.reconnect"]);
  const hook = await app.db.selectFrom("webhooks").select("failures").where("user_id", "=", alice.user.id).execute();
  expect(hook).toEqual([{ failures: 0 }]);
});

it("what waits for a disabled person's webhook is not even claimed, however long, and counts no try", async () => {
  const receiver = await openReceiver();
  receivers.set(alice.user.email, receiver);
  receiver.answer = answers(503);
  await addWebhook(
    app,
    { userId: alice.user.id, address: null },
    { url: receiver.url, events: ["*"], description: "" },
  );
  await happens("account.reconnect");
  await pass(seconds(1), seconds(1));
  await disable();
  receiver.answer = ok;
  const handed: string[] = [];
  const channel: Channel = {
    ...webhookChannel(app),
    send({ targetId }) {
      handed.push(targetId);
      return Promise.resolve({ kind: "sent" });
    },
  };
  for (let n = 0; n < 24 * 6; n += 1) {
    app.clock.advance(hours(1));
    await (
      await deliverDue(app, [channel])
    ).done;
  }
  expect(handed).toEqual([]);
  const rows = await app.db.selectFrom("deliveries").select(["state", "attempts"]).execute();
  expect(rows).toEqual([{ state: "waiting", attempts: 1 }]);
  await enable();
  await pass(minutes(6), minutes(1));
  expect(receiver.received).toHaveLength(2);
});
