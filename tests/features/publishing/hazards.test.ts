// What can go wrong with time, limits and repeats, and what the person is told.
import { describe, expect, it, vi } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { addToTimeline, scheduleAt } from "~/features/scheduling/scheduling.server";
import {
  nextTweet,
  pauseAccount,
  publishDue,
  publishNow,
  reconcileDue,
  takeOverSends,
  resolve,
  resumeAccount,
} from "~/features/publishing/publishing.server";
import { setTimezone } from "~/features/users/users.server";
import { linkAccount } from "~tests/support/people/make";
import { account, alice, app, ask, network, pass, read, setStage, tweets } from "./stage";

setStage();
const at = (n: number, executeAt: number) => scheduleAt(app, { ...ask(n), executeAt });
const random = (n: number, timeZone = "Europe/Berlin") => addToTimeline(app, { ...ask(n), timeZone });

describe("the clock", () => {
  it("set back two hours after a publish sends nothing again, and does not hold the account's next tweet", async () => {
    const start = app.clock.now();
    await at(0, start + minutes(1));
    app.clock.advance(minutes(1));
    expect(await pass()).toBe(1);
    app.clock.step(-hours(2));
    expect(await pass()).toBe(0);
    await at(1, app.clock.now() + seconds(5));
    app.clock.advance(seconds(5));
    expect(await pass()).toBe(1);
    expect(network.accepted).toHaveLength(2);
  });

  it("set forward six hours gives what it passed over new moments, and says why", async () => {
    for (const n of [0, 1, 2]) await at(n, app.clock.now() + minutes(10 * (n + 1)));
    app.clock.step(hours(6));
    // One of the account's tweets a pass.
    for (let n = 0; n < 3; n++) expect(await pass()).toBe(0);
    for (const n of [0, 1, 2]) {
      const tweet = await read(n);
      expect(tweet.dueAt).toBeGreaterThanOrEqual(app.clock.now() + hours(4));
      expect(tweet.momentReason).toMatch(/^Missed Thu, Nov 19, 10:\d\d because Linnet couldn’t post. Picked at random/);
    }
  });

  it("that stood for a few minutes sends what it missed, catch-up gaps apart", async () => {
    const start = app.clock.now();
    for (const n of [0, 1]) await at(n, start + minutes(2) + seconds(n));
    app.work.tick(start, 0);
    app.clock.set(start + minutes(5));
    expect(app.work.tick(app.clock.now(), 0)).toBe(minutes(5));
    expect(await pass()).toBe(1);
    app.clock.advance(seconds(60));
    expect(await pass()).toBe(0);
    app.clock.advance(seconds(60));
    expect(await pass()).toBe(1);
  });

  it("that stood for a few minutes keeps the least gap where the catch-up gap is the shorter one", async () => {
    const start = app.clock.now();
    app.config.catchUpGapMs = seconds(30);
    for (const n of [0, 1]) await at(n, start + minutes(2) + seconds(n));
    app.work.tick(start, 0);
    app.clock.set(start + minutes(5));
    app.work.tick(app.clock.now(), 0);
    expect(await pass()).toBe(1);
    app.clock.advance(seconds(59));
    expect(await pass()).toBe(0);
    app.clock.advance(seconds(1));
    expect(await pass()).toBe(1);
  });

  it("that stood for a few minutes does not let what fell due since overtake what it missed", async () => {
    const start = app.clock.now();
    await at(0, start + minutes(2));
    await at(1, start + minutes(2) + seconds(1));
    app.work.tick(start, 0);
    app.clock.set(start + minutes(5));
    app.work.tick(app.clock.now(), 0);
    await at(2, app.clock.now() + seconds(1));
    expect(await pass()).toBe(1);
    app.clock.advance(seconds(60));
    // The last one's gap is over, but the second one's, which is longer, is not.
    expect(await pass()).toBe(0);
    app.clock.advance(seconds(60));
    expect(await pass()).toBe(1);
    expect((await read(1)).state).toBe("published");
    expect((await read(2)).state).toBe("scheduled");
  });

  it("that stood between claim and send takes the tweet back unsent", async () => {
    await at(0, app.clock.now());
    const frozen = { ...app, clock: { ...app.clock, monotonic: jumping() } };
    const { done } = await publishDue(frozen);
    await done;
    expect(network.handed).toEqual([]);
    expect(await read(0)).toMatchObject({ state: "scheduled" });
    app.clock.advance(minutes(1));
    expect(await pass()).toBe(1);
  });
});

