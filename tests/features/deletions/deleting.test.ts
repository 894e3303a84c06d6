// Deleting what is out, by its person's order: the last part first, each again until it is sure, and never without an order.
import { beforeEach, describe, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import {
  changeThread,
  continueThread,
  pauseAccount,
  publishNow,
  readJournal,
  resolve,
  resumeAccount,
  stopThread,
  unlink,
  writeThread,
} from "~/features/publishing/publishing.server";
import { deleteDue, deletePost } from "~/features/deletions/deletions.server";
import { sentenceOf } from "~/features/publishing/rules/journal-words";
import { lineOf, stateOf } from "~/features/threads/threads.server";
import { getTweet } from "~/features/tweets/tweets.server";
import type { Change } from "~db/schema";
import { makePerson } from "~tests/support/people/make";
import { answered, type Fault } from "~tests/support/fakes/faulty-network";
import { sumSpent } from "~tests/support/spent";
import { account, alice, app, ask, network, now, pass, read, setStage, tweets } from "../publishing/stage";
import { threadOf } from "../publishing/thread-stage";

setStage();

/** The posts that the network was asked to delete, in order. */
let called: string[];
beforeEach(() => {
  called = [];
  const { deletePost: call } = network;
  network.deletePost = (tokens, request) => {
    called.push(request.postId);
    return call(tokens, request);
  };
});

const spentUsd = async () => (await sumSpent(app.db, 0)) / 1_000_000;
const rows = () => app.db.selectFrom("deletions").selectAll().orderBy("tweet_id").execute();
const states = async () => (await rows()).map(({ state }) => state);
const order = (tweetId: number) => deletePost(app, { userId: alice.user.id, tweetId });
const faults = (...list: Fault[]) => void network.callFaults.deletePost.push(...list);
/** What falls due in the next `ms` is asked for. */
async function work(ms = 0): Promise<number> {
  app.clock.advance(ms);
  const { started, done } = await deleteDue(app);
  await done;
  return started;
}
const there = async () =>
  (await app.db.selectFrom("sandbox_posts").select("id").where("deleted_at", "is", null).orderBy("id").execute()).map(
    ({ id }) => id,
  );
const journal = async (tweetId: number) => (await readJournal(app, tweetId)).map((event) => sentenceOf(event));

/** A thread of so many parts, of which some are out; it goes on. */
async function begin(of = 3, out = of): Promise<{ id: number; ids: number[]; postIds: (string | null)[] }> {
  const parts = Array.from({ length: of }, (_, n) => `Bees keep ${["time", "warm", "house"][n] ?? n}.`);
  const { id } = await writeThread(app, { userId: alice.user.id, parts, account: account.networkUserId });
  await publishNow(app, { userId: alice.user.id, tweetId: id, account: null });
  for (let n = 1; n < out; n += 1) {
    app.clock.advance(seconds(6));
    await pass();
  }
  return { id, ...(await partsOf(id)) };
}
const thread = (id: number) => threadOf({ tweetId: id });
async function partsOf(id: number) {
  const { parts } = await thread(id);
  return { ids: parts.map((part) => part.id), postIds: parts.map(({ postId }) => postId) };
}
const line = async (id: number) =>
  lineOf(await thread(id), { gapMs: seconds(5), timeZone: "UTC", now: app.clock.now() });

describe("a tweet", () => {
  it("is deleted once its person orders it, stays published, says when, and costs a cent", async () => {
    const { id, postId } = await now(0);
    await now(1);
    const spent = await spentUsd();
    expect(await work()).toBe(0);
    const ordered = await order(id);
    expect([ordered.state, ordered.deletedAt]).toEqual(["published", null]);
    expect(called).toEqual([]);
    expect(await work()).toBe(1);
    expect(called).toEqual([postId]);
    expect(await read(0)).toMatchObject({ state: "published", deletedAt: app.clock.now(), postId, error: null });
    expect((await read(1)).deletedAt).toBeNull();
    expect(await there()).toEqual([(await read(1)).postId]);
    expect((await spentUsd()) - spent).toBeCloseTo(0.01);
    expect(await journal(id)).toEqual([
      "Sent to X.",
      "Accepted by X.",
      "You asked Linnet to delete this post from X.",
      "Deleted from X.",
    ]);
    expect(await work(hours(1))).toBe(0);
  });

  it("takes its figures along", async () => {
    const { id } = await now(0);
    const reading = { tweet_id: id, slot: "24h" as const, read_at: 1, likes: 3, source: "sandbox" as const };
    await app.db.insertInto("readings").values(reading).execute();
    await order(id);
    await work();
    expect(await app.db.selectFrom("readings").selectAll().execute()).toEqual([]);
  });

  it("ordered twice is called once, and ordered again once it is gone changes nothing", async () => {
    const { id } = await now(0);
    await order(id);
    await order(id);
    await work();
    await order(id);
    expect(await work(minutes(5))).toBe(0);
    expect(called).toHaveLength(1);
    expect(await states()).toEqual(["done"]);
  });

  it("that the network knows no more is deleted", async () => {
    const { id } = await now(0);
    await app.db.updateTable("sandbox_posts").set({ deleted_at: 1 }).execute();
    faults(answered(404));
    await order(id);
    await work();
    expect((await read(0)).deletedAt).toBe(app.clock.now());
  });

  it.each<[string, Fault]>([
    ["whose answer was lost, though it was deleted", "lost after"],
    ["whose request was lost", "lost before"],
    ["that could not be reached", "not sent"],
    ["that met a fault of the network's own", answered(503)],
    ["that the network says it has kept", answered(200, { data: { deleted: false } })],
  ])("%s is asked for again after 30 seconds", async (_, fault) => {
    const { id } = await now(0);
    faults(fault);
    await order(id);
    await work();
    expect((await read(0)).deletedAt).toBeNull();
    expect(await work(seconds(29))).toBe(0);
    expect(await work(seconds(1))).toBe(1);
    expect(await read(0)).toMatchObject({ deletedAt: app.clock.now(), error: null });
    expect(await there()).toEqual([]);
  });

  it("is given up after five tries, says so, and is tried anew where it is ordered again", async () => {
    const { id } = await now(0);
    faults(...Array.from({ length: 5 }, () => answered(503)));
    await order(id);
    for (let n = 0; n < 8; n += 1) await work(seconds(30));
    expect(called).toHaveLength(5);
    expect(await states()).toEqual(["gave_up"]);
    const sentence = "X didn’t confirm the deletion after 5 tries. Check X.";
    expect(await read(0)).toMatchObject({ state: "published", deletedAt: null, error: sentence });
    expect((await journal(id)).at(-1)).toBe(`Not deleted. ${sentence}`);
    expect((await order(id)).error).toBeNull();
    await work();
    expect(await read(0)).toMatchObject({ deletedAt: app.clock.now(), error: null });
  });

  it("ordered again has all of its five tries anew", async () => {
    const { id } = await now(0);
    faults(...Array.from({ length: 9 }, () => answered(503)));
    await order(id);
    for (let n = 0; n < 8; n += 1) await work(seconds(30));
    expect([called.length, ...(await states())]).toEqual([5, "gave_up"]);
    await order(id);
    for (let n = 6; n <= 9; n += 1) {
      expect(await work(seconds(30))).toBe(1);
      expect([called.length, ...(await states())]).toEqual([n, "open"]);
    }
    await work(seconds(30));
    expect(await read(0)).toMatchObject({ deletedAt: app.clock.now(), error: null });
  });

  it("is given up at once where the network refuses, with its words", async () => {
    const { id } = await now(0);
    faults(answered(403, { title: "Forbidden", detail: "Not yours.", type: "about:blank", status: 403 }));
    await order(id);
    await work();
    expect((await read(0)).error).toBe("X refused to delete this post: “Not yours.”. Check X.");
    expect(await work(hours(1))).toBe(0);
  });

  it("waits for the end of a limit, which counts no try", async () => {
    const { id } = await now(0);
    const until = app.clock.now() + minutes(8);
    const limited = answered(429, {}, { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String(until / 1000) });
    faults(...Array.from({ length: 6 }, () => limited));
    await order(id);
    await work();
    expect((await rows())[0]?.tries).toBe(0);
    expect(await work(minutes(7))).toBe(0);
    for (let n = 0; n < 6; n += 1) await work(minutes(16));
    expect((await read(0)).deletedAt).not.toBeNull();
    expect(await journal(id)).toContain("Not deleted yet: X’s rate limit was reached.");
  });

  it("waits for tomorrow where the day's money is spent, and the day counts what it cost", async () => {
    const { id } = await now(0);
    app.config = { ...app.config, dailySpendLimit: 0.024 };
    await order(id);
    expect(await work()).toBe(0);
    expect(called).toEqual([]);
    expect((await journal(id)).at(-1)).toBe(
      "Not deleted yet: You’ve used your $0.024 share of this server’s $0.024 for today.",
    );
    app.config = { ...app.config, dailySpendLimit: 0.01 };
    expect(await work(hours(24))).toBe(1);
    await expect(now(1)).rejects.toMatchObject({ code: "daily_spend_limit" });
  });

  it("costs nothing where nobody deleted anything", async () => {
    const { id } = await now(0);
    const spent = await spentUsd();
    faults(answered(503), "lost before", "not sent");
    await order(id);
    await work();
    expect((await spentUsd()) - spent).toBeCloseTo(0);
    await work(seconds(30));
    // A lost answer may have been charged.
    expect((await spentUsd()) - spent).toBeCloseTo(0.01);
    await work(seconds(30));
    await work(seconds(30));
    expect((await spentUsd()) - spent).toBeCloseTo(0.02);
  });

  it("is asked for once more after a lease where nobody wrote the answer down", async () => {
    const { id } = await now(0);
    const { deletePost: call } = network;
    network.deletePost = async (tokens, request) => {
      await call(tokens, request);
      throw new Error("the process was killed");
    };
    await order(id);
    await work();
    expect((await rows())[0]).toMatchObject({ state: "open", tries: 1 });
    network.deletePost = call;
    expect(await work(seconds(59))).toBe(0);
    expect(await work(seconds(1))).toBe(1);
    expect((await read(0)).deletedAt).toBe(app.clock.now());
  });

  it("whose first call answers after its lease has ended is decided by the second", async () => {
    const { id } = await now(0);
    let answer = () => {};
    const late = new Promise<void>((resolve) => (answer = resolve));
    const { deletePost: call } = network;
    network.deletePost = async () => {
      await late;
      return answered(403, { detail: "No." });
    };
    await order(id);
    const first = await deleteDue(app);
    network.deletePost = call;
    await work(minutes(1));
    answer();
    await first.done;
    expect(await states()).toEqual(["done"]);
    expect((await read(0)).error).toBeNull();
  });

  it("is not begun by a server that stops, nor by a node that may not claim", async () => {
    const { id } = await now(0);
    await order(id);
    app.work.stop();
    expect(await work()).toBe(0);
    expect(called).toEqual([]);
  });

  it("is not another's to delete, nor one that is not out", async () => {
    const bob = await makePerson(app, "bob");
    const { id } = await now(0);
    await expect(deletePost(app, { userId: bob.user.id, tweetId: id })).rejects.toMatchObject({ code: "not_found" });
    await expect(deletePost(app, { userId: alice.user.id, tweetId: ask(1).tweetId })).rejects.toThrow(
      "Nothing is posted",
    );
    expect(await rows()).toEqual([]);
  });

  it("whose answer was lost is refused until it is known what became of it", async () => {
    network.faults.push("lost after");
    await expect(now(0)).rejects.toMatchObject({ code: "timeout" });
    await expect(order(ask(0).tweetId)).rejects.toThrow("This tweet may be posted, and Linnet is checking.");
    expect(await rows()).toEqual([]);
  });

  it("that a person said is out, and not where, is refused", async () => {
    network.faults.push("lost after");
    network.unreadable = true;
    await expect(now(0)).rejects.toMatchObject({ code: "timeout" });
    const which = { userId: alice.user.id, tweetId: ask(0).tweetId };
    await app.db
      .updateTable("tweets")
      .set({ error_code: "needs_confirmation", check_at: null })
      .where("id", "=", which.tweetId)
      .execute();
    await resolve(app, { ...which, published: true });
    await expect(order(which.tweetId)).rejects.toThrow("Linnet doesn’t know where this tweet is. Delete it on X.");
  });
});

describe("in every state", () => {
  const lease = { lease_token: "token", lease_until: 9e12, lease_node: "node" };
  const soon = { state: "scheduled" as const, due_at: 1, undo_until: 1 };
  const out = { state: "published" as const, published_at: 1, post_id: "20" };
  it.each<[string, Change<"tweets">, string | null]>([
    ["pending", { state: "pending" }, "Nothing is posted"],
    ["in the bin", { state: "pending", discarded_at: 1 }, "Nothing is posted"],
    ["scheduled", { state: "scheduled", due_at: 1 }, "Nothing is posted"],
    ["waiting its five seconds", soon, "Undo that first"],
    ["publishing", { state: "publishing", ...lease }, "This tweet is being posted. Try again in a few minutes."],
    ["unknown", { state: "unknown", ...lease }, "This tweet may be posted, and Linnet is checking."],
    ["failed", { state: "failed", error: "No.", error_code: "refused" }, "Nothing is posted"],
    ["published", out, null],
    ["published and deleted", { ...out, deleted_at: 2 }, null],
  ])("a tweet that is %s", async (_, row, refused) => {
    const inFlight = { publishing: "in_flight", unknown: "in_flight" };
    const codes: Record<string, string> = row === soon ? { scheduled: "already_sent" } : inFlight;
    const id = ask(0).tweetId;
    await app.db.updateTable("tweets").set(row).where("id", "=", id).execute();
    if (refused === null) expect((await order(id)).state).toBe("published");
    else
      await expect(order(id)).rejects.toMatchObject({
        code: codes[String(row.state)] ?? "not_published",
        message: expect.stringContaining(refused) as string,
      });
    const ordered = refused === null && row.deleted_at === undefined;
    expect((await rows()).map(({ tweet_id: tweetId }) => tweetId)).toEqual(ordered ? [id] : []);
  });

  /** The third part's state, beside two that are out. */
  it.each<[string, Change<"tweets">, Change<"threads">, string | null]>([
    ["going, the next one pending", { state: "pending" }, { state: "going" }, null],
    ["going, the next one scheduled", { state: "scheduled", due_at: 1 }, { state: "going" }, null],
    [
      "going, the next one on its way",
      { state: "publishing", ...lease },
      { state: "going" },
      "Part 3 is being posted.",
    ],
    ["going, the next one unknown", { state: "unknown", ...lease }, { state: "going" }, "Part 3 may be posted"],
    ["stopped", { state: "failed" }, { state: "stopped", stop_code: "refused" }, null],
    ["ended by its person", { state: "pending" }, { state: "done" }, null],
  ])("a thread that is %s", async (_, row, change, refused) => {
    const { id, ids } = await begin(3, 2);
    const last = app.db.updateTable("tweets").where("id", "=", ids[2] ?? 0);
    await last.set({ due_at: null, ...row }).execute();
    await app.db.updateTable("threads").set(change).execute();
    if (refused !== null) {
      await expect(order(id)).rejects.toMatchObject({
        code: "in_flight",
        message: expect.stringContaining(refused) as string,
      });
      expect(await rows()).toEqual([]);
      return;
    }
    await order(id);
    expect((await rows()).map(({ tweet_id: tweetId }) => tweetId)).toEqual(ids.slice(0, 2));
    const { parts } = await thread(id);
    expect(parts[2]?.state).toBe(row.state === "failed" ? "failed" : "pending");
    expect(stateOf(await thread(id))).toBe(change.state === "done" ? "done" : "stopped");
  });
});

describe("an account", () => {
  const wait = async () => {
    const { id } = await now(0);
    await order(id);
    return id;
  };
  const setAccount = (change: object) =>
    app.db.updateTable("accounts").set(change).where("id", "=", account.id).execute();

  it("that its person paused deletes all the same, and stays paused whatever the network says", async () => {
    const { id } = await now(0);
    await pauseAccount(app, alice.user.id, account.networkUserId);
    await order(id);
    faults(answered(401));
    await work();
    expect((await read(0)).error).toContain("X rejected the account’s authorization");
    await order(id);
    faults(answered(402, { title: "CreditsDepleted", type: "https://api.twitter.com/2/problems/credits" }));
    await work();
    expect((await read(0)).error).toContain("X isn’t accepting anything from this account");
    expect(
      await app.db.selectFrom("accounts").select(["status", "paused_by"]).where("id", "=", account.id).execute(),
    ).toEqual([{ status: "paused", paused_by: "person" }]);
    await order(id);
    await work();
    expect((await read(0)).deletedAt).toBe(app.clock.now());
  });

  it("that the network blocks is paused, and the order waits until it is resumed", async () => {
    const id = await wait();
    faults(answered(402, { title: "CreditsDepleted", type: "https://api.twitter.com/2/problems/credits" }));
    await work();
    const [row] = await app.db.selectFrom("accounts").selectAll().where("id", "=", account.id).execute();
    expect(row).toMatchObject({ status: "paused", paused_by: "network" });
    expect(await work(hours(2))).toBe(0);
    expect(called).toHaveLength(1);
    await expect(order(id)).rejects.toThrow("out of X credits");
    await resumeAccount(app, alice.user.id, account.networkUserId);
    await work(minutes(1));
    expect((await read(0)).deletedAt).toBe(app.clock.now());
  });

  it("whose authorization is refused twice, apart in time, asks to be connected again", async () => {
    await wait();
    faults(answered(401), answered(401));
    await work();
    expect(await work(minutes(9))).toBe(0);
    await work(minutes(1));
    const [row] = await app.db.selectFrom("accounts").selectAll().where("id", "=", account.id).execute();
    expect(row?.status).toBe("reconnect");
    expect((await rows())[0]).toMatchObject({ state: "open", tries: 0 });
    await work(hours(1));
    expect(called).toHaveLength(2);
    await setAccount({ status: "active", refused_at: null });
    await work(minutes(1));
    expect((await read(0)).deletedAt).toBe(app.clock.now());
  });

  it.each<[string, () => Promise<unknown>]>([
    ["asks to be connected again", () => setAccount({ status: "reconnect" })],
    ["is of a person who is disabled", () => app.db.updateTable("users").set({ disabled_at: 1 }).execute()],
    ["is of another network", () => setAccount({ network: "x" })],
  ])("that %s for a day gives up", async (_, change) => {
    await wait();
    await change();
    expect(await work(hours(23))).toBe(0);
    expect(await states()).toEqual(["open"]);
    await work(hours(1));
    expect(called).toEqual([]);
    expect((await read(0)).error).toBe(
      "Linnet couldn’t use @alice_x for 24 hours, so this post wasn’t deleted. Check X.",
    );
  });

  it("that is unlinked gives up, and takes no order any more", async () => {
    const id = await wait();
    await unlink(app, alice.user.id, account.networkUserId);
    await work();
    expect(called).toEqual([]);
    expect((await read(0)).error).toBe("@alice_x was disconnected before the post was deleted. Check X.");
    await expect(order(id)).rejects.toThrow("is no longer connected");
  });
});

describe("whoever asks what changed since", () => {
  const changedAt = async (tweetId: number) => (await getTweet(app, alice.user.id, tweetId)).updatedAt;

  it("is told that a tweet is gone, or could not be deleted", async () => {
    for (const n of [0, 1]) {
      const { id } = await now(n);
      await order(id);
      if (n === 1) faults(answered(403, { detail: "No.", type: "about:blank", status: 403 }));
      await work(seconds(1));
      expect(await changedAt(id)).toBe(app.clock.now());
    }
  });

  it("is told in a thread's first part that a later one is gone", async () => {
    const { id } = await begin(2);
    await order(id);
    await work(seconds(1));
    expect(await changedAt(id)).toBe(app.clock.now());
  });

  it("is told there of an order, and of a later part that could not be deleted", async () => {
    const { id } = await begin(2);
    app.clock.advance(seconds(1));
    await order(id);
    expect(await changedAt(id)).toBe(app.clock.now());
    faults(answered(403, { detail: "No.", type: "about:blank", status: 403 }));
    await work(seconds(1));
    expect(await changedAt(id)).toBe(app.clock.now());
  });
});

describe("a thread", () => {
  it("is deleted from its last part to its first, each once the one behind it is gone", async () => {
    const { id, postIds } = await begin();
    await order(id);
    expect(await work()).toBe(1);
    expect(called).toEqual([postIds[2]]);
    await work();
    await work();
    expect(called).toEqual(postIds.toReversed());
    expect(await there()).toEqual([]);
    expect(await getTweet(app, alice.user.id, id)).toMatchObject({ state: "published", deletedAt: app.clock.now() });
    expect(await line(id)).toBe("All 3 parts were posted, then deleted.");
  });

  it("that goes on is stopped by the order, and ends once what was out is gone", async () => {
    const { id, ids, postIds } = await begin(3, 2);
    await order(id);
    expect(stateOf(await thread(id))).toBe("stopped");
    expect((await thread(id)).parts[2]?.state).toBe("pending");
    app.clock.advance(minutes(1));
    expect(await pass()).toBe(0);
    await work();
    expect(await line(id)).toBe(
      "2 of 3 parts posted. Part 2 was deleted. You stopped the thread. Part 3 hasn’t been posted.",
    );
    await work();
    expect(called).toEqual([postIds[1], postIds[0]]);
    expect(await line(id)).toBe("2 of 3 parts were posted, then deleted.");
    expect((await getTweet(app, alice.user.id, id)).state).toBe("published");
    expect(await journal(ids[0] ?? 0)).toEqual(expect.arrayContaining(["Deleted from X."]));
    expect(await journal(id)).toContain("You stopped the thread. The part being posted was the last one.");
  });

  it("keeps what stands before a part that could not be deleted, until it is ordered again", async () => {
    const { id, ids } = await begin();
    faults("lost after", answered(403, { detail: "No." }));
    await order(id);
    await work();
    // A lost answer holds up what stands before it, too.
    expect(await work(seconds(1))).toBe(0);
    await work(seconds(30));
    expect(await states()).toEqual(["gave_up", "gave_up", "gave_up"]);
    const kept = "Part 3 couldn’t be deleted, so this part wasn’t deleted either. Check X.";
    expect((await thread(id)).parts.map(({ error }) => error)).toEqual([
      kept,
      kept,
      "X refused to delete this post: “No.”. Check X.",
    ]);
    expect((await journal(ids[0] ?? 0)).at(-1)).toBe(`Not deleted. ${kept}`);
    expect(await work(hours(1))).toBe(0);
    await order(id);
    for (let n = 0; n < 3; n += 1) await work();
    expect(await there()).toEqual([]);
    expect((await thread(id)).parts.map(({ error }) => error)).toEqual([null, null, null]);
  });

  it("is taken by its first part alone, and not while a part is on its way", async () => {
    const { id, ids } = await begin(3, 1);
    await expect(order(ids[1] ?? 0)).rejects.toThrow(`This is part 2 of a thread. Use the first part, ${id}`);
    network.faults.push("lost before");
    app.clock.advance(seconds(6));
    await pass();
    await expect(order(id)).rejects.toThrow("Part 2 may be posted, and Linnet is checking.");
    let release = () => {};
    network.hold = new Promise((resolve) => (release = resolve));
    await app.db
      .updateTable("tweets")
      .set({ state: "scheduled", due_at: app.clock.now(), lease_token: null, check_at: null })
      .where("id", "=", ids[1] ?? 0)
      .execute();
    const sending = pass();
    await expect.poll(() => network.handed.length).toBe(3);
    await expect(order(id)).rejects.toThrow("Part 2 is being posted.");
    expect(await rows()).toEqual([]);
    release();
    await sending;
  });

  it("neither goes on nor is changed once some of it is to be deleted", async () => {
    const { id } = await begin(3, 2);
    await order(id);
    const which = { userId: alice.user.id, tweetId: id };
    const parts = (await thread(id)).parts.map(({ content }) => content);
    const refused = {
      code: "deleted",
      message: expect.stringContaining("Parts of this thread are deleted") as string,
    };
    for (let n = 0; n < 2; n += 1) {
      await expect(continueThread(app, which)).rejects.toMatchObject(refused);
      await expect(changeThread(app, { ...which, parts: [...parts.slice(0, 2), "Other words"] })).rejects.toMatchObject(
        refused,
      );
      await work();
    }
    expect((await thread(id)).parts.filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(2);
  });

  it("whose last post the network no longer has neither goes on nor is changed", async () => {
    const { id, ids } = await begin(3, 2);
    await stopThread(app, { userId: alice.user.id, tweetId: id });
    await app.db
      .updateTable("tweets")
      .set({ deleted_at: 1 })
      .where("id", "=", ids[1] ?? 0)
      .execute();
    await expect(continueThread(app, { userId: alice.user.id, tweetId: id })).rejects.toMatchObject({
      code: "deleted",
    });
    await order(id);
    expect((await rows()).map(({ tweet_id: tweetId }) => tweetId)).toEqual([ids[0]]);
  });

  it("and another one are deleted beside each other, by their accounts' own tokens", async () => {
    const { id } = await begin();
    const single = await now(0);
    await order(id);
    await order(single.id);
    expect(await work()).toBe(2);
    expect(tweets[0]?.id).toBe(single.id);
    expect((await read(0)).deletedAt).toBe(app.clock.now());
  });
});
