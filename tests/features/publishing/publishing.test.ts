// Post Now: claimed once, concluded by token, never simply sent again; also after a crash.
import { describe, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { setTimezone } from "~/features/users/users.server";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { publishDue, publishNow, reconcileDue, takeOverSends } from "~/features/publishing/publishing.server";
import { answered } from "~tests/support/fakes/faulty-network";
import { makeBatch, makePerson } from "~tests/support/people/make";
import { atRest } from "~tests/support/rest";
import { alice, app, ask, attempts, network, now, pass, read, setStage, tweets } from "./stage";

setStage();

describe("Post Now", () => {
  it("publishes and says where and when", async () => {
    const tweet = await now(0);
    expect(tweet).toMatchObject({ state: "published", publishType: "immediate", errorCode: null });
    expect(tweet.postId).toMatch(/^\d+$/);
    expect(network.accepted).toEqual([tweets[0]?.content]);
  });

  it("posts once for twenty clicks at once", async () => {
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => now(0)));
    expect(ends.filter((end) => end.status === "fulfilled")).toHaveLength(1);
    for (const end of ends) if (end.status === "rejected") expect(end.reason).toMatchObject({ code: "already_sent" });
    expect(network.handed).toHaveLength(1);
  });

  it("has its attempt on disk before the network is called", async () => {
    let release = () => {};
    network.hold = new Promise((resolve) => (release = resolve));
    const sending = now(0);
    await atRest();
    expect(network.handed).toHaveLength(1);
    expect(await attempts(0)).toMatchObject([{ attempt_no: 1, outcome: "sending" }]);
    release();
    await sending;
    expect(await attempts(0)).toMatchObject([{ attempt_no: 1, outcome: "published" }]);
  });

  it("fails with the reason when the network refuses, queues nothing, and may be posted again", async () => {
    network.faults = [answered(403, { title: "Forbidden", detail: "You are not permitted to perform this action." })];
    await expect(now(0)).rejects.toMatchObject({ code: "network_refused" });
    expect(await read(0)).toMatchObject({ state: "failed", errorCode: "not_permitted" });
    app.clock.advance(hours(12));
    expect(await pass()).toBe(0);
    await expect(now(0)).resolves.toMatchObject({ state: "published" });
  });

  it("says until when the rate limit lasts, in the person's zone", async () => {
    await setTimezone(app, alice.user.id, "Europe/Berlin");
    const reset = String(Math.floor((app.clock.now() + minutes(7)) / 1000));
    const headers = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": reset };
    network.faults = [answered(429, { title: "Too Many Requests" }, headers)];
    await expect(now(0)).rejects.toMatchObject({ code: "network_limited", retryAfterSeconds: 420 });
    expect((await read(0)).error).toBe("X’s rate limit is reached. Post again after 11:26, Berlin time.");
    app.clock.set(Date.parse("2026-11-19T22:55:00Z"));
    const tomorrow = String(Math.floor((app.clock.now() + minutes(14)) / 1000));
    network.faults = [answered(429, { title: "Too Many Requests" }, { ...headers, "x-rate-limit-reset": tomorrow })];
    await expect(now(1)).rejects.toMatchObject({ code: "network_limited" });
    expect((await read(1)).error).toBe("X’s rate limit is reached. Post again after Fri, Nov 20, 00:10, Berlin time.");
  });

  it("stays publishing when the answer is lost, and is found by reading the account's posts", async () => {
    network.faults = ["lost after"];
    await expect(now(0)).rejects.toMatchObject({ code: "timeout" });
    expect(await read(0)).toMatchObject({ state: "unknown" });
    await expect(now(0)).rejects.toMatchObject({ code: "already_sent" });
    await reconcileDue(app);
    expect(network.reads).toBe(0);
    app.clock.advance(seconds(120));
    await reconcileDue(app);
    expect(await read(0)).toMatchObject({ state: "published" });
    expect(network.accepted).toHaveLength(1);
  });

  it("sends once more only after two looks without it", async () => {
    network.faults = ["lost before"];
    await expect(now(0)).rejects.toMatchObject({ code: "timeout" });
    app.clock.advance(seconds(120));
    await reconcileDue(app);
    expect(await pass()).toBe(0);
    expect(await read(0)).toMatchObject({ state: "unknown" });
    app.clock.advance(seconds(179));
    await reconcileDue(app);
    expect(network.reads).toBe(1);
    app.clock.advance(seconds(1));
    await reconcileDue(app);
    expect(network.reads).toBe(2);
    expect(await pass()).toBe(1);
    expect(await read(0)).toMatchObject({ state: "published", publishType: "immediate" });
    expect((await attempts(0)).map((attempt) => attempt.outcome)).toEqual(["absent", "published"]);
    expect(network.accepted).toHaveLength(1);
  });

  it("never sends while the posts can't be read", async () => {
    network.faults = ["lost before"];
    await expect(now(0)).rejects.toBeDefined();
    network.unreadable = true;
    for (let hour = 0; hour < 24; hour++) {
      app.clock.advance(hours(1));
      await reconcileDue(app);
      await pass();
    }
    expect(network.handed).toHaveLength(1);
    expect(await read(0)).toMatchObject({ state: "unknown" });
  });

  it("looks a duplicate up before it calls it failed: it may be our own post", async () => {
    network.faults = ["lost after"];
    await expect(now(0)).rejects.toBeDefined();
    app.clock.advance(seconds(120));
    await reconcileDue(app);
    const duplicate = { title: "Forbidden", detail: "You are not allowed to create a Tweet with duplicate content." };
    network.faults = [answered(403, duplicate)];
    await expect(now(1)).rejects.toMatchObject({ code: "timeout" });
    app.clock.advance(seconds(120));
    await reconcileDue(app);
    app.clock.advance(seconds(180));
    await reconcileDue(app);
    expect(await read(1)).toMatchObject({ state: "failed", errorCode: "duplicate" });
  });

  it("refuses without an account, with a stranger's tweet, and when the server stops or is not the publisher", async () => {
    const bob = await makePerson(app, "bob");
    await expect(publishNow(app, { ...ask(0), userId: bob.user.id })).rejects.toMatchObject({ code: "not_found" });
    const [own] = await makeBatch(app, bob, null, "cycling");
    const bobs = { userId: bob.user.id, tweetId: own?.id ?? 0, account: null };
    await expect(publishNow(app, bobs)).rejects.toMatchObject({ code: "no_account" });
    app.node.setMayClaim(false);
    await expect(now(0)).rejects.toMatchObject({ code: "not_the_publisher" });
    app.node.setMayClaim(true);
    app.work.stop();
    await expect(now(0)).rejects.toMatchObject({ code: "shutting_down" });
    expect(network.handed).toEqual([]);
  });
});

