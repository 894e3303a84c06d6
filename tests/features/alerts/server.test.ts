// What the operator alone is told: the disk, the backup, the writer's key, and that nobody publishes.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { setAlertPreferences, watchServer } from "~/features/alerts/alerts.server";
import { analyse } from "~/features/analysis/analysis.server";
import { backUpNightly, backupsOf } from "~/features/backups/backups.server";
import { recordEvents } from "~/features/events/events.server";
import { request, runQueued } from "~/features/generation/generation.server";
import { publishDue, publishNow, writeThread } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { WriterError } from "~/ports/ai/port";
import { addWebhook } from "~/features/webhooks/webhooks.server";
import { channels, deliveries } from "~jobs/deliveries.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";
import { openReceiver, type Receiver } from "~tests/support/fakes/receiver";

let receiver: Receiver;
let app: TestApp;
let alice: Person;

beforeEach(async () => {
  receiver = await openReceiver();
  app = await createTestApp({ config: { alertUrl: receiver.url, quietHours: null } });
  alice = await makePerson(app, "alice");
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const rooms = { much: () => Promise.resolve(1e9), little: () => Promise.resolve(150_400_000) };

async function tell(): Promise<void> {
  for (const wait of [0, seconds(31)]) {
    app.clock.advance(wait);
    await (
      await deliveries(app)
    ).done;
  }
}
const titles = () => receiver.received.map(({ title }) => title);

it("a disk that is nearly full is told of, and again after a day while it lasts", async () => {
  await watchServer(app, channels(app), rooms.much);
  await tell();
  expect(titles()).toEqual([]);
  for (let n = 0; n < 30; n += 1) {
    await watchServer(app, channels(app), rooms.little);
    await tell();
    app.clock.advance(minutes(1));
  }
  expect(receiver.received).toMatchObject([
    {
      title: "Linnet: the disk is nearly full",
      text: `Only 150 MB left on the disk that holds the data folder. ${app.config.appOrigin}/doctor`,
      event: "disk.low",
    },
  ]);
  app.clock.advance(days(1));
  await watchServer(app, channels(app), rooms.little);
  await tell();
  expect(receiver.received).toHaveLength(2);
});

it("without an address to tell, the log says it once an hour while it lasts, and no event is kept", async () => {
  app.config.alertUrl = null;
  const account = await linkAccount(app, alice, "alice_x");
  const [tweet] = await makeBatch(app, alice, account);
  const at = app.clock.now() + minutes(1);
  await scheduleAt(app, { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: null, executeAt: at });
  app.clock.advance(minutes(10));
  for (let n = 0; n < 125; n += 1) {
    await watchServer(app, channels(app), rooms.little);
    app.clock.advance(minutes(1));
  }
  const times = (msg: string) => app.logged.filter((line) => line["msg"] === msg && line["level"] === "error").length;
  expect(times("the disk of DATA_DIR is nearly full")).toBe(3);
  expect(times("no process is posting: due tweets aren’t being posted")).toBe(3);
  expect(await app.db.selectFrom("events").selectAll().execute()).toEqual([]);
});

it("a writer that refuses the key is told of once, whoever met it", async () => {
  const refuse = () => Promise.reject(new WriterError("key", "Gemini does not accept the key."));
  app.ai = { ...app.ai, writeTweets: refuse, analyse: refuse };
  await request(app, { userId: alice.user.id, accountId: null, topic: "gardening", webSearch: false });
  await (
    await runQueued(app)
  ).done;
  await expect(analyse(app, alice.user.id, "A booking page for small sailing schools.")).rejects.toThrow();
  await tell();
  expect(titles()).toEqual(["Linnet: the AI provider rejected a request"]);
});

it("a writer that is only busy is nobody's news", async () => {
  app.ai = { ...app.ai, writeTweets: () => Promise.reject(new WriterError("busy", "Gemini is busy.")) };
  await request(app, { userId: alice.user.id, accountId: null, topic: "gardening", webSearch: false });
  await (
    await runQueued(app)
  ).done;
  await tell();
  expect(titles()).toEqual([]);
});

it("a backup that fails is told of", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "linnet-alerts-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  app.config.dataDir = dataDir;
  app.clock.set(Date.parse("2026-11-20T03:41:00Z"));
  mkdirSync(join(backupsOf(dataDir), "nightly-2026-11-20.db.part"), { recursive: true });
  await expect(backUpNightly(app)).rejects.toThrow();
  await tell();
  expect(titles()).toEqual(["Linnet: the backup failed"]);
});

it("that nobody publishes is told by whoever is left, though it may not publish itself", async () => {
  const account = await linkAccount(app, alice, "alice_x");
  const [tweet] = await makeBatch(app, alice, account);
  const at = app.clock.now() + hours(1);
  await scheduleAt(app, { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: null, executeAt: at });
  app.mail = { send: () => Promise.resolve({ state: "sent" }) };
  await setAlertPreferences(app, alice.user.id, {
    tweet_failed: true,
    account: true,
    bot: true,
    weekly_summary: false,
  });
  app.config.privateWebhooks = true;
  const wish = { url: "http://127.0.0.1:9/", events: ["account.resumed"], description: "" };
  await addWebhook(app, { userId: alice.user.id, address: null }, wish);
  app.node.setMayClaim(false);
  await recordEvents(app.db, app, [{ type: "account.resumed", userId: alice.user.id, at: app.clock.now() }]);
  await recordEvents(app.db, app, [{ type: "bot.paused", userId: alice.user.id, at: app.clock.now() }]);
  const look = async () => {
    await publishDue(app);
    await watchServer(app, channels(app), rooms.much);
    await deliveries(app);
    app.clock.advance(minutes(1));
  };
  for (let n = 0; n < 65; n += 1) await look();
  expect(titles()).toEqual([]);
  for (let n = 0; n < 4; n += 1) await look();
  expect(receiver.received).toMatchObject([{ title: "Linnet: no publisher is running", event: "publisher.missing" }]);
  // Nor is what people wait for lost on the way.
  const told = await app.db.selectFrom("deliveries").select("channel").orderBy("channel").execute();
  expect(told).toEqual([{ channel: "mail" }, { channel: "operator" }, { channel: "webhook" }]);
  app.node.setMayClaim(true);
  await (
    await publishDue(app)
  ).done;
  await watchServer(app, channels(app), rooms.much);
  expect(app.logged.filter(({ msg }) => msg === "no process is posting: due tweets aren’t being posted")).toHaveLength(
    1,
  );
});

it("a thread that began and does not go on shows that nobody publishes", async () => {
  await linkAccount(app, alice, "alice_default");
  const account = await linkAccount(app, alice, "alice_x");
  const by = { userId: alice.user.id, account: account.networkUserId };
  const { id: tweetId } = await writeThread(app, { ...by, parts: ["Terns go far.", "And come back."] });
  await publishNow(app, { userId: alice.user.id, tweetId, account: null });
  for (let n = 0; n < 5; n += 1) {
    await watchServer(app, channels(app), rooms.much);
    app.clock.advance(minutes(1));
  }
  await tell();
  expect(titles()).toEqual([]);
  for (let n = 0; n < 3; n += 1) {
    app.clock.advance(minutes(1));
    await watchServer(app, channels(app), rooms.much);
  }
  await tell();
  expect(titles()).toEqual(["Linnet: no publisher is running"]);
});

it("a paused account's tweets that wait are no sign that nobody publishes", async () => {
  const account = await linkAccount(app, alice, "alice_x");
  const [tweet] = await makeBatch(app, alice, account);
  const at = app.clock.now() + hours(1);
  await scheduleAt(app, { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: null, executeAt: at });
  await app.db.updateTable("accounts").set({ status: "paused", paused_by: "person" }).execute();
  app.clock.advance(hours(2));
  for (let n = 0; n < 3; n += 1) await watchServer(app, channels(app), rooms.much);
  await tell();
  expect(titles()).toEqual([]);
});
