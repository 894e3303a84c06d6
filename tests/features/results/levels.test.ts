// Each level, off among them, and each use of readings: what is read, what it is told to cost, which hours are leaned towards, what the writer learns.
import { describe, expect, it } from "vitest";
import { listAccounts } from "~/features/accounts/accounts.server";
import { readOnChoosing } from "~/features/results/costs.server";
import { levels } from "~/features/results/result";
import { saveResultSettings } from "~/features/results/results.server";
import { days, hours } from "~/ground/time/duration";
import {
  account,
  alice,
  app,
  bob,
  bobs,
  makeThread,
  network,
  other,
  pass,
  post,
  run,
  setStage,
  spentMicros,
  switchOn,
} from "./stage";

const paid = ["light", "full"] as const;

/** What the page tells beside each level before it is chosen. */
async function told({ threads = false } = {}) {
  const accounts = await listAccounts(app, alice.user.id);
  return readOnChoosing(app, { accounts, level: "off", threads });
}

describe.each(paid)("what the level %s is told to read at once", (level) => {
  setStage();
  const choose = async ({ threads = false } = {}) => {
    const { [level]: usd } = await told({ threads });
    await saveResultSettings(app, alice.user.id, { level, threads });
    await run();
    return { toldMicros: usd * 1_000_000, spent: await spentMicros() };
  };

  it.each([
    ["a post of one account", 5_000, () => post(hours(24))],
    ["a post of each account", 10_000, () => post(hours(24)).then(() => post(hours(25), { of: other }))],
    ["one that was deleted, for which nothing is paid", 0, () => post(hours(24)).then(deleteOnX)],
    ["one that is too young for every age, for which nothing is paid", 0, () => post(0)],
    ["one that is too old for every age, for which nothing is paid", 0, () => post(days(60))],
    ["another person's, which they pay themselves", 0, () => post(hours(24), { of: bobs, by: bob })],
  ] as const)("is what is paid: %s", async (_what, micros, make) => {
    await make();
    expect(await choose()).toEqual({ toldMicros: micros, spent: micros });
  });

  it.each([
    [false, 5_000],
    [true, 10_000],
  ])("is what is paid for a thread, where all its parts are wanted: %s", async (threads, micros) => {
    const threadId = await makeThread();
    for (const no of [1, 2]) await post(hours(24), { part: { threadId, no } });
    expect(await choose({ threads })).toEqual({ toldMicros: micros, spent: micros });
  });

  it("leaves out what was read at the ages that both levels have", async () => {
    await post(hours(24));
    await switchOn(level === "light" ? "full" : "light");
    await run();
    await switchOn("off");
    const before = await spentMicros();
    expect(before).toBe(5_000);
    expect(await choose()).toEqual({ toldMicros: 0, spent: before });
  });
});

describe.each(levels)("at the level %s", (level) => {
  setStage();
  const isOff = level === "off";

  /** Sixty posts whose moments Linnet drew, each fourth of them in the evening and seen many times as often. */
  async function makeEvenings(): Promise<void> {
    const midnight = app.clock.now() - (app.clock.now() % days(1));
    for (let n = 0; n < 60; n += 1) {
      const isEvening = n % 4 === 0;
      const at = midnight - days(20 + Math.floor(n / 4)) + hours(isEvening ? 18 : ([8, 10, 14][n % 3] ?? 8));
      const impressions = isEvening ? 4_000 + n : 300 + n;
      const id = await post(app.clock.now() - at, { figures: { impressions } });
      const figures = { impressions, likes: n, reposts: 0, replies: 0, quotes: 0, bookmarks: 0 };
      for (const slot of ["24h", "7d"] as const)
        await app.db
          .insertInto("readings")
          .values({ tweet_id: id, slot, read_at: app.clock.now(), source: "x", ...figures })
          .execute();
    }
  }
  const readUses = async () => {
    const query = app.db.selectFrom("accounts").select("leaning").where("id", "=", account.id);
    const { leaning } = await query.executeTakeFirstOrThrow();
    const marked = await app.db.selectFrom("tweets").select("id").where("received", "is not", null).execute();
    return { leans: leaning !== null, marked: marked.length };
  };

  it("hours are leaned towards only while readings go on, and the writer is shown what was received as its own switch says", async () => {
    await makeEvenings();
    await saveResultSettings(app, alice.user.id, { level: "full", lean: true, learn: true });
    expect(await readUses()).toEqual({ leans: true, marked: 6 });
    await saveResultSettings(app, alice.user.id, { level });
    expect(await readUses()).toEqual({ leans: !isOff, marked: 6 });
    await saveResultSettings(app, alice.user.id, { lean: false, learn: false });
    expect(await readUses()).toEqual({ leans: false, marked: 0 });
    await saveResultSettings(app, alice.user.id, { lean: true, learn: true });
    expect(await readUses()).toEqual({ leans: !isOff, marked: 6 });
  });

  it("the network is asked for figures only while readings go on", async () => {
    await switchOn("full");
    await switchOn(level);
    await post(hours(24));
    await pass(hours(2));
    expect(network.figureCalls.length).toBe(isOff ? 0 : 1);
  });

  it("choosing it once more costs nothing", async () => {
    await post(hours(24));
    await switchOn(level);
    const accounts = await listAccounts(app, alice.user.id);
    expect((await readOnChoosing(app, { accounts, level, threads: false }))[level]).toBe(0);
  });
});

async function deleteOnX(tweetId: number): Promise<void> {
  await app.db.updateTable("tweets").set({ deleted_at: app.clock.now() }).where("id", "=", tweetId).execute();
}