describe("after a crash", () => {
  it("a send left open becomes unknown and is looked up, not sent", async () => {
    const { executeAt } = await addToTimeline(app, { ...ask(0), timeZone: "Europe/Berlin" });
    app.clock.set(executeAt);
    // The network has the post; the process ends before anything is written.
    network.faults = ["lost after"];
    const dying = { ...app, db: app.db };
    const { done } = await publishDue(dying);
    await done;
    const id = tweets[0]?.id ?? 0;
    await app.db.updateTable("tweets").set({ state: "publishing" }).where("id", "=", id).execute();
    await app.db
      .updateTable("attempts")
      .set({ outcome: "sending", ended_at: null })
      .where("tweet_id", "=", id)
      .execute();
    app.node.renew();
    expect(await takeOverSends(app)).toBe(1);
    expect(await pass()).toBe(0);
    app.clock.advance(seconds(120));
    await reconcileDue(app);
    expect(await read(0)).toMatchObject({ state: "published" });
    expect(network.accepted).toHaveLength(1);
  });

  it("a conclusion that comes after somebody else decided writes nothing", async () => {
    let release = () => {};
    network.hold = new Promise((resolve) => (release = resolve));
    const sending = now(0);
    await atRest();
    expect(network.handed).toHaveLength(1);
    await app.db
      .updateTable("tweets")
      .set({ lease_token: "another holder" })
      .where("id", "=", tweets[0]?.id ?? 0)
      .execute();
    release();
    await sending.catch(() => undefined);
    expect(await read(0)).toMatchObject({ state: "publishing" });
    expect(await attempts(0)).toMatchObject([{ outcome: "sending" }]);
  });
});
