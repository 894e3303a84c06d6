// Alerts through a real SMTP server: to a confirmed address alone, in the person's own words, once, whatever the server does.
import { afterEach, beforeEach, expect, it } from "vitest";
import { alertChannels, setAlertPreferences, startAlerts } from "~/features/alerts/alerts.server";
import { deliverDue, type Happened, recordEvents } from "~/features/events/events.server";
import { askToConfirm, confirmAddress, sendLinks } from "~/features/mail-links/mail-links.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { minutes, seconds } from "~/ground/time/duration";
import { inTransaction } from "~db/database.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";
import { makePerson, type Person } from "~tests/support/people/make";

let server: FakeMail;
let app: TestApp;
let alice: Person;
let bob: Person;

beforeEach(async () => {
  server = await startFakeMail();
  app = await createTestApp({
    env: { SMTP_URL: server.url, MAIL_FROM: "linnet@linnet.example", APP_ORIGIN: "https://linnet.example" },
  });
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
});
afterEach(async () => {
  await app.close();
  await server.close();
});

async function confirmed({ user }: Person): Promise<void> {
  await askToConfirm(app, user);
  await (
    await sendLinks(app)
  ).done;
  const token = new URL(server.linkFor(user.email)).searchParams.get("token") ?? "";
  await confirmAddress(app, token, (trx, userId) => startAlerts(trx, app, userId));
  server.mails.length = 0;
}

async function fail(person: Person, content: string): Promise<void> {
  const { id: tweetId } = await writeTweet(app, { userId: person.user.id, content, account: null });
  const happened: Happened = { type: "tweet.failed", userId: person.user.id, tweetId, at: app.clock.now() };
  await inTransaction(app.db, (trx) => recordEvents(trx, app, [happened]));
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= seconds(10)) {
    app.clock.advance(Math.min(left, seconds(10)));
    await (
      await deliverDue(app, alertChannels(app))
    ).done;
  }
}

it("five tweets refused at night are one mail within a minute, with their first words and a link", async () => {
  await confirmed(alice);
  for (let n = 1; n <= 5; n += 1) await fail(alice, `Swift number ${n} sleeps in flight,\r\nBcc: eve@evil.example`);
  await pass(seconds(60));
  expect(server.mails.map(({ to }) => to)).toEqual([[alice.user.email]]);
  const [mail] = server.mails;
  expect(mail?.parsed.subject).toBe("5 tweets need your attention");
  expect(mail?.parsed.text).toContain("Swift number 5 sleeps in flight, Bcc");
  expect(mail?.parsed.text).toContain("https://linnet.example/timeline");
  expect(mail?.parsed.bcc).toBeUndefined();
  expect(mail?.parsed.messageId).toMatch(/^<evt_\w+@linnet\.example>$/);
  await pass(minutes(20));
  expect(server.mails).toHaveLength(1);
});

it("nothing goes to an address that was not confirmed, and nothing of one person's to another", async () => {
  await confirmed(alice);
  await setAlertPreferences(app, bob.user.id, { tweet_failed: true, account: true, bot: true, weekly_summary: false });
  await fail(bob, "Robins sing all winter");
  await fail(alice, "Herons stand very still");
  await pass(minutes(2));
  expect(server.mails.map(({ to }) => to)).toEqual([[alice.user.email]]);
  expect(server.mails[0]?.parsed.text).not.toContain("Robins");
});

it("a mail server that is down for an hour gets them once it is back, once", async () => {
  await confirmed(alice);
  await server.goDown();
  await fail(alice, "Herons stand very still");
  await pass(minutes(30));
  await fail(alice, "Swifts sleep in flight");
  await pass(minutes(30));
  await server.comeUp();
  await pass(minutes(20));
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.parsed.text).toMatch(/Herons[\s\S]*Swifts/);
  await pass(minutes(60));
  expect(server.mails).toHaveLength(1);
});
