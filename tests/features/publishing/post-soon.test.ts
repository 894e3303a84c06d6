// Post Now with five seconds to take it back: it goes out once, as whom it was to, or it is taken back, and is never forgotten.
import { describe, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { addToTimeline, scheduleAt } from "~/features/scheduling/scheduling.server";
import {
  nextPublishAt,
  nextTweet,
  postSoon,
  publishDue,
  publishNow,
  publishSoon,
  undoPost,
} from "~/features/publishing/publishing.server";
import { listComing, listHistory, listPlaced, listTweets, toApi } from "~/features/tweets/tweets.server";
import { undoFor, undoMessages } from "~/features/publishing/rules/undo";
import { answered } from "~tests/support/fakes/faulty-network";
import { makePerson } from "~tests/support/people/make";
import { account, alice, app, ask, attempts, network, other, pass, read, setStage, tweets } from "./stage";
import { fiveSeconds, posted, soon, turn, words } from "./soon-stage";

setStage();

const back = (n: number) => undoPost(app, { userId: alice.user.id, tweetId: ask(n).tweetId });

describe("a tweet that is posted in five seconds", () => {
  it("goes out once they are over, as its own account, and not a moment sooner", async () => {
    const { undoUntil } = await soon(0);
    expect(undoUntil).toBe(app.clock.now() + seconds(5));
    app.clock.advance(undoFor - 1);
    expect([await turn(), posted()]).toEqual([0, []]);
    app.clock.advance(1);
    expect(await turn()).toBe(1);
    expect(posted()).toEqual([tweets[0]?.content]);
    const after = await read(0);
    expect(after).toMatchObject({ state: "published", publishType: "immediate", undoUntil: null });
    expect(after.account?.id).toBe(account.id);
    expect(await words(0)).toEqual([
      "You clicked Post Now. Posting as @alice_x in 5 seconds.",
      "Sent to X.",
      "Accepted by X.",
    ]);
  });

  it("goes out once, whoever else looks at the same moment and however often", async () => {
    await soon(0);
    app.clock.advance(undoFor);
    const turns = await Promise.all([publishSoon(app), publishSoon(app), publishDue(app), publishSoon(app)]);
    await Promise.all(turns.map(({ done }) => done));
    expect(await turn()).toBe(0);
    expect([posted().length, (await attempts(0)).length]).toEqual([1, 1]);
  });

  it("is claimed by nobody else, and its moment wakes the loop when the five seconds end", async () => {
    const { undoUntil } = await soon(0);
    expect(await nextPublishAt(app, app.clock.now())).toBe(undoUntil);
    app.clock.advance(minutes(1));
    expect([await pass(), posted()]).toEqual([0, []]);
  });

  it("is publishing for everybody who asks, and on nobody's timeline", async () => {
    await soon(0);
    expect(toApi(app, await read(0), [])).toMatchObject({
      status: "publishing",
      publish_type: "immediate",
      scheduled_time: null,
      twitter_username: "alice_x",
    });
    const [from, to] = [app.clock.now() - hours(1), app.clock.now() + hours(1)];
    const byStatus = async (status: "scheduled" | "publishing") => {
      const query = { statuses: [status], origins: [], from: null, to: null, updatedSince: null };
      return (await listTweets(app, alice.user.id, { ...query, sort: "-id", after: null, limit: 9 })).tweets.length;
    };
    expect([await byStatus("scheduled"), await byStatus("publishing")]).toEqual([0, 1]);
    expect((await listHistory(app, account.id, { limit: 9 })).map(({ state }) => state)).toEqual(["publishing"]);
    expect((await listPlaced(app, account.id, { from, to, limit: 9 })).map(({ state }) => state)).toEqual([
      "publishing",
    ]);
    expect((await listComing(app, account.id, { after: null, limit: 9 })).map(({ state }) => state)).toEqual([
      "publishing",
    ]);
    expect(await nextTweet(app, alice.user.id)).toBeNull();
  });

  it("stands in the way of nothing that is scheduled, and is not delayed by it", async () => {
    await scheduleAt(app, { ...ask(1), executeAt: app.clock.now() + seconds(6) });
    await soon(0);
    app.clock.advance(seconds(6));
    // Its five seconds are over too: it is due earlier than the scheduled one.
    expect(await pass()).toBe(1);
    expect(await turn()).toBe(1);
    expect(posted()).toEqual([tweets[1]?.content, tweets[0]?.content]);
  });

  it("is not asked for quiet hours", async () => {
    app.clock.set(Date.parse("2026-11-19T02:00:00Z"));
    await soon(0);
    expect(await fiveSeconds()).toBe(1);
  });

  it("is another's to press and to take back as little as any tweet", async () => {
    const bob = await makePerson(app, "bob");
    const his = { ...ask(0), userId: bob.user.id };
    await expect(postSoon(app, his)).rejects.toMatchObject({ code: "not_found" });
    await soon(0);
    await expect(undoPost(app, his)).rejects.toMatchObject({ code: "not_found" });
    expect(await fiveSeconds()).toBe(1);
  });
});

describe("taken back within the five seconds", () => {
  it("it is the idea that it was, and nothing goes out", async () => {
    const before = await read(0);
    await soon(0);
    app.clock.advance(seconds(3));
    expect(await back(0)).toEqual({ ...before, updatedAt: app.clock.now() });
    app.clock.advance(minutes(1));
    expect([await turn(), await pass(), posted()]).toEqual([0, 0, []]);
    expect((await words(0)).at(-1)).toBe("You clicked Undo before it was posted.");
  });

  it("it stands on the timeline where it stood, with its reason", async () => {
    await addToTimeline(app, { ...ask(0), timeZone: "UTC" });
    const before = await read(0);
    await expect(soon(0)).rejects.toMatchObject({ code: "already_sent" });
    await soon(0, { scheduledToo: true });
    expect(await back(0)).toEqual({ ...before, updatedAt: app.clock.now() });
  });

  it("it is an idea where its moment has come meanwhile: who said no is not posted a second later", async () => {
    await scheduleAt(app, { ...ask(0), executeAt: app.clock.now() + seconds(30) });
    await soon(0, { scheduledToo: true });
    expect(await back(0)).toMatchObject({ state: "pending", dueAt: null });
    app.clock.advance(minutes(1));
    expect([await turn(), await pass()]).toEqual([0, 0]);
  });

  it("it is failed as it was, and says why", async () => {
    network.faults.push(answered(403, { title: "Forbidden", detail: "You may not." }));
    await expect(publishNow(app, ask(0))).rejects.toMatchObject({ code: "network_refused" });
    const before = await read(0);
    await soon(0);
    expect((await read(0)).error).toBeNull();
    expect(await back(0)).toEqual({ ...before, updatedAt: app.clock.now() });
  });

  it("it is its own account's again, where it was to go out as another", async () => {
    const before = await read(0);
    await soon(0, { account: other.networkUserId });
    expect((await read(0)).account?.id).toBe(other.id);
    expect(await back(0)).toEqual({ ...before, updatedAt: app.clock.now() });
  });

  it("can be posted again, and goes out once", async () => {
    await soon(0);
    await back(0);
    await soon(0);
    expect(await fiveSeconds()).toBe(1);
    expect(posted().length).toBe(1);
  });

  it("is refused once it is claimed, and once it is out", async () => {
    let release = () => {};
    network.hold = new Promise((resolve) => (release = resolve));
    await soon(0);
    app.clock.advance(undoFor);
    const { done } = await publishSoon(app);
    await expect(back(0)).rejects.toMatchObject({ code: "already_sent", message: undoMessages.tooLate });
    release();
    await done;
    await expect(back(0)).rejects.toMatchObject({ code: "already_sent", message: undoMessages.isOut });
    await expect(back(1)).rejects.toMatchObject({ code: "changed", message: undoMessages.nothing });
  });

  it("in the same moment as it is claimed: one of them happens, never both", async () => {
    for (const n of [0, 1, 2]) {
      await soon(n);
      app.clock.advance(undoFor);
      const claim = publishSoon(app).then(({ done }) => done);
      const taken = n === 1 ? Promise.resolve().then(() => back(n)) : back(n);
      const isBack = await taken.then(
        () => true,
        () => false,
      );
      await claim;
      expect(posted().includes(tweets[n]?.content ?? "")).toBe(!isBack);
    }
  });
});
