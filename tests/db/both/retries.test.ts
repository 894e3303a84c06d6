// Requests with an Idempotency-Key: however often and however many at once they come, the work is done once.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Account } from "~/features/accounts/account";
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import { request as requestTweets } from "~/features/generation/generation.server";
import { addToTimeline, scheduleAt, writeMany } from "~/features/scheduling/scheduling.server";
import { reconcileDue, writeThread, writeTweet } from "~/features/publishing/publishing.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { beginOnce } from "~/http/api/idempotency/idempotency.server";
import * as contract from "~/http/contract/tweets.server";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { prune } from "~jobs/prune.server";
import { linkAccount } from "~tests/support/people/make";
import { type Cast, createCast } from "~tests/support/calls/api-cast";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

type Body = Record<string, unknown> & { data: Record<string, unknown> };
const send = (path: string, json: unknown, key: string, by = cast.alice.key) =>
  cast.client.send<Body>("POST", path, { json, headers: { "idempotency-key": key } }, by);
const rows = () => cast.app.db.selectFrom("retries").selectAll().execute();
const countTweets = async () => (await cast.app.db.selectFrom("tweets").select("id").execute()).length;
const replayed = ({ headers }: { headers: Headers }) => headers.get("idempotent-replayed") === "true";
const words = { tweet_content: "Said once, however often it is sent" };

it("twenty at once are one act: one makes it, the others wait or get its answer", async () => {
  const before = await countTweets();
  const all = await Promise.all(Array.from({ length: 20 }, () => send("/api/questions/tweet", words, "k")));
  expect(await countTweets()).toBe(before + 1);
  const made = all.filter((one) => one.status === 201);
  expect(made.filter((one) => !replayed(one))).toHaveLength(1);
  expect(new Set(made.map(({ body }) => body.data["id"])).size).toBe(1);
  for (const { status, body } of all.filter((one) => one.status !== 201))
    expect([status, body["code"]]).toEqual([409, "idempotency_running"]);
  const later = await send("/api/questions/tweet", words, '"k"');
  expect([later.status, replayed(later), later.body]).toEqual([201, true, made[0]?.body]);
});

it("twenty presses of Post Now send it once", async () => {
  const id = await cast.newTweet();
  const all = await Promise.all(Array.from({ length: 20 }, () => send(`/api/questions/publish-now/${id}`, {}, "now")));
  expect(cast.network.handed).toHaveLength(1);
  for (const { status, body } of all) if (status !== 200) expect(body["code"]).toBe("idempotency_running");
  expect((await send(`/api/questions/publish-now/${id}`, {}, "now")).body.data).toMatchObject({
    id,
    status: "published",
  });
});

it("another request under the key is refused; the same in another order, with other credentials, is the same", async () => {
  const { alice } = cast;
  const other = await linkAccount(cast.app, alice, "alice_two");
  const account = { twitter_account_id: other.networkUserId };
  const first = await send("/api/questions/tweet", { ...words, ...account }, "k");
  const beside = { ...account, ...words, user_id: alice.user.id, api_key: alice.key };
  const again = await cast.client.send<Body>("POST", "/api/questions/tweet/", {
    json: beside,
    headers: { "idempotency-key": "k" },
  });
  expect([again.status, again.body]).toEqual([201, first.body]);
  for (const [path, json] of [
    ["/api/questions/tweet", words],
    ["/api/questions/tweet", { ...words, ...account, tweet_content: "Others" }],
    ["/api/questions/thread", { parts: ["One", "Two"] }],
  ] as const) {
    const refused = await send(path, json, "k");
    expect([refused.status, refused.body["code"]]).toEqual([422, "idempotency_mismatch"]);
  }
  // Bob's keys are his own.
  expect((await send("/api/questions/tweet", words, "k", cast.bob.key)).status).toBe(201);
});

