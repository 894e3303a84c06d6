// The bad night by both channels at once: a real SMTP server and a real receiver, each told once, whatever the other does.
import { afterEach, beforeEach, expect, it } from "vitest";
import { startAlerts } from "~/features/alerts/alerts.server";
import { askToConfirm, confirmAddress, sendLinks } from "~/features/mail-links/mail-links.server";
import { publishDue } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { peerHeader } from "~/http/door/headers.server";
import { answerMetrics } from "~/http/door/metrics.server";
import { deliveries } from "~jobs/deliveries.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";
import { answered, faulty } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";
import { answers, ok, openReceiver, type Receiver } from "~tests/support/fakes/receiver";

let receiver: Receiver;
let mail: FakeMail;
let app: TestApp;
let alice: Person;
let words: string[];

beforeEach(async () => {
  receiver = await openReceiver();
  mail = await startFakeMail();
  app = await createTestApp({
    env: { SMTP_URL: mail.url, MAIL_FROM: "linnet@linnet.example", ALERT_URL: receiver.url },
    config: { quietHours: null, minGapMs: 0, dailySpendLimit: 0 },
  });
  alice = await makePerson(app, "alice");
  await makePerson(app, "bob");
  await confirm(alice);
});
afterEach(async () => {
  await app.close();
  await mail.close();
  await receiver.close();
});

async function confirm({ user }: Person): Promise<void> {
  await askToConfirm(app, user);
  await (
    await sendLinks(app)
  ).done;
  const token = new URL(mail.linkFor(user.email)).searchParams.get("token") ?? "";
  await confirmAddress(app, token, (trx, userId) => startAlerts(trx, app, userId));
  mail.mails.length = 0;
}

/** Both jobs, as the loop asks them. */
async function pass(ms: number, step = seconds(1)): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    app.clock.advance(Math.min(left, step));
    for (const job of [publishDue, deliveries]) {
      await (
        await job(app)
      ).done;
    }
  }
}

/** Five of alice's are refused at 3 in the night, ten seconds apart; returns at the last refusal. */
async function refuseFive(): Promise<void> {
  const account = await linkAccount(app, alice, "alice_x");
  const tweets = await makeBatch(app, alice, account);
  words = tweets.map(({ content }) => content);
  const night = Date.parse("2026-11-20T03:00:00Z");
  for (const [n, { id }] of tweets.entries())
    await scheduleAt(app, {
      userId: alice.user.id,
      tweetId: id,
      account: account.networkUserId,
      executeAt: night + n * seconds(10),
    });
  const network = faulty(app.network);
  app.network = network;
  const refusal = answered(403, { detail: "Your Tweet text is too long." });
  network.faults = tweets.map(() => refusal);
  app.clock.advance(night - app.clock.now());
  await pass(seconds(41));
  expect(await app.db.selectFrom("tweets").select("id").where("state", "=", "failed").execute()).toHaveLength(5);
}

async function failedUnseen(): Promise<string | undefined> {
  const request = new Request("http://localhost/metrics", { headers: { [peerHeader]: "127.0.0.1" } });
  const text = await (await answerMetrics(app, request)).text();
  return /^linnet_tweets_failed_unseen (.+)$/m.exec(text)?.[1];
}
const warnings = () => app.logged.filter(({ level, msg }) => level === "warn" && msg === "a tweet failed");

const subjects = () => mail.mails.map(({ to, parsed }) => [to, parsed.subject]);
const titles = () => receiver.received.map(({ title }) => title);
const oneMail = () => [[[alice.user.email], "5 tweets need your attention"]];
const onePost = ["Linnet: 5 tweets failed"];

it("five tweets refused at 3 are one mail and one POST within a minute of the last, a gauge of 5 and a warn line each", async () => {
  await refuseFive();
  expect([subjects(), titles()]).toEqual([[], []]);
  await pass(seconds(60));
  expect([subjects(), titles()]).toEqual([oneMail(), onePost]);
  for (const content of words) expect(mail.mails[0]?.parsed.text).toContain(content.slice(0, 10));
  expect(await failedUnseen()).toBe("5");
  expect(warnings()).toHaveLength(5);
  expect(new Set(warnings().map(({ tweet }) => tweet)).size).toBe(5);
  await pass(hours(2), seconds(15));
  expect([subjects(), titles()]).toEqual([oneMail(), onePost]);
});

it("with the mail server down for an hour the operator is told at once, and the mail comes once it is back, once", async () => {
  await mail.goDown();
  await refuseFive();
  await pass(seconds(60));
  expect([subjects(), titles()]).toEqual([[], onePost]);
  await pass(hours(1), seconds(15));
  const tries = app.logged.filter(({ msg }) => msg === "delivery failed; will retry");
  expect(tries.length).toBeGreaterThan(3);
  expect(new Set(tries.map(({ channel }) => channel))).toEqual(new Set(["mail"]));
  await mail.comeUp();
  // The longest wait between two tries, and a fifth.
  await pass(minutes(18), seconds(15));
  expect([subjects(), titles()]).toEqual([oneMail(), onePost]);
  await pass(hours(25), minutes(1));
  expect([subjects(), titles()]).toEqual([oneMail(), onePost]);
});

it("with the receiver down for an hour the mail comes at once, and the POST once it is back, once", async () => {
  receiver.answer = answers(503);
  await refuseFive();
  await pass(seconds(60));
  expect(subjects()).toEqual(oneMail());
  await pass(hours(1), seconds(15));
  receiver.received.length = 0;
  receiver.answer = ok;
  await pass(minutes(18), seconds(15));
  expect([subjects(), titles()]).toEqual([oneMail(), onePost]);
  await pass(hours(25), minutes(1));
  expect([subjects(), titles()]).toEqual([oneMail(), onePost]);
});
