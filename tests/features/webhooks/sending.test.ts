// What happened reaches a person's programs: signed, the same at every try, as long as it takes, and nobody else's.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Webhook as Verifier } from "standardwebhooks";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { recordEvents } from "~/features/events/events.server";
import { pauseAccount, publishDue, publishNow, resumeAccount } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { tellTweet } from "~/features/publishing/to-api.server";
import { exportText } from "~tests/support/people/export-text";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import {
  changeWebhook,
  getWebhook,
  listDeliveriesOf,
  pruneWebhooks,
  removeWebhook,
  replayDelivery,
  resealWebhooks,
  rotateSecret,
  testWebhook,
} from "~/features/webhooks/webhooks.server";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { inTransaction } from "~db/database.server";
import type { TestApp } from "~tests/support/app";
import { answered, faulty } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch, makePerson, password, type Person } from "~tests/support/people/make";
import { answers, ok, openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { createHookApp, type Hook, hookTo, pass, signatureOf, tell, typesAt } from "./stage";

let app: TestApp;
let alice: Person;
let account: Account;
let tweets: Tweet[];
let receiver: Receiver;
let hook: Hook;

beforeEach(async () => {
  app = await createHookApp();
  receiver = await openReceiver("/hook");
  alice = await makePerson(app, "alice");
  account = await linkAccount(app, alice, "alice_x");
  const other = await linkAccount(app, alice, "alice_default");
  await setDefault(app, alice.user.id, other.networkUserId);
  tweets = await makeBatch(app, alice, account);
  hook = await hookTo(app, alice, receiver);
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const by = () => ({ userId: alice.user.id, address: null, id: hook.webhook.id });
const send = (n = 0) =>
  publishNow(app, { userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: account.networkUserId });
const listed = async (status: "pending" | "delivered" | "failed" | null = null) =>
  (await listDeliveriesOf(app, { userId: alice.user.id, id: hook.webhook.id }, { status, before: null, limit: 100 }))
    .deliveries;
const state = async () => (await getWebhook(app, alice.user.id, hook.webhook.id)).disabledReason;
const test = () => testWebhook(app, alice.user.id, hook.webhook.id);

/** As its receiver checks it, at the moment that it came. */
function verify(secret: string, n = 0): unknown {
  const body = JSON.stringify(receiver.received[n]);
  const headers = receiver.headers[n] as Record<string, string>;
  vi.useFakeTimers({ toFake: ["Date"], now: app.clock.now() });
  try {
    return new Verifier(secret).verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
}

it("a moment that Linnet gives is told as one that its person chose", async () => {
  const ask = { userId: alice.user.id, tweetId: tweets[0]?.id ?? 0, account: account.networkUserId };
  await scheduleAt(app, { ...ask, executeAt: app.clock.now() + hours(1) });
  await pauseAccount(app, alice.user.id, account.networkUserId);
  app.clock.advance(hours(2));
  await resumeAccount(app, alice.user.id, account.networkUserId);
  await scheduleAt(app, { ...ask, executeAt: app.clock.now() + minutes(1) });
  // A day that has no post left moves it once more.
  await send(1);
  app.config.dailyPostLimit = 1;
  app.clock.advance(minutes(1));
  await publishDue(app).then(({ done }) => done);
  expect((await getTweet(app, alice.user.id, ask.tweetId)).dueAt).toBeGreaterThan(app.clock.now());
  await pass(app, seconds(20));
  expect(typesAt(receiver).filter((type) => type === "tweet.scheduled")).toHaveLength(4);
});

it("a tweet that went out is told at once, signed as the standard says, with the tweet as the API has it", async () => {
  await send();
  await tell(app);
  const tweet = await getTweet(app, alice.user.id, tweets[0]?.id ?? 0);
  expect(receiver.received).toEqual([
    {
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/) as string,
      type: "tweet.published",
      timestamp: expect.stringMatching(/Z$/) as string,
      data: { tweet: JSON.parse(JSON.stringify(await tellTweet(app, alice.user.timezone, tweet))) as unknown },
    },
  ]);
  const [headers = {}] = receiver.headers;
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "webhook-id": receiver.received[0]?.["id"],
    "user-agent": expect.stringMatching(/^Linnet\/\d/) as string,
  });
  const body = JSON.stringify(receiver.received[0]);
  expect(headers["webhook-signature"]).toBe(signatureOf(hook.secret, headers, body));
  expect(verify(hook.secret)).toEqual(receiver.received[0]);
  expect(() => verify(`whsec_${Buffer.alloc(32).toString("base64")}`)).toThrow();
  expect(await listed()).toMatchObject([{ status: "delivered", attempts: 1, lastStatus: 204, lastError: null }]);
});

it("each thing is told under its name, and what nobody asked this webhook for is not", async () => {
  await changeWebhook(app, by(), { events: ["tweet.*", "account.resumed"] });
  const ask = { userId: alice.user.id, tweetId: tweets[1]?.id ?? 0, account: account.networkUserId };
  await scheduleAt(app, { ...ask, executeAt: app.clock.now() + hours(1) });
  await pauseAccount(app, alice.user.id, account.networkUserId);
  await resumeAccount(app, alice.user.id, account.networkUserId);
  const network = faulty(app.network);
  app.network = network;
  network.faults = [answered(403, { detail: "You are not permitted to do this." })];
  await send(2).catch(() => undefined);
  await pass(app, seconds(2));
  expect(typesAt(receiver).toSorted()).toEqual(["account.resumed", "tweet.failed", "tweet.scheduled"]);
  const failed = receiver.received.find(({ type }) => type === "tweet.failed");
  expect(failed).toMatchObject({
    data: { tweet: { id: tweets[2]?.id, status: "failed", twitter_username: "alice_x" } },
  });
  await changeWebhook(app, by(), { events: ["account.*"] });
  await pauseAccount(app, alice.user.id, account.networkUserId);
  await tell(app);
  expect(receiver.received.at(-1)).toMatchObject({
    type: "account.paused",
    data: { account: { twitter_username: "alice_x", status: "paused", status_reason: "Paused by you." } },
  });
});

it("500 and then 200: it comes again after five seconds, the same words under the same id, with a new moment", async () => {
  receiver.answer = answers(500);
  await send();
  await tell(app);
  await app.db.updateTable("tweets").set({ content: "other words" }).execute();
  expect(await listed()).toMatchObject([
    { status: "pending", lastStatus: 500, lastError: "The endpoint returned 500" },
  ]);
  receiver.answer = ok;
  await pass(app, seconds(3));
  expect(receiver.received).toHaveLength(1);
  await pass(app, seconds(4));
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]).toEqual(receiver.received[0]);
  const [first = {}, second = {}] = receiver.headers;
  expect(second["webhook-id"]).toBe(first["webhook-id"]);
  expect(Number(second["webhook-timestamp"])).toBeGreaterThan(Number(first["webhook-timestamp"]));
  expect(verify(hook.secret, 1)).toEqual(receiver.received[0]);
  await pass(app, minutes(10), seconds(30));
  expect(receiver.received).toHaveLength(2);
});

