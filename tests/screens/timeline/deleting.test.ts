// Deleting what is out, on the screens: a question by its address, ordered as it was asked, and what is said of it then.
import { afterEach, beforeEach, expect, it } from "vitest";
import { minutes, seconds } from "~/ground/time/duration";
import { deleteDue } from "~/features/deletions/deletions.server";
import { publishDue, publishNow, writeThread, writeTweet } from "~/features/publishing/publishing.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { answered, faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount } from "~tests/support/people/make";
import { atScreens } from "../support/acting";

let app: TestApp;
let network: FaultyNetwork;
beforeEach(async () => {
  app = await createTestApp();
  network = faulty(app.network);
  app.network = network;
});
afterEach(() => app.close());

/** Of an account that is not her default. */
async function scene(parts: string[]) {
  const alice = await atScreens(app, "alice");
  const { networkUserId: account } = await linkAccount(app, alice.person, "alice_second");
  const userId = alice.person.user.id;
  const made =
    parts.length === 1
      ? writeTweet(app, { userId, content: parts[0]!, account })
      : writeThread(app, { userId, parts, account });
  const { id } = await made;
  const path = `/timeline?tweet=${id}`;
  const opened = async (more = "") => (await alice.timeline(path + more)).week.opened;
  const order = (posts: number) =>
    alice.act(`${path}&delete=1`, { intent: "delete-post", tweetId: String(id), posts: String(posts) });
  const work = async (ms = 0) => {
    app.clock.advance(ms);
    await (
      await deleteDue(app)
    ).done;
  };
  const send = () => publishNow(app, { userId, tweetId: id, account: null });
  return { alice, id, path, opened, order, work, send };
}
const next = async () => {
  app.clock.advance(seconds(6));
  await (
    await publishDue(app)
  ).done;
};

it("a tweet that is out is deleted by a question, which only an address opens", async () => {
  const { opened, order, work, send, path } = await scene(["Terns go far."]);
  expect((await opened("&delete=1"))?.deletion).toBeNull();
  await send();
  const offered = { posts: 1, ofThread: false, costUsd: 0.01, isOrdered: false, trouble: null };
  expect((await opened())?.deletion).toEqual({ ...offered, asking: false });
  expect((await opened("&delete=1"))?.deletion).toEqual({ ...offered, asking: true });
  expect(await order(1)).toMatchObject({ to: path });
  expect((await opened())?.deletion).toMatchObject({ isOrdered: true });
  await work();
  expect(await opened()).toMatchObject({
    deletion: null,
    tweet: { status: "published", postUrl: null, reason: "Deleted." },
    journal: [
      {},
      {},
      { text: "You asked Linnet to delete this post from the sandbox." },
      { text: "Deleted from the sandbox.", tone: "good" },
    ],
  });
});

it("what could not be deleted is said in the window, and offered again", async () => {
  const { opened, order, work, send } = await scene(["Terns go far."]);
  await send();
  network.callFaults.deletePost.push(answered(403, { detail: "No.", type: "about:blank" }));
  await order(1);
  await work();
  const trouble = "X refused to delete this post: “No.”. Check X.";
  expect(await opened()).toMatchObject({ deletion: { isOrdered: false, trouble }, needsAttention: true });
  await order(1);
  expect((await opened())?.deletion).toMatchObject({ isOrdered: true, trouble: null });
});

it("of a thread as many posts are deleted as the question named, and it goes on no more", async () => {
  const { opened, order, work, send } = await scene(["Terns go far.", "Further than most.", "And come back."]);
  await send();
  expect((await opened())?.deletion).toMatchObject({ posts: 1, ofThread: true, costUsd: 0.01 });
  await next();
  expect((await opened())?.deletion).toMatchObject({ posts: 2, costUsd: 0.02 });
  // Another part went out since the question was asked.
  expect(await order(1)).toMatchObject({
    ok: false,
    error: "The posted parts have changed. Check them, then try again.",
  });
  expect((await opened())?.thread).toMatchObject({ state: "going", isDeleted: false });
  await order(2);
  expect(await opened()).toMatchObject({
    editable: false,
    thread: { state: "stopped", isDeleted: true, isOpen: false },
  });
  await work();
  // Pressed twice: what is left has changed, and the order stands.
  expect(await order(2)).toMatchObject({ to: expect.any(String) as string });
  expect((await opened())?.thread?.parts.map(({ word, postUrl }) => [word, postUrl !== null])).toEqual([
    ["Published", true],
    ["Deleted", false],
    ["Pending", false],
  ]);
  await work();
  expect(await opened()).toMatchObject({
    deletion: null,
    tweet: { status: "published", postUrl: null },
    thread: { state: "done", line: "2 of 3 parts were posted, then deleted." },
  });
});

it("a part that could not be deleted says so, and so does the one before it", async () => {
  const { opened, order, work, send } = await scene(["Terns go far.", "Further than most."]);
  await send();
  await next();
  network.callFaults.deletePost.push(answered(403, { detail: "No.", type: "about:blank" }));
  await order(2);
  await work();
  await work(minutes(5));
  expect((await opened())?.thread?.parts.map(({ error, status }) => [error, status])).toEqual([
    ["Part 2 couldn’t be deleted, so this part wasn’t deleted either. Check X.", "published"],
    ["X refused to delete this post: “No.”. Check X.", "published"],
  ]);
  expect((await opened())?.deletion).toMatchObject({ posts: 2, isOrdered: false, trouble: null });
});

it("is nobody else's, and is not offered while a part is on its way", async () => {
  const { opened, path, id, send } = await scene(["Terns go far.", "Further than most.", "And come back."]);
  await send();
  const bob = await atScreens(app, "bob");
  const foreign = await bob.act(path, { intent: "delete-post", tweetId: String(id), posts: "1" });
  expect(foreign).toMatchObject({ ok: false });
  expect((await opened())?.deletion).toMatchObject({ isOrdered: false });
  network.faults.push("lost before");
  await next();
  expect((await opened())?.deletion).toBeNull();
});