it.each(["publish-now", "publish-random-auto"])(
  "another account in the query of %s is another request",
  async (verb) => {
    const { app, alice } = cast;
    const other = await linkAccount(app, alice, "alice_two");
    const third = await linkAccount(app, alice, "alice_three");
    const tweetId = await cast.newTweet();
    const path = `/api/questions/${verb}/${tweetId}`;
    const as = ({ networkUserId }: Account) => send(`${path}?twitter_account_id=${networkUserId}`, {}, "k");
    const first = await as(other);
    expect([first.status, replayed(first)]).toEqual([200, false]);
    const refused = await as(third);
    expect([refused.status, refused.body["code"]]).toEqual([422, "idempotency_mismatch"]);
    const again = await as(other);
    expect([again.status, replayed(again), again.body]).toEqual([200, true, first.body]);
    expect((await getTweet(app, alice.user.id, tweetId)).account?.id).toBe(other.id);
    expect(cast.network.handed).toHaveLength(verb === "publish-now" ? 1 : 0);
  },
);

it("what is refused is not kept: the mended request may have the same key, and a repeated one runs anew", async () => {
  expect((await send("/api/questions/tweet", { tweet_content: "x".repeat(281) }, "k")).status).toBe(422);
  expect(await rows()).toEqual([]);
  expect((await send("/api/questions/tweet", words, "k")).status).toBe(201);
  const id = await cast.newTweet();
  const at = `/api/questions/publish-now/${id}`;
  cast.network.faults = [{ kind: "answered", status: 403, headers: {}, body: {} }];
  expect((await send(at, {}, "now")).status).toBe(502);
  expect(await rows()).toHaveLength(1);
  const again = await send(at, {}, "now");
  expect([again.status, replayed(again), again.body.data["status"]]).toEqual([200, false, "published"]);
  for (const key of ["a b", '"open', '""', "x".repeat(256), "\u00e4"])
    expect([key, (await send("/api/questions/tweet", words, key)).status]).toEqual([key, 422]);
});

it("a post whose answer was lost is never sent again under its key, and is answered once it is known to be out", async () => {
  const id = await cast.newTweet();
  const at = `/api/questions/publish-now/${id}`;
  cast.network.faults = ["lost after"];
  expect((await send(at, {}, "now")).status).toBe(504);
  expect((await send(at, {}, "now")).status).toBe(504);
  for (let n = 0; n < 4; n += 1) {
    cast.app.clock.advance(minutes(3));
    await reconcileDue(cast.app);
  }
  const known = await send(at, {}, "now");
  expect([known.status, known.body.data["status"], replayed(known)]).toEqual([200, "published", false]);
  expect(replayed(await send(at, {}, "now"))).toBe(true);
  expect(cast.network.handed).toHaveLength(1);
  // Under another key it is what it was without one.
  expect((await send(at, {}, "other")).status).toBe(409);
});

it("a post whose process died before its answer is answered after two minutes, and not sent again", async () => {
  const id = await cast.newTweet();
  const at = `/api/questions/publish-now/${id}`;
  expect((await send(at, {}, "now")).status).toBe(200);
  // As it stands where the process ended between the post and the kept answer.
  await cast.app.db.updateTable("retries").set({ state: "sent", status: null, body: null }).execute();
  cast.app.clock.advance(minutes(2) - 1);
  expect((await send(at, {}, "now")).body["code"]).toBe("idempotency_running");
  cast.app.clock.advance(1);
  const mismatch = await send(`/api/questions/publish-now/${await cast.newTweet()}`, {}, "now");
  expect(mismatch.body["code"]).toBe("idempotency_mismatch");
  expect(await send(at, {}, "now")).toMatchObject({ status: 200, body: { data: { id, status: "published" } } });
  expect(cast.network.handed).toHaveLength(1);
});

it("work that is one transaction is kept with its answer or not at all", async () => {
  const { app, alice } = cast;
  const [userId, account] = [alice.user.id, alice.account.networkUserId];
  const tweetId = await cast.newTweet();
  const state = async () =>
    JSON.stringify([
      await app.db.selectFrom("tweets").select(["id", "state", "due_at"]).orderBy("id").execute(),
      (await app.db.selectFrom("generation_tasks").select("id").execute()).length,
    ]);
  const before = await state();
  const dies = () => Promise.reject(new Error("the process ends here"));
  const executeAt = app.clock.now() + hours(3);
  for (const work of [
    () => writeTweet(app, { userId, content: "a", account: null }, dies),
    () => writeMany(app, { userId, tweets: [{ content: "b", account, publishAt: executeAt }] }, dies),
    () => writeThread(app, { userId, parts: ["c", "d"], account: null }, dies),
    () => scheduleAt(app, { userId, tweetId, account, executeAt }, dies),
    () => addToTimeline(app, { userId, tweetId, account, timeZone: null }, dies),
    () => requestTweets(app, { userId, accountId: null, topic: "tea", webSearch: false }, dies),
  ]) {
    await expect(work()).rejects.toThrow("the process ends here");
    expect(await state()).toBe(before);
  }
});