/** A monotonic clock on which half a minute passes between any two looks. */
function jumping() {
  let now = 0;
  return () => (now += seconds(30));
}

describe("quiet hours", () => {
  it("are kept at the sending too: a tweet whose person moved from Berlin to Tokyo waits for Tokyo's morning", async () => {
    await setTimezone(app, alice.user.id, "Europe/Berlin");
    const { executeAt } = await random(0);
    await setTimezone(app, alice.user.id, "Asia/Tokyo");
    app.clock.set(executeAt);
    expect(await pass()).toBe(0);
    const moved = await read(0);
    expect(moved.momentReason).toContain("Moved out of your quiet hours (Tokyo time).");
    app.clock.set(moved.dueAt ?? 0);
    expect(await pass()).toBe(1);
  });

  it("do not move a moment that the person chose", async () => {
    const night = Date.parse("2026-11-20T02:00:00Z");
    await at(0, night);
    app.clock.set(night);
    expect(await pass()).toBe(1);
  });
});

describe("a tweet that says the same", () => {
  const same = async (n: number, content: string) => {
    const { fingerprint } = await import("~/features/tweets/text");
    const change = { content, fingerprint: fingerprint(content) };
    await app.db
      .updateTable("tweets")
      .set(change)
      .where("id", "=", tweets[n]?.id ?? 0)
      .execute();
  };

  it("is refused in words before it costs anything, on the same and on another account", async () => {
    await same(0, "Tea, then code. https://a.example/1");
    await same(1, "tea,   THEN code! https://b.example/2");
    await publishNow(app, ask(0));
    await expect(publishNow(app, ask(1))).rejects.toMatchObject({ code: "duplicate" });
    await expect(random(1)).rejects.toMatchObject({ code: "duplicate" });
    const other = await linkAccount({ ...app, network: app.network }, alice, "alice_y").catch(() => null);
    if (other)
      await expect(publishNow(app, { ...ask(1), account: other.networkUserId })).rejects.toMatchObject({
        code: "duplicate",
      });
    expect(network.handed).toHaveLength(1);
  });

  it("may go out again after 30 days", async () => {
    await same(0, "Tea, then code");
    await same(1, "tea then code".replace("tea", "Tea,"));
    await publishNow(app, ask(0));
    app.clock.advance(days(31));
    await expect(publishNow(app, ask(1))).resolves.toMatchObject({ state: "published" });
  });
});

describe("the day's limits", () => {
  it("hold Post Now with 429 and move what is scheduled to the next day", async () => {
    app.config.dailyPostLimit = 1;
    await publishNow(app, ask(0));
    await expect(publishNow(app, ask(1))).rejects.toMatchObject({ code: "daily_post_limit" });
    await at(2, app.clock.now() + minutes(1));
    app.clock.advance(minutes(1));
    expect(await pass()).toBe(0);
    const moved = await read(2);
    expect(moved.dueAt).toBeGreaterThanOrEqual(Date.parse("2026-11-20T07:00:00Z"));
    expect(moved.momentReason).toContain("@alice_x has reached its limit of 1 post a day.");
    app.clock.set(moved.dueAt ?? 0);
    expect(await pass()).toBe(1);
  });

  it("count what went out while the clock stood wrong, by when it was tried", async () => {
    app.config.dailyPostLimit = 1;
    const { post } = app.network;
    const away = hours(12);
    vi.spyOn(app.network, "post").mockImplementationOnce((...args) => {
      app.clock.step(-away);
      return post(...args);
    });
    await publishNow(app, ask(0));
    app.clock.step(away);
    expect(network.accepted).toHaveLength(1);
    await expect(publishNow(app, ask(1))).rejects.toMatchObject({ code: "daily_post_limit" });
  });

  it("count what may be out too, but not what surely isn't", async () => {
    app.config.dailyPostLimit = 1;
    network.faults = ["not sent"];
    await expect(publishNow(app, ask(0))).rejects.toMatchObject({ code: "network_refused" });
    network.faults = ["lost before"];
    await expect(publishNow(app, ask(1))).rejects.toMatchObject({ code: "timeout" });
    await expect(publishNow(app, ask(2))).rejects.toMatchObject({ code: "daily_post_limit" });
  });

  it("stop the spending of who is alone at the whole of it", async () => {
    app.config.dailySpendLimit = 0.03;
    await publishNow(app, ask(0));
    await publishNow(app, ask(1));
    await expect(publishNow(app, ask(2))).rejects.toMatchObject({
      message: expect.stringContaining("You’ve used your $0.03 share of this server’s $0.03 for today.") as string,
    });
    app.clock.advance(days(1));
    await expect(publishNow(app, ask(2))).resolves.toBeDefined();
  });
});

