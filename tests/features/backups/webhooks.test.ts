// Backups and webhooks: one that fails is told, and one that is put back may have webhooks that were removed since, which call nobody.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { backupsOf, databaseOf } from "~/features/backups/backups.server";
import { restore } from "~/features/backups/restore.server";
import { publishNow } from "~/features/publishing/publishing.server";
import { addWebhook, changeWebhook, listWebhooks, removeWebhook } from "~/features/webhooks/webhooks.server";
import { hours, minutes } from "~/ground/time/duration";
import { backUp } from "~db/sqlite/backup.server";
import { backups } from "~jobs/backups.server";
import { deliveries } from "~jobs/deliveries.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";
import { answers, ok, openReceiver, type Receiver } from "~tests/support/fakes/receiver";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linnet-hooks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const dataDir = () => join(folder, "data");

async function serve(): Promise<TestApp> {
  const config = { dataDir: dataDir(), quietHours: null, minGapMs: 0, dailySpendLimit: 0 };
  const app = await createTestApp({
    file: databaseOf(dataDir()),
    env: { ALLOW_PRIVATE_WEBHOOKS: "on" },
    config,
  });
  onTestFinished(() => app.close());
  return app;
}

async function open(path: string): Promise<Receiver> {
  const receiver = await openReceiver(path);
  onTestFinished(() => receiver.close());
  return receiver;
}

const by = ({ user }: Person) => ({ userId: user.id, address: null });
const hookTo = (app: TestApp, person: Person, { url }: Receiver) =>
  addWebhook(app, by(person), { url, events: ["*"], description: "" });

async function pass(app: TestApp): Promise<void> {
  for (let minute = 0; minute < 120; minute += 1) {
    app.clock.advance(minutes(1));
    await (
      await deliveries(app)
    ).done;
  }
}

it("what was removed since the backup is back, disabled, and tells nobody; what is kept goes on once it is enabled", async () => {
  const before = await serve();
  const [gone, kept, bobs] = [await open("/gone"), await open("/kept"), await open("/bobs")];
  const [alice, bob] = [await makePerson(before, "alice"), await makePerson(before, "bob")];
  const account = await linkAccount(before, alice, "alice_x");
  await linkAccount(before, alice, "alice_other");
  const tweets = await makeBatch(before, alice, account);
  const publish = (app: TestApp, n: number) =>
    publishNow(app, { userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: account.networkUserId });
  const { webhook } = await hookTo(before, alice, gone);
  before.clock.advance(minutes(1));
  await hookTo(before, alice, kept);
  await hookTo(before, bob, bobs);
  for (const one of [gone, kept]) one.answer = answers(500);
  await publish(before, 0);
  await (
    await deliveries(before)
  ).done;
  expect([gone.received, kept.received].map(({ length }) => length)).toEqual([1, 1]);
  const backup = join(folder, "backup.db");
  await backUp(databaseOf(dataDir()), backup, before.clock.now());
  await removeWebhook(before, { ...by(alice), id: webhook.id });
  await before.close();

  const now = before.clock.now() + hours(1);
  await restore({ config: before.config, clock: { ...before.clock, now: () => now } }, backup);
  for (const one of [gone, kept]) [one.answer, one.received.length] = [ok, 0];
  const app = await serve();
  app.clock.set(now);
  app.work.tick(now, app.clock.monotonic());
  await publish(app, 1);
  await pass(app);
  expect([gone.received, kept.received, bobs.received]).toEqual([[], [], []]);
  const restored = await listWebhooks(app, alice.user.id);
  expect(restored.map(({ url, isEnabled }) => [url, isEnabled])).toEqual([
    [gone.url, false],
    [kept.url, false],
  ]);
  await changeWebhook(app, { ...by(alice), id: restored[1]?.id ?? "" }, { enabled: true });
  await publish(app, 2);
  await pass(app);
  expect(kept.received).toMatchObject([{ type: "tweet.published", data: { tweet: { id: tweets[2]?.id } } }]);
  expect([gone.received, bobs.received]).toEqual([[], []]);
});

it("the job whose backup fails tells the operator's webhook", async () => {
  const app = await serve();
  const receiver = await open("/alices");
  await hookTo(app, await makePerson(app, "alice"), receiver);
  app.clock.set(Date.parse("2026-11-20T03:41:00Z"));
  // A folder stands where the backup would be written.
  mkdirSync(join(backupsOf(dataDir()), "nightly-2026-11-20.db.part"), { recursive: true });
  await expect(backups(app)).rejects.toThrow();
  await (
    await deliveries(app)
  ).done;
  expect(receiver.received).toMatchObject([{ type: "backup.failed", data: { at: "2026-11-20T03:41:00.000Z" } }]);
});
