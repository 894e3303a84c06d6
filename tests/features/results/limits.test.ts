// What may be spent on readings: limits of their own, the server's, and never what the posts of today still need.
import { describe, expect, it } from "vitest";
import { readNow } from "~/features/results/results.server";
import { days, hours, minutes } from "~/ground/time/duration";
import {
  account,
  alice,
  app,
  bob,
  bobs,
  network,
  other,
  post,
  readings,
  run,
  setStage,
  spentMicros,
  switchOn,
} from "./stage";

/** A tweet that waits for its moment. */
async function schedule(
  dueAt: number,
  { of = account, by = alice, content = "Words without any link" } = {},
): Promise<void> {
  await app.db
    .insertInto("tweets")
    .values({
      user_id: by.user.id,
      account_id: of.id,
      account_is_own: 1,
      position: 0,
      origin: "own",
      content,
      fingerprint: content,
      created_at: dueAt,
      updated_at: dueAt,
      state: "scheduled",
      publish_type: "scheduled",
      due_at: dueAt,
    })
    .execute();
}

describe("with a limit of two cents a day for readings", () => {
  setStage({ env: { DAILY_READ_LIMIT: "0.02" } });

  it("as many as can be paid are read, the newest first, over all people together", async () => {
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await post(hours(26) - minutes(n)));
    await switchOn();
    await run();
    expect((await readings()).map(({ tweet_id: id }) => id)).toEqual(ids.slice(2));
    expect(await spentMicros()).toBe(20_000);
    await post(hours(24), { of: bobs, by: bob });
    await switchOn("light", bob);
    await run();
    expect(await spentMicros()).toBe(20_000);
    expect(network.meter().micros).toBe(20_000);
  });

  it("what could not be paid is read on the next UTC day, where it is not too late by then", async () => {
    for (let n = 0; n < 5; n += 1) await post(hours(24) + n);
    const late = await post(hours(20));
    await switchOn();
    await run();
    app.clock.set(Date.parse("2026-11-11T00:30:00Z"));
    await run();
    // Those of the morning are 15 hours late; one of 13:00 is 11 and a half.
    expect((await readings()).map(({ tweet_id: id }) => id)).toContain(late);
    expect(await readings()).toHaveLength(5);
  });

  it("a reading by hand keeps to it too, and says so", async () => {
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await post(hours(2)));
    await switchOn();
    for (const tweetId of ids.slice(0, 4)) await readNow(app, { userId: alice.user.id, tweetId });
    await expect(readNow(app, { userId: alice.user.id, tweetId: ids[4] ?? 0 })).rejects.toMatchObject({
      code: "daily_spend_limit",
      message: "The daily limit of $0.02 for metrics has been reached. Nothing was charged.",
    });
    // What was read today is free, and so within any limit.
    expect(await readNow(app, { userId: alice.user.id, tweetId: ids[0] ?? 0 })).toEqual({ chargedUsd: 0, gone: false });
  });
});

describe("with five cents a day for the server, of which each has theirs", () => {
  setStage({ env: { DAILY_SPEND_LIMIT: "0.05" } });

  it("what the person's own posts of today still need is not read away, and others' need nothing of it", async () => {
    for (let n = 0; n < 9; n += 1) await post(hours(24) + n);
    await schedule(app.clock.now() + hours(3));
    await schedule(app.clock.now() + hours(5), { of: bobs, by: bob });
    await switchOn();
    await run();
    expect(await spentMicros()).toBe(35_000);
  });

  it("a post with a link needs more, and one of tomorrow nothing", async () => {
    await post(hours(24));
    await schedule(app.clock.now() + hours(30), { content: "Tomorrow: https://example.com/" });
    await switchOn();
    await run();
    expect(await spentMicros()).toBe(5_000);
    await schedule(app.clock.now() + hours(3), { content: "Today: https://example.com/" });
    await post(hours(24), { of: other });
    await run();
    expect(await spentMicros()).toBe(5_000);
  });

  it("the day of whoever reads counts, wherever they are", async () => {
    // For alice it is the tenth until 12:00 UTC of the eleventh, and her posts belong to that day.
    await app.db.updateTable("users").set({ timezone: "Etc/GMT+12" }).where("id", "=", alice.user.id).execute();
    for (let n = 0; n < 12; n += 1) await post(hours(24) + n);
    app.clock.set(Date.parse("2026-11-10T13:00:00Z"));
    for (let n = 0; n < 3; n += 1) {
      await schedule(Date.parse("2026-11-11T11:00:00Z") + n);
      await schedule(Date.parse("2026-11-11T11:00:00Z") + n, { of: bobs, by: bob });
    }
    await switchOn();
    await run();
    expect(await spentMicros()).toBe(5_000);
    app.clock.advance(days(2));
  });
});