it("a call that was slower than two minutes undoes its work where another has started it anew", async () => {
  const { app, alice } = cast;
  const before = await countTweets();
  const userId = alice.user.id;
  const request = new Request("http://localhost:3000/api/questions/tweet", { headers: { "idempotency-key": "k" } });
  const asked = {
    request,
    userId,
    endpoint: contract.writeTweet,
    params: {},
    search: new URLSearchParams(),
    raw: words,
  };
  const begin = async () => {
    const started = await beginOnce(app, asked as Parameters<typeof beginOnce>[1]);
    if ("replay" in started) throw new Error("It was answered already");
    return started;
  };
  const slow = await begin();
  app.clock.advance(minutes(2));
  const second = await begin();
  const write = ({ keep }: typeof slow, n: number) =>
    writeTweet(app, { userId, content: `by ${n}`, account: null }, (trx) => keep(trx, () => ({ data: n })));
  await expect(write(slow, 1)).rejects.toMatchObject({ code: "idempotency_running" });
  expect(await countTweets()).toBe(before);
  await slow.end({ data: 1 });
  await slow.fail(new Error("too late"));
  await write(second, 2);
  expect(await countTweets()).toBe(before + 1);
  expect(await beginOnce(app, asked as Parameters<typeof beginOnce>[1])).toEqual({
    replay: { status: 201, body: '{"success":true,"data":2}' },
  });
});

it("a key that may write and not publish makes drafts at once, and puts none on the timeline", async () => {
  const { app, alice } = cast;
  const makeKey = async (...scopes: ("write" | "publish")[]) =>
    (await makeKeyFor(app, alice.user.id, { name: scopes.join(), scopes, expiresAt: null })).key;
  const [writes, both] = [await makeKey("write"), await makeKey("publish", "write")];
  const later = { ...words, twitter_account_id: alice.account.networkUserId, publish_at: "random" };
  const before = await countTweets();
  const refused = await send("/api/tweets", { tweets: [{ tweet_content: "A draft" }, later] }, "k", writes);
  expect([refused.status, refused.body["code"], await countTweets()]).toEqual([403, "insufficient_scope", before]);
  expect((await send("/api/tweets", { tweets: [{ tweet_content: "A draft" }] }, "k", writes)).status).toBe(201);
  expect((await send("/api/tweets", { tweets: [later] }, "other", both)).status).toBe(201);
});

it("an answer is kept for a day, counts against no limit, and goes with its person", async () => {
  const { app, alice } = cast;
  const question = { question: "tea" };
  const first = await send("/api/questions/submit-gemini", question, "k");
  for (let n = 0; n < 70; n += 1) {
    const again = await send("/api/questions/submit-gemini", question, "k");
    expect([again.status, again.body["task_id"]]).toEqual([202, first.body["task_id"]]);
  }
  app.clock.advance(days(1) - seconds(1));
  await prune(app);
  expect(await rows()).toHaveLength(1);
  app.clock.advance(seconds(1));
  // Before it is pruned it is over already.
  const anew = await send("/api/questions/submit-gemini", question, "k");
  expect(anew.body["task_id"]).not.toBe(first.body["task_id"]);
  app.clock.advance(days(1));
  await prune(app);
  expect(await rows()).toEqual([]);
  await send("/api/questions/tweet", words, "k");
  await send("/api/questions/tweet", words, "k", cast.bob.key);
  await app.db.deleteFrom("users").where("id", "=", alice.user.id).execute();
  expect((await rows()).map((row) => row.user_id)).toEqual([cast.bob.user.id]);
});
