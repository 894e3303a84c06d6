// The timeline: each tweet at its moment, later where the network says so, and off again.
import { describe, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { addToTimeline, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { publishDue, unlink } from "~/features/publishing/publishing.server";
import { claimAhead } from "~/features/publishing/engine/claimed.server";
import { answered } from "~tests/support/fakes/faulty-network";
import { atRest } from "~tests/support/rest";
import {
  account,
  other,
  alice,
  app,
  ask,
  attempts,
  network,
  now,
  pass,
  read,
  setStage,
  tweets,
} from "../publishing/stage";

setStage();
const schedule = (n: number) => addToTimeline(app, { ...ask(n), timeZone: "Europe/Berlin" });
const accountRow = () =>
  app.db
    .selectFrom("accounts")
    .selectAll()
    .where("network_user_id", "=", account.networkUserId)
    .executeTakeFirstOrThrow();

describe("the timeline", () => {
  it("sends at the moment drawn, not before, and has the attempt on disk by then", async () => {
    const { executeAt } = await schedule(0);
    expect(executeAt - app.clock.now()).toBeGreaterThanOrEqual(hours(4));
    app.clock.set(executeAt - claimAhead - 1);
    expect(await pass()).toBe(0);
    app.clock.advance(1);
    const { started, done } = await publishDue(app);
    expect(started).toBe(1);
    expect(await attempts(0)).toMatchObject([{ outcome: "sending", started_at: executeAt }]);
    app.clock.advance(claimAhead - 1);
    await atRest();
    expect(network.accepted).toEqual([]);
    app.clock.advance(1);
    await done;
    expect(network.accepted).toEqual([tweets[0]?.content]);
    expect(await read(0)).toMatchObject({ state: "published", publishType: "scheduled", dueAt: executeAt });
  });

  it("sends an account's tweets in the order they are due, a minute apart at least", async () => {
    const start = app.clock.now() + hours(1);
    for (const [n, offset] of [
      [0, 20],
      [1, 0],
      [2, 10],
    ] as const)
      await scheduleAt(app, { ...ask(n), executeAt: start + seconds(offset) });
    app.clock.set(start + seconds(30));
    expect(await pass()).toBe(1);
    expect(await pass()).toBe(0);
    app.clock.advance(seconds(60));
    expect(await pass()).toBe(1);
    app.clock.advance(seconds(60));
    expect(await pass()).toBe(1);
    expect(network.accepted).toEqual([1, 2, 0].map((n) => tweets[n]?.content));
  });

  it("keeps a tweet that surely wasn't sent, and tries later and later", async () => {
    const { executeAt } = await schedule(0);
    app.clock.set(executeAt);
    network.faults = ["not sent", "not sent"];
    await pass();
    const first = (await read(0)).dueAt ?? 0;
    expect(first - executeAt).toBeGreaterThanOrEqual(seconds(24));
    app.clock.set(first + minutes(1));
    await pass();
    expect(await read(0)).toMatchObject({ state: "scheduled" });
    app.clock.advance(minutes(3));
    await pass();
    expect(await read(0)).toMatchObject({ state: "published" });
    expect((await attempts(0)).map((attempt) => attempt.outcome)).toEqual(["not_sent", "not_sent", "published"]);
  });

  it("waits for the rate limit without spending an attempt, and holds the account's other tweets", async () => {
    const { executeAt } = await schedule(0);
    app.clock.set(executeAt);
    const reset = Math.floor(executeAt / 1000) + 600;
    network.faults = [answered(429, {}, { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String(reset) })];
    await pass();
    const kept = await read(0);
    expect(kept).toMatchObject({ state: "scheduled" });
    expect(kept.dueAt).toBeGreaterThanOrEqual(reset * 1000);
    const row = await app.db
      .selectFrom("tweets")
      .select("attempts")
      .where("id", "=", kept.id)
      .executeTakeFirstOrThrow();
    expect(row.attempts).toBe(0);
    app.clock.set((kept.dueAt ?? 0) + seconds(1));
    await pass();
    expect(await read(0)).toMatchObject({ state: "published" });
  });

  it("pauses the account when the credits are gone, and keeps the tweet", async () => {
    const { executeAt } = await schedule(0);
    app.clock.set(executeAt);
    network.faults = [answered(402, { title: "CreditsDepleted", type: "https://api.twitter.com/2/problems/credits" })];
    await pass();
    expect(await read(0)).toMatchObject({ state: "scheduled" });
    const row = await accountRow();
    expect(row).toMatchObject({ status: "paused", paused_by: "network" });
    app.clock.advance(hours(24));
    expect(await pass()).toBe(0);
  });

  it("asks to reconnect only after a second refusal, ten minutes later", async () => {
    const { executeAt } = await schedule(0);
    app.clock.set(executeAt);
    network.faults = [answered(401, { title: "Unauthorized" }), answered(401, { title: "Unauthorized" })];
    await pass();
    expect(await accountRow()).toMatchObject({ status: "active" });
    app.clock.advance(minutes(10));
    await pass();
    expect(await accountRow()).toMatchObject({ status: "reconnect" });
    expect(await read(0)).toMatchObject({ state: "scheduled" });
  });

  it("draws in the zone that it is told, for one that isn't known in the stored one, and else in UTC", async () => {
    const zoneFor = async (timeZone: string | null) => (await addToTimeline(app, { ...ask(0), timeZone })).timeZone;
    const keep = (timezone: string) =>
      app.db.updateTable("users").set({ timezone }).where("id", "=", alice.user.id).execute();
    await keep("Asia/Tokyo");
    expect(await zoneFor("Europe/Berlin")).toBe("Europe/Berlin");
    const typed = await addToTimeline(app, { ...ask(0), timeZone: "europe/berlin" });
    expect([typed.timeZone, typed.reason]).toEqual(["Europe/Berlin", expect.stringMatching(/, Berlin time/)]);
    for (const unknown of [null, "", "Nowhere/At_All"]) expect(await zoneFor(unknown)).toBe("Asia/Tokyo");
    // As a backup leaves one that was made beside newer zones.
    await keep("Mars/Base");
    expect(await zoneFor("Nowhere/At_All")).toBe("UTC");
  });

  it("draws again on a scheduled tweet, and takes it off", async () => {
    const first = await schedule(0);
    const second = await schedule(0);
    expect(second.executeAt).not.toBe(first.executeAt);
    expect(await unschedule(app, ask(0))).toMatchObject({ state: "pending", dueAt: null, publishType: null });
    await expect(unschedule(app, ask(0))).rejects.toMatchObject({ code: "not_scheduled" });
    app.clock.set(second.executeAt);
    expect(await pass()).toBe(0);
  });

  it("goes back to pending when its account is unlinked", async () => {
    await schedule(0);
    await now(1);
    await unlink(app, alice.user.id, account.networkUserId);
    expect(await read(0)).toMatchObject({ state: "pending" });
    expect(await read(1)).toMatchObject({ state: "published" });
    await unlink(app, alice.user.id, other.networkUserId);
    await expect(schedule(0)).rejects.toMatchObject({ code: "no_account" });
  });
});
