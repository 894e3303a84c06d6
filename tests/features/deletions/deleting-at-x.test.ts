// Deleting at X itself, through the real client: what is lost on the way is asked for again, and what is gone is deleted.
import { afterEach, beforeEach, expect, it } from "vitest";
import { minutes, seconds } from "~/ground/time/duration";
import { beginLink, listAccounts, setDefault } from "~/features/accounts/accounts.server";
import { deleteDue, deletePost } from "~/features/deletions/deletions.server";
import { publishDue, publishNow, writeThread } from "~/features/publishing/publishing.server";
import { findThread } from "~/features/threads/threads.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi, cookieFor } from "~tests/support/calls/call";
import { type FakeX, type Fault, faults, startFakeX } from "~tests/support/fakes/fake-x";
import { clientOf } from "~tests/support/fakes/fake-x-linked";
import { makePerson, type Person } from "~tests/support/people/make";

let fake: FakeX;
let app: TestApp;
let alice: Person;
let tweetId: number;
beforeEach(async () => {
  fake = await startFakeX({ now: () => app?.clock.now() ?? Date.now() });
  app = await createTestApp({ network: clientOf(fake) });
  alice = await makePerson(app, "alice");
  await link("Alice_X");
  await link("Alice_Default");
  const accounts = await listAccounts(app, alice.user.id);
  const named = (username: string) => accounts.find((one) => one.username === username)?.networkUserId ?? "";
  await setDefault(app, alice.user.id, named("Alice_Default"));
  const parts = ["Wrens sing.", "Wrens rest."];
  ({ id: tweetId } = await writeThread(app, { userId: alice.user.id, parts, account: named("Alice_X") }));
  await publishNow(app, { userId: alice.user.id, tweetId, account: null });
  app.clock.advance(seconds(6));
  await (
    await publishDue(app)
  ).done;
});
afterEach(async () => {
  await app.close();
  await fake.close();
});

async function link(handle: string): Promise<void> {
  const viewer = { userId: alice.user.id, sessionId: alice.sessionId };
  const token = new URL(await beginLink(app, viewer, { forceLogin: true })).searchParams.get("oauth_token") ?? "";
  const { pathname, search } = new URL(fake.consentUrl(token, handle));
  const headers = { cookie: await cookieFor(app, alice.sessionId) };
  expect((await callApi(pathname + search, { headers })).status).toBe(303);
}

async function work(ms = 0): Promise<void> {
  app.clock.advance(ms);
  await (
    await deleteDue(app)
  ).done;
}
const parts = async () => (await findThread(app.db, await getTweet(app, alice.user.id, tweetId)))?.parts ?? [];
const order = () => deletePost(app, { userId: alice.user.id, tweetId });
/** What X was asked to delete, in order. */
const called = () =>
  fake.requests.flatMap(({ method, path }) => (method === "DELETE" ? [path.replace("/2/tweets/", "")] : []));

it("a thread is gone at X, its last part first", async () => {
  const ids = (await parts()).map(({ postId }) => postId ?? "");
  expect(ids.map((id) => fake.shown(id) !== null)).toEqual([true, true]);
  await order();
  await work();
  expect(ids.map((id) => fake.shown(id) !== null)).toEqual([true, false]);
  await work();
  expect(ids.map((id) => fake.shown(id) !== null)).toEqual([false, false]);
  expect(called()).toEqual(ids.toReversed());
  expect((await parts()).every(({ deletedAt }) => deletedAt === app.clock.now())).toBe(true);
});

it.each<[string, Fault]>([
  ["reset before X took it", faults.resetBefore],
  ["dropped after X took it", faults.dropAfter],
  ["half an answer", faults.halfAnswer],
  ["an answer that isn't X's", faults.notJson],
  ["a fault of X's own", faults.status(503)],
])("a deletion with %s is asked for again, before anything that it answers", async (_, fault) => {
  const [first = "", last = ""] = (await parts()).map(({ postId }) => postId ?? "");
  fake.failNextCalls("delete", fault);
  await order();
  await work();
  await work(seconds(29));
  expect(called()).toEqual([last]);
  await work(seconds(1));
  await work();
  expect(called()).toEqual([last, last, first]);
  expect([first, last].map((id) => fake.shown(id))).toEqual([null, null]);
  expect((await parts()).map(({ deletedAt }) => deletedAt !== null)).toEqual([true, true]);
});

it("X's limit of deletions is waited for until its reset", async () => {
  const reset = Math.ceil(app.clock.now() / 1000) + 600;
  const headers = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String(reset) };
  fake.failNextCalls("delete", faults.status(429, { headers }));
  await order();
  await work();
  await work(minutes(9));
  expect(called()).toHaveLength(1);
  await work(minutes(2));
  await work();
  expect(called()).toHaveLength(3);
});

it("what its person deleted at X by hand is deleted", async () => {
  for (const { postId } of await parts()) fake.deletePost(postId ?? "");
  await order();
  await work();
  await work();
  expect(called()).toHaveLength(2);
  expect((await parts()).map(({ deletedAt, error }) => [deletedAt !== null, error])).toEqual([
    [true, null],
    [true, null],
  ]);
});
