// What a person is told of webhooks themselves: a mail where one was disabled; and the operator's webhooks, that a backup failed.
import { afterEach, beforeEach, expect, it } from "vitest";
import { tellBackupFailed } from "~/features/people/people.server";
import { changeWebhook, testWebhook } from "~/features/webhooks/webhooks.server";
import { days, minutes, seconds } from "~/ground/time/duration";
import type { TestApp } from "~tests/support/app";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";
import { makePerson, type Person } from "~tests/support/people/make";
import { answers, openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { createHookApp, hookTo, pass, tell, typesAt } from "./stage";

let mail: FakeMail;
let app: TestApp;
let alice: Person;
let bob: Person;
let receiver: Receiver;
let bobs: Receiver;

beforeEach(async () => {
  mail = await startFakeMail();
  app = await createHookApp({ SMTP_URL: mail.url, MAIL_FROM: "linnet@linnet.example" });
  [receiver, bobs] = [await openReceiver("/alices"), await openReceiver("/bobs")];
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
});
afterEach(async () => {
  await app.close();
  await mail.close();
  await receiver.close();
  await bobs.close();
});

const confirm = ({ user }: Person) =>
  app.db.updateTable("users").set({ email_confirmed_at: 1 }).where("id", "=", user.id).execute();

it("who confirmed an address gets one mail that a webhook was disabled, which says where and why", async () => {
  await confirm(alice);
  for (const one of [receiver, bobs]) one.answer = answers(410);
  const { webhook } = await hookTo(app, alice, receiver);
  const his = await hookTo(app, bob, bobs);
  await testWebhook(app, alice.user.id, webhook.id);
  await testWebhook(app, bob.user.id, his.webhook.id);
  await tell(app);
  await pass(app, minutes(5), seconds(10));
  expect(mail.mails.map(({ to, parsed }) => [to, parsed.subject])).toEqual([
    [["alice@linnet.example"], "A webhook was disabled"],
  ]);
  const text = mail.mails[0]?.parsed.text ?? "";
  expect(text).toContain(`- ${new URL(receiver.url).host}: The endpoint returned 410 Gone`);
  // What stands behind the host may be a secret.
  expect(text).not.toContain("/alices");
  expect(text).toContain(`${app.config.appOrigin}/settings/programs`);
  await pass(app, days(1), minutes(30));
  expect(mail.mails).toHaveLength(1);
});

it("who disables one gets no mail", async () => {
  await confirm(alice);
  const { webhook } = await hookTo(app, alice, receiver);
  await changeWebhook(app, { userId: alice.user.id, address: null, id: webhook.id }, { enabled: false });
  await pass(app, minutes(5), seconds(10));
  expect(mail.mails).toEqual([]);
});

it("that the night's backup failed is told to the operator's webhooks alone, once a day", async () => {
  await hookTo(app, alice, receiver, ["backup.failed"]);
  // Who runs the server is whose account is the first; bob asked for everything.
  await hookTo(app, bob, bobs);
  const at = new Date(app.clock.now()).toISOString();
  for (let n = 0; n < 3; n += 1) {
    await tellBackupFailed(app);
    await pass(app, minutes(10), minutes(1));
  }
  expect(receiver.received).toMatchObject([
    { type: "backup.failed", timestamp: at, data: { error: "The nightly backup failed. See the log.", at } },
  ]);
  app.clock.advance(days(1));
  await tellBackupFailed(app);
  await tell(app);
  expect(typesAt(receiver)).toEqual(["backup.failed", "backup.failed"]);
  expect(bobs.received).toEqual([]);
});