describe("a paused account", () => {
  it("sends nothing, refuses Post Now with the reason, and on resume draws new moments for what is past due", async () => {
    const { executeAt } = await random(0);
    expect((await nextTweet(app, alice.user.id))?.at).toBe(executeAt);
    expect(await nextTweet(app, alice.user.id)).toMatchObject({ id: ask(0).tweetId, at: executeAt });
    await pauseAccount(app, alice.user.id, account.networkUserId);
    expect(await nextTweet(app, alice.user.id)).toBeNull();
    await expect(publishNow(app, ask(1))).rejects.toMatchObject({
      code: "account_paused",
      message: "@alice_x is paused. Resume the account under Linked accounts first.",
    });
    app.clock.set(executeAt + minutes(5));
    expect(await pass()).toBe(0);
    await resumeAccount(app, alice.user.id, account.networkUserId);
    const moved = await read(0);
    expect(moved.dueAt).toBeGreaterThanOrEqual(app.clock.now() + hours(4));
    expect(moved.momentReason).toContain("while the account was paused");
  });

  it("that must be connected again can't simply be resumed", async () => {
    await app.db.updateTable("accounts").set({ status: "reconnect", status_reason: "Connect again." }).execute();
    await expect(resumeAccount(app, alice.user.id, account.networkUserId)).rejects.toMatchObject({
      code: "account_reconnect",
    });
  });
});

describe("where the account's posts can't be read", () => {
  const unreadable = async () => {
    network.faults = ["lost after"];
    await expect(publishNow(app, ask(0))).rejects.toMatchObject({ code: "timeout" });
    network.unreadable = true;
    for (let look = 0; look < 4; look++) {
      app.clock.advance(minutes(5));
      await reconcileDue(app);
    }
  };

  it("the tweet asks the person, and the word settles it", async () => {
    await unreadable();
    expect(await read(0)).toMatchObject({ state: "unknown", errorCode: "needs_confirmation" });
    expect(await resolve(app, { ...ask(0), published: true })).toMatchObject({ state: "published", postId: null });
    await expect(resolve(app, { ...ask(0), published: true })).rejects.toMatchObject({ code: "not_asked" });
  });

  it("a no lets the person post again, and only then", async () => {
    await unreadable();
    expect(await resolve(app, { ...ask(0), published: false })).toMatchObject({ state: "failed" });
    expect(network.handed).toHaveLength(1);
  });

  it("it settles by itself once they can be read again", async () => {
    await unreadable();
    network.unreadable = false;
    app.clock.advance(minutes(15));
    await reconcileDue(app);
    expect(await read(0)).toMatchObject({ state: "published", error: null });
    await expect(resolve(app, { ...ask(0), published: false })).rejects.toMatchObject({ code: "not_asked" });
  });

  it("asks nobody as long as they can be read", async () => {
    network.faults = ["lost before"];
    await expect(publishNow(app, ask(0))).rejects.toMatchObject({ code: "timeout" });
    await expect(resolve(app, { ...ask(0), published: true })).rejects.toMatchObject({ code: "not_asked" });
  });
});

it("a rescue while nothing is open changes nothing", async () => {
  expect(await takeOverSends(app)).toBe(0);
});