it("ten tries in 75 hours, give or take a fifth, and then it has failed and the webhook is disabled", async () => {
  receiver.answer = answers(503);
  await test();
  const tried: number[] = [];
  const startedAt = app.clock.now();
  for (let n = 0; n < 95 * 60 && tried.length < 10; n += 1) {
    const before = receiver.received.length;
    await tell(app);
    if (receiver.received.length > before) tried.push(app.clock.now() - startedAt);
    // The first waits are shorter than the steps of the later ones.
    app.clock.advance(tried.length < 2 ? seconds(1) : minutes(1));
  }
  const waits = tried.slice(1).map((at, n) => at - (tried[n] ?? 0));
  const promised = [seconds(5), minutes(5), minutes(30), ...[2, 5, 10, 14, 20, 24].map((hour) => hours(hour))];
  expect(waits).toHaveLength(9);
  for (const [n, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual((promised[n] ?? 0) * 0.8);
    expect(wait).toBeLessThanOrEqual((promised[n] ?? 0) * 1.2 + minutes(1));
  }
  expect(await listed()).toMatchObject([{ status: "failed", attempts: 10, nextAttemptAt: null, lastStatus: 503 }]);
  const isLong = (tried.at(-1) ?? 0) >= days(3);
  expect(await state()).toBe(isLong ? "No successful delivery for three days" : null);
});

it("after three days without an answer it is disabled, its person's other webhooks are told, and nothing more is written", async () => {
  const other = await openReceiver("/other");
  await hookTo(app, alice, other, ["webhook.disabled"]);
  receiver.answer = answers(500);
  for (let day = 0; day < 5; day += 1) {
    await test().catch(() => undefined);
    await pass(app, hours(20), minutes(20));
  }
  expect(await state()).toBe("No successful delivery for three days");
  expect(other.received).toMatchObject([
    {
      type: "webhook.disabled",
      data: {
        webhook: { id: hook.webhook.id, url: receiver.url, disabled_reason: "No successful delivery for three days" },
      },
    },
  ]);
  expect(await listed("pending")).toEqual([]);
  const seen = receiver.received.length;
  await changeWebhook(app, { ...by(), id: hook.webhook.id }, { description: "still disabled" });
  await send();
  await pass(app, minutes(1), seconds(10));
  expect(receiver.received).toHaveLength(seen);
  await expect(test()).rejects.toThrow("This webhook is disabled");
  receiver.answer = ok;
  expect(await changeWebhook(app, by(), { enabled: true })).toMatchObject({ isEnabled: true, disabledReason: null });
  await send(1);
  await tell(app);
  expect(receiver.received.slice(seen)).toMatchObject([{ type: "tweet.published" }]);
  await other.close();
});

it("one success between makes the three days begin anew", async () => {
  receiver.answer = answers(500);
  for (let half = 0; half < 10; half += 1) {
    if (half === 5) receiver.answer = ok;
    await test();
    await pass(app, half === 5 ? minutes(1) : hours(12), minutes(30));
    receiver.answer = answers(500);
  }
  expect(await state()).toBeNull();
});

it("410 disables at once, and what waits for it has failed", async () => {
  receiver.answer = answers(410);
  await send();
  await test();
  await tell(app);
  expect(await state()).toBe("The endpoint returned 410 Gone");
  await pass(app, minutes(10), seconds(10));
  expect(receiver.received.length).toBeLessThanOrEqual(2);
  expect((await listed()).map(({ status }) => status)).toEqual(["failed", "failed"]);
});

it("a redirect is a failure, and nobody is asked at its address", async () => {
  const beyond = await openReceiver("/beyond");
  receiver.answer = answers(307, { location: beyond.url });
  await send();
  await pass(app, minutes(1), seconds(5));
  expect(await listed()).toMatchObject([
    { status: "pending", lastStatus: 307, lastError: "The endpoint returned 307. Linnet doesn’t follow redirects." },
  ]);
  expect(beyond.received).toEqual([]);
  await beyond.close();
});

it("a receiver that says when is not asked before, but nobody is waited for longer than a day", async () => {
  receiver.answer = answers(503, { "retry-after": "900" });
  await test();
  await tell(app);
  await pass(app, minutes(14), seconds(20));
  expect(receiver.received).toHaveLength(1);
  receiver.answer = answers(503, { "retry-after": "99999999" });
  await pass(app, minutes(2), seconds(20));
  expect(receiver.received).toHaveLength(2);
  const left = ((await listed())[0]?.nextAttemptAt ?? 0) - app.clock.now();
  expect(left).toBeLessThanOrEqual(hours(24));
  expect(left).toBeGreaterThan(hours(23));
});

it("of two webhooks the dead one holds up no other, and has one on its way at a time", async () => {
  const dead = await openReceiver("/dead");
  const held: (() => void)[] = [];
  dead.answer = (response) => void held.push(() => response.writeHead(500).end());
  await hookTo(app, alice, dead);
  const passing: Promise<void>[] = [];
  for (let n = 0; n < 5; n += 1) {
    await send(n);
    passing.push(tell(app));
    await receiver.until(n + 1);
  }
  expect(typesAt(receiver)).toEqual(Array(5).fill("tweet.published"));
  expect(dead.received).toHaveLength(1);
  for (const release of held) release();
  dead.answer = ok;
  await Promise.all(passing);
  await pass(app, minutes(1), seconds(5));
  expect(new Set(dead.received.map(({ id }) => id)).size).toBe(5);
  expect(receiver.received).toHaveLength(5);
  await dead.close();
});

it("for 24 hours after a new secret both sign, and then the new one alone", async () => {
  const next = await rotateSecret(app, by());
  expect(next).not.toBe(hook.secret);
  await test();
  await tell(app);
  const bodies = () => receiver.received.map((body) => JSON.stringify(body));
  const wanted = (n: number, secrets: string[]) =>
    secrets.map((secret) => signatureOf(secret, receiver.headers[n] ?? {}, bodies()[n] ?? "")).join(" ");
  expect(receiver.headers[0]?.["webhook-signature"]).toBe(wanted(0, [next, hook.secret]));
  expect([verify(next), verify(hook.secret)]).toEqual([receiver.received[0], receiver.received[0]]);
  app.clock.advance(hours(24) + 1);
  await test();
  await tell(app);
  expect(receiver.headers[1]?.["webhook-signature"]).toBe(wanted(1, [next]));
  await pruneWebhooks(app);
  const row = await app.db.selectFrom("webhooks").selectAll().executeTakeFirstOrThrow();
  expect([row.former_secret, row.former_until]).toEqual([null, null]);
  expect(JSON.stringify(row)).not.toContain(next);
});

it("another key of the server seals the secrets anew, and messages are signed as before", async () => {
  const before = await app.db.selectFrom("webhooks").select("secret").executeTakeFirstOrThrow();
  app.config.encryptionKeys = ["another key that is long enough", ...app.config.encryptionKeys];
  await resealWebhooks(app);
  const after = await app.db.selectFrom("webhooks").select("secret").executeTakeFirstOrThrow();
  expect(after.secret).not.toBe(before.secret);
  app.config.encryptionKeys = app.config.encryptionKeys.slice(0, 1);
  await test();
  await tell(app);
  expect(verify(hook.secret)).toEqual(receiver.received[0]);
});

it("what was sent can be sent again: the same id and words, all tries before it", async () => {
  await send();
  await tell(app);
  const [delivery] = await listed();
  app.clock.advance(days(2));
  await replayDelivery(app, alice.user.id, delivery?.id ?? 0);
  expect(await listed()).toMatchObject([{ status: "pending", attempts: 0 }]);
  await tell(app);
  expect(receiver.received[1]).toEqual(receiver.received[0]);
  expect(receiver.headers[1]?.["webhook-id"]).toBe(receiver.headers[0]?.["webhook-id"]);
  expect(receiver.headers[1]?.["webhook-timestamp"]).not.toBe(receiver.headers[0]?.["webhook-timestamp"]);
  const bob = await makePerson(app, "bob");
  await expect(replayDelivery(app, bob.user.id, delivery?.id ?? 0)).rejects.toMatchObject({ code: "not_found" });
});

it("one person's programs hear nothing of another's", async () => {
  const bob = await makePerson(app, "bob");
  const his = await openReceiver("/bob");
  await hookTo(app, bob, his);
  await send();
  await pass(app, seconds(5));
  expect([typesAt(receiver), typesAt(his)]).toEqual([["tweet.published"], []]);
  await his.close();
});

it("a webhook that is removed takes all of it along, also what is on its way", async () => {
  const held: (() => void)[] = [];
  receiver.answer = (response) => void held.push(() => ok(response));
  await send();
  await send(1);
  await send(2);
  const passing = tell(app);
  await receiver.until(1);
  await removeWebhook(app, by());
  for (const release of held) release();
  await passing;
  await pass(app, minutes(6), seconds(10));
  for (const table of ["webhooks", "deliveries", "subscriptions"] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

it("who leaves takes webhooks and deliveries along", async () => {
  receiver.answer = answers(500);
  await send();
  await tell(app);
  await leave(app, alice.user.id, { password, address: "198.51.100.7" });
  for (const table of ["webhooks", "deliveries", "subscriptions", "events"] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

it("a thread that is too long for a receiver comes without its parts, and every body fits", async () => {
  const { bodyOf } = await import("~/features/webhooks/compose.server");
  const part = { tweet_content: "ü".repeat(400) };
  const tweet = { id: 1, thread: { of: 25, parts: Array(25).fill(part) as unknown[] } };
  const event = { id: "evt_1", type: "tweet.published", at: 0 };
  expect(Buffer.byteLength(JSON.stringify({ tweet }))).toBeGreaterThan(20_000);
  const body = bodyOf(event, { tweet });
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
  expect(JSON.parse(body)).toMatchObject({ data: { tweet: { id: 1, thread: { of: 25, parts: [] } } } });
});

it("a stop of the server in the middle of a call is no failure of the receiver's", async () => {
  receiver.answer = () => undefined;
  await test();
  const passing = tell(app);
  await receiver.until(1);
  app.work.abort();
  await passing;
  expect(await listed()).toMatchObject([
    { status: "pending", lastError: "This server stopped before it got a response" },
  ]);
  expect(await app.db.selectFrom("webhooks").select("failures").execute()).toEqual([{ failures: 0 }]);
});

it("of an event whose tweet was deleted meanwhile nothing is sent", async () => {
  await inTransaction(app.db, (trx) =>
    recordEvents(trx, app, [{ type: "tweet.published", userId: alice.user.id, tweetId: 999_999, at: app.clock.now() }]),
  );
  await tell(app);
  expect(await listed()).toEqual([]);
  await publishDue(app);
});

it("the download names webhooks and no secret", async () => {
  const text = await exportText(app, alice.user.id, "json", { address: "198.51.100.7" });
  const row = await app.db.selectFrom("webhooks").selectAll().executeTakeFirstOrThrow();
  expect((JSON.parse(text) as { webhooks: unknown }).webhooks).toEqual([
    {
      ...{ id: hook.webhook.id, url: receiver.url, events: ["*"], description: "", enabled: true },
      ...{ disabled_reason: null, created_at: new Date(row.created_at).toISOString() },
    },
  ]);
  expect(text).not.toContain(row.secret);
  expect(text).not.toContain("whsec_");
  expect(JSON.stringify(app.logged)).not.toContain("whsec_");
});
