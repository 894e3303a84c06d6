// What a day may spend, and pictures: each is counted from before it is paid until its post is out, and never twice.
import { expect, it } from "vitest";
import {
  changeThread,
  continueThread,
  publishNow,
  stopThread,
  writeThread,
} from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { readSpendable } from "~/features/spending/spendable.server";
import { startOfDay, startOfNextDay } from "~/features/spending/day-limit";
import { callsLeft } from "~/features/uploads/upload";
import { sumSpent } from "~tests/support/spent";
import { findThread } from "~/features/threads/threads.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { minutes, seconds } from "~/ground/time/duration";
import { inTransaction } from "~db/database.server";
import { answered } from "~tests/support/fakes/faulty-network";
import { account, alice, app, ask, network, other, pass, tweets } from "../publishing/stage";
import { outWith, setPictureStage, tick, withPictures, withPicturesOf } from "./picture-stage";

setPictureStage({ config: { quietHours: null } });

const zone = "UTC";
const at = (tweetId: number, ms: number) =>
  scheduleAt(app, { userId: alice.user.id, tweetId, account: null, executeAt: app.clock.now() + ms });
const spent = () => sumSpent(app.db, startOfDay(app.clock.now(), zone));
/** To the limit, and a hundredth of a cent below it. */
const limitTo = (micros: number) => {
  app.config.dailySpendLimit = micros / 1_000_000;
};
const text = (n: number) => tweets[n]?.content ?? "";
const left = () =>
  inTransaction(app.db, (trx) =>
    readSpendable(trx, app, { userId: alice.user.id, timeZone: zone, now: app.clock.now() }),
  );

/** Of two parts, 15,000 each; the second has a described picture, 10,000. */
async function writeTwo(): Promise<{ userId: string; tweetId: number; account: null }> {
  const parts = ["Bees keep time.", "Bees keep warm."];
  const { id } = await writeThread(app, { userId: alice.user.id, parts, account: account.networkUserId });
  const thread = await findThread(app.db, await getTweet(app, alice.user.id, id));
  await withPicturesOf(thread?.parts[1]?.id ?? 0, "bee: a bee");
  return { userId: alice.user.id, tweetId: id, account: null };
}

it.each([
  [40_000, true],
  [39_999, false],
])("of $%i millionths a tweet whose picture is tried again goes out: %s", async (limit, goesOut) => {
  await withPictures(0, "wren: a wren", "robin: a robin");
  await at(ask(0).tweetId, minutes(3));
  limitTo(limit);
  // The first picture is paid, and the second once for nothing: 15,000. Its next try and the post are 25,000.
  const busy = answered(503);
  network.callFaults.uploadImage = [];
  const upload = network.uploadImage.bind(network);
  let calls = 0;
  network.uploadImage = (...call) => {
    calls += 1;
    if (calls === 2) network.callFaults.uploadImage.push(busy);
    return upload(...call);
  };
  await tick(minutes(4));
  expect((await outWith()).length).toBe(goesOut ? 1 : 0);
  expect(await spent()).toBe(goesOut ? 40_000 : 15_000);
});

it.each([0, 1])(
  "a Post Now of a thread counts the pictures of its later parts, with %i millionths too few",
  async (few) => {
    const thread = await writeTwo();
    limitTo(40_000 - few);
    if (few > 0) {
      await expect(publishNow(app, thread)).rejects.toThrow(/share of this server’s/);
      return expect(await spent()).toBe(0);
    }
    await publishNow(app, thread);
    await tick(minutes(1));
    expect(await outWith()).toEqual(["Bees keep time. []", "Bees keep warm. [bee: a bee]"]);
    expect(await spent()).toBe(40_000);
  },
);

it.each([0, 1])("a thread from the timeline counts them too, with %i millionths too few", async (few) => {
  const { tweetId } = await writeTwo();
  await at(tweetId, minutes(3));
  limitTo(40_000 - few);
  await tick(minutes(5));
  expect(await outWith()).toHaveLength(few > 0 ? 0 : 2);
  expect(await spent()).toBe(few > 0 ? 0 : 40_000);
});

it.each([0, 1])("so it does where nothing of them was looked at ahead, with %i millionths too few", async (few) => {
  const { tweetId } = await writeTwo();
  await at(tweetId, minutes(3));
  limitTo(40_000 - few);
  app.clock.advance(minutes(3));
  expect(await pass()).toBe(1 - few);
  expect(await outWith()).toHaveLength(1 - few);
  const { state, momentReason } = await getTweet(app, alice.user.id, tweetId);
  if (few > 0)
    expect([state, momentReason]).toEqual(["scheduled", expect.stringContaining("share of this server’s $0.04")]);
});

it("a thread that has begun keeps its place for pictures, sent or not, against another account's tweet", async () => {
  await publishNow(app, await writeTwo());
  const rival = { ...ask(1), account: other.networkUserId };
  const refusedAt = async (micros: number) => {
    limitTo(micros);
    await expect(publishNow(app, rival)).rejects.toThrow(/share of this server’s/);
  };
  await refusedAt(54_999);
  // The picture is on its way, then at the network, and its post isn't out.
  const describe = network.describeImage.bind(network);
  const seen: number[] = [];
  network.describeImage = async (...call) => {
    seen.push(await spent());
    await refusedAt(54_999);
    return describe(...call);
  };
  await tick(seconds(3));
  expect(seen).toEqual([25_000]);
  await refusedAt(54_999);
  limitTo(55_000);
  await app.db.updateTable("tweets").set({ account_is_own: 0 }).where("id", "=", rival.tweetId).execute();
  await publishNow(app, { ...rival, account: account.networkUserId });
  await tick(minutes(1));
  expect(await spent()).toBe(55_000);
});

it("a thread that is let go on is asked for once, to the millionth", async () => {
  const thread = await writeTwo();
  await publishNow(app, thread);
  await stopThread(app, thread);
  limitTo(39_999);
  await expect(continueThread(app, thread)).rejects.toThrow(/share of this server’s/);
  expect((await findThread(app.db, await getTweet(app, alice.user.id, thread.tweetId)))?.state).toBe("stopped");
  limitTo(40_000);
  app.config.dailyPostLimit = 2;
  await continueThread(app, thread);
  await tick(minutes(1));
  expect(await outWith()).toHaveLength(2);
});

it.each([0, 1])(
  "what is added to a thread that has begun fits into the day, with %i millionths too few",
  async (few) => {
    const thread = await writeTwo();
    await publishNow(app, thread);
    const parts = ["Bees keep time.", "Bees keep warm.", "See https://example.com/bees"];
    limitTo(240_000 - few);
    app.config.dailyPostLimit = 3;
    const change = () => changeThread(app, { ...thread, parts });
    if (few > 0) {
      await expect(change()).rejects.toThrow(/ share of this server’s \$0.24 for today\. Remove parts/);
      limitTo(240_000);
      app.config.dailyPostLimit = 2;
      await expect(change()).rejects.toThrow(/a limit of 2 a day/);
      await expect(changeThread(app, { ...thread, parts: ["Bees keep time.", parts[2] ?? ""] })).resolves.toBeDefined();
      return;
    }
    await change();
    await tick(minutes(1));
    expect(await spent()).toBe(240_000);
  },
);

it("what is added to a thread that has begun leaves the day's posts to what else has them", async () => {
  app.config.dailyPostLimit = 3;
  await publishNow(app, ask(0));
  const thread = await writeTwo();
  await publishNow(app, thread);
  const parts = ["Bees keep time.", "Bees keep warm.", "Bees keep house."];
  await expect(changeThread(app, { ...thread, parts })).rejects.toMatchObject({ code: "daily_post_limit" });
  // Other words are no more of it.
  await changeThread(app, { ...thread, parts: ["Bees keep time.", "Bees keep calm."] });
});

it("what may be read for leaves room for pictures, before they are paid and after", async () => {
  limitTo(1_000_000);
  await withPictures(0, "wren: a wren");
  await at(ask(0).tweetId, minutes(4));
  expect(await left()).toBe(975_000);
  await tick(minutes(2) + seconds(2));
  expect([await spent(), await left()]).toEqual([10_000, 975_000]);
  await tick(minutes(2));
  expect([await spent(), await left()]).toEqual([25_000, 975_000]);
  const { tweetId } = await writeTwo();
  await at(tweetId, minutes(30));
  expect(await left()).toBe(935_000);
});

it("pictures are counted on the day on which they are sent, which may be the one before their post's", async () => {
  limitTo(1_000_000);
  const midnight = startOfNextDay(app.clock.now(), zone);
  await withPictures(0, "wren: a wren");
  await at(ask(0).tweetId, midnight + minutes(2) - app.clock.now());
  expect(await left()).toBe(1_000_000);
  await at(ask(0).tweetId, midnight + minutes(2) - 1 - app.clock.now());
  expect(await left()).toBe(990_000);
});

it("no picture is sent on a day that has nothing left for it: it waits for the next", async () => {
  await withPictures(0, "wren");
  await withPictures(1, "robin");
  await publishNow(app, ask(1));
  limitTo(20_000);
  const midnight = startOfNextDay(app.clock.now(), zone);
  await at(ask(0).tweetId, midnight + minutes(1) - app.clock.now());
  app.clock.advance(midnight - minutes(2) - app.clock.now());
  await tick(minutes(1) + seconds(59));
  expect(await spent()).toBe(20_000);
  await tick(minutes(2));
  expect(await outWith()).toEqual([`${text(1)} [robin]`, `${text(0)} [wren]`]);
});

it("the pictures of two accounts that go at once stay within the day together", async () => {
  await withPictures(0, "a", "b", "c", "d");
  await withPictures(1, "e", "f", "g", "h");
  await at(ask(0).tweetId, minutes(3));
  const { userId, tweetId } = ask(1);
  await scheduleAt(app, { userId, tweetId, account: other.networkUserId, executeAt: app.clock.now() + minutes(3) });
  // Each alone is 35,000.
  limitTo(35_000);
  await tick(minutes(4));
  expect(await spent()).toBeLessThanOrEqual(35_000);
  // It was meant to be the default's.
  await app.db.updateTable("tweets").set({ account_id: account.id }).where("id", "=", tweetId).execute();
});

it("a call that is under way is paid; one that was given up is to be paid again", () => {
  const sent = {
    account_id: 1,
    x_media_id: null,
    described: 0 as const,
    expires_at: null,
    sent_token: null,
    under_way: 1 as const,
    turn_at: 10,
  };
  const there = { ...sent, x_media_id: "7", expires_at: minutes(60) };
  const which = { altText: "a wren", accountId: 1, now: 9 };
  expect([
    callsLeft(null, which),
    callsLeft(sent, which),
    callsLeft(sent, { ...which, now: 10 }),
    callsLeft(sent, { ...which, accountId: 2 }),
    callsLeft(sent, { ...which, altText: "" }),
    callsLeft(there, which),
    callsLeft({ ...there, under_way: 0 }, which),
    callsLeft({ ...there, under_way: 0, described: 1 }, which),
  ]).toEqual([
    ["upload", "description"],
    ["description"],
    ["upload", "description"],
    ["upload", "description"],
    [],
    [],
    ["description"],
    [],
  ]);
});
