// The job that reads how posts did: when, what in one call, what it costs, and what becomes of failures.
import { describe, expect, it, vi } from "vitest";
import { unlink } from "~/features/publishing/publishing.server";
import { listAccounts } from "~/features/accounts/accounts.server";
import { readOnChoosing } from "~/features/results/costs.server";
import { readDue, saveResultSettings } from "~/features/results/results.server";
import { days, hours, minutes } from "~/ground/time/duration";
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
  postIdOf,
  readings,
  reads,
  run,
  setStage,
  spentMicros,
  switchOn,
} from "./stage";

const until = (is: () => boolean) => vi.waitUntil(is, { interval: 1, timeout: 10_000 });

describe("on X", () => {
  setStage();

  it("nothing is read while nobody switched it on, nor once it is off again", async () => {
    await post(hours(24));
    expect(await run()).toBe(0);
    await switchOn();
    await switchOn("off");
    expect(await run()).toBe(0);
    expect(network.figureCalls).toEqual([]);
    expect(await reads()).toEqual([]);
  });

  it("only the accounts are read of whoever switched it on", async () => {
    const mine = await post(hours(24));
    await post(hours(24), { of: bobs, by: bob });
    await switchOn();
    expect(await run()).toBe(1);
    expect(await readings()).toEqual([{ tweet_id: mine, slot: "24h", likes: 3 }]);
    expect(network.figureCalls).toEqual([{ verb: "readFigures", ids: [await postIdOf(mine)], withPrivate: true }]);
  });

  it("of a thread only the first part is read, and paid, until its person wants all", async () => {
    const threadId = await makeThread();
    const first = await post(hours(24), { part: { threadId, no: 1 } });
    const second = await post(hours(24), { part: { threadId, no: 2 } });
    await switchOn();
    const [account] = await listAccounts(app, alice.user.id);
    const onFull = (threads: boolean) =>
      readOnChoosing(app, { accounts: account ? [account] : [], level: "off", threads });
    expect([(await onFull(false)).full, (await onFull(true)).full]).toEqual([0.005, 0.01]);
    await run();
    expect((await readings()).map(({ tweet_id: id }) => id)).toEqual([first]);
    expect(await spentMicros()).toBe(5_000);
    await saveResultSettings(app, alice.user.id, { threads: true });
    await pass(hours(1));
    expect((await readings()).map(({ tweet_id: id }) => id)).toEqual([first, second]);
  });

  it("a post is read at 24 hours and 7 days, never earlier than a twentieth before and never twice", async () => {
    const id = await post(0);
    await switchOn();
    await pass(hours(23));
    expect(await readings()).toEqual([]);
    await pass(hours(2));
    expect((await readings()).map(({ slot }) => slot)).toEqual(["24h"]);
    await pass(days(8));
    expect(await readings()).toEqual([
      { tweet_id: id, slot: "24h", likes: 3 },
      { tweet_id: id, slot: "7d", likes: 3 },
    ]);
    expect(network.figureCalls).toHaveLength(2);
    expect(await spentMicros()).toBe(10_000);
    expect(network.meter().micros).toBe(10_000);
  });

  it("at the full level there are five readings, the last one with what only the author may see", async () => {
    await post(0);
    await switchOn("full");
    await pass(days(31));
    expect((await readings()).map(({ slot }) => slot)).toEqual(["1h", "24h", "3d", "7d", "29d"]);
    expect(network.figureCalls.map(({ withPrivate }) => withPrivate)).toEqual([true, true, true, true, true]);
    const clicks = await app.db.selectFrom("readings").select("link_clicks").execute();
    expect(clicks.every(({ link_clicks: count }) => count === 2)).toBe(true);
  });

  it("one call takes everything of an account that is due, and what falls due within 72 minutes", async () => {
    const ids = [await post(hours(24)), await post(hours(23)), await post(hours(22))];
    const elsewhere = await post(hours(24), { of: other });
    await switchOn();
    expect(await run()).toBe(2);
    expect((await readings()).map(({ tweet_id: id }) => id)).toEqual([ids[0], ids[1], elsewhere]);
    expect(network.figureCalls.map(({ ids }) => ids.length).sort()).toEqual([1, 2]);
  });

  it("more than a hundred posts take as many calls as are needed", async () => {
    for (let n = 0; n < 130; n += 1) await post(hours(24) + n);
    await switchOn();
    expect(await run()).toBe(2);
    expect(network.figureCalls.map(({ ids }) => ids.length)).toEqual([100, 30]);
    expect(await readings()).toHaveLength(130);
  });

  it("a reading that is late by more than half of its age is left out for good", async () => {
    await post(hours(37));
    const late = await post(hours(35));
    await switchOn();
    await run();
    expect(await readings()).toEqual([{ tweet_id: late, slot: "24h", likes: 3 }]);
  });

  it("what the post's person posted by an account that they unlinked is read no more", async () => {
    await post(hours(24));
    await switchOn();
    await unlink(app, alice.user.id, account.networkUserId);
    expect(await run()).toBe(0);
  });

  it("an account that was linked after the switch has its turn too", async () => {
    await switchOn();
    await run();
    await app.db.deleteFrom("reading_turns").where("account_id", "=", account.id).execute();
    await post(hours(24));
    expect(await run()).toBe(1);
  });

  it("a post that is gone loses its figures at the next reading and says so, and costs nothing", async () => {
    const id = await post(0);
    const there = await post(0);
    await switchOn("full");
    await pass(hours(2));
    expect(await readings()).toHaveLength(2);
    network.gone.add(await postIdOf(id));
    await pass(hours(24));
    expect((await readings()).map(({ tweet_id: of }) => of)).toEqual([there, there]);
    const rows = await app.db.selectFrom("tweets").select(["id", "deleted_at"]).orderBy("id").execute();
    expect(rows.map(({ deleted_at: at }) => at !== null)).toEqual([true, false]);
    expect(await spentMicros()).toBe(network.meter().micros);
    const calls = network.figureCalls.length;
    await pass(days(8));
    expect(network.figureCalls.slice(calls).every(({ ids }) => ids.length === 1)).toBe(true);
  });

  it("a figure that the network does not say is unknown and never 0", async () => {
    await post(hours(24), { figures: { bookmarks: null, impressions: null } });
    await switchOn();
    await run();
    const [row] = await app.db.selectFrom("readings").selectAll().execute();
    expect(row).toMatchObject({ likes: 3, bookmarks: null, impressions: null });
  });

  it("a post of which the network says nothing is asked for again an hour later, and paid for only once it is told", async () => {
    const id = await post(hours(24));
    network.silent.add(await postIdOf(id));
    await switchOn();
    // At once a second time without what only its author may see: that may hide it.
    expect(await run()).toBe(2);
    expect(network.figureCalls.map(({ withPrivate }) => withPrivate)).toEqual([true, false]);
    expect(await spentMicros()).toBe(0);
    app.clock.advance(minutes(59));
    expect(await run()).toBe(0);
    network.silent.clear();
    app.clock.advance(minutes(2));
    expect(await run()).toBe(1);
    expect(await readings()).toHaveLength(1);
    expect(await spentMicros()).toBe(5_000);
  });

  it("a post of which the network says nothing holds up no other, however little can be paid", async () => {
    app.config.dailyReadLimit = 0.005;
    const old = await post(days(29) + hours(13));
    const silent = await post(days(7));
    network.silent.add(await postIdOf(silent));
    await switchOn("full");
    await run();
    expect((await readings()).map(({ tweet_id: id }) => id)).toEqual([old]);
    expect(network.figureCalls.length).toBeLessThan(4);
  });

  it("another choice leaves a rest of the network's alone", async () => {
    await post(hours(24));
    await switchOn();
    network.readFaults.push({ status: 402 });
    await run();
    await saveResultSettings(app, alice.user.id, { learn: true });
    await switchOn("full");
    await run();
    expect(network.figureCalls).toHaveLength(1);
  });

  it.each([
    ["a lost answer counts as paid, is repeated after 1, 5 and 25 minutes, free on the same day", "lost after", 5_000],
    ["what the network never took counts as paid once", "lost before", 5_000],
    ["an error of the network's costs nothing", { status: 503 }, 5_000],
    ["where nothing was sent nothing is charged", "not sent", 5_000],
  ] as const)("%s", async (_, fault, cost) => {
    await post(hours(24));
    await switchOn();
    network.readFaults.push(fault, fault);
    expect(await run()).toBe(1);
    const isLost = typeof fault === "string" && fault.startsWith("lost");
    expect(await spentMicros()).toBe(isLost ? 5_000 : 0);
    app.clock.advance(minutes(1));
    expect(await run()).toBe(1);
    app.clock.advance(minutes(4));
    expect(await run()).toBe(0);
    app.clock.advance(minutes(1));
    expect(await run()).toBe(1);
    expect(await readings()).toHaveLength(1);
    expect(await spentMicros()).toBe(cost);
  });

  it("after three repeats a broken network is left alone for an hour", async () => {
    await post(hours(24));
    await switchOn();
    network.readFaults = Array.from({ length: 9 }, () => ({ status: 500 }));
    for (const wait of [0, 1, 5, 25]) {
      app.clock.advance(minutes(wait));
      expect(await run()).toBe(1);
    }
    app.clock.advance(minutes(59));
    expect(await run()).toBe(0);
  });

  it("a rate limit is waited for", async () => {
    await post(hours(24));
    await switchOn();
    network.readFaults = [{ status: 429, resetAt: app.clock.now() + minutes(40) }];
    await run();
    app.clock.advance(minutes(39));
    expect(await run()).toBe(0);
    app.clock.advance(minutes(1));
    expect(await run()).toBe(1);
    expect(await spentMicros()).toBe(5_000);
  });

  it("no call is begun in the last two minutes of X's day, which would be charged on the next", async () => {
    const midnight = Date.parse("2026-11-11T00:00:00Z");
    app.clock.set(midnight - minutes(2));
    await post(hours(24));
    await switchOn();
    expect(await run()).toBe(1);
    await post(hours(24));
    app.clock.set(midnight - minutes(2) + 1);
    await saveResultSettings(app, alice.user.id, { level: "full" });
    await run();
    app.clock.set(midnight - 1);
    await run();
    expect(network.figureCalls).toHaveLength(1);
    app.clock.set(midnight);
    expect(await run()).toBe(1);
    expect((await reads()).map(({ read_at: at }) => at)).toEqual([midnight - minutes(2), midnight]);
  });

  it("401 concludes nothing about the account, costs nothing, and is tried again at the next reading", async () => {
    await post(hours(24));
    await post(hours(21));
    await switchOn();
    network.readFaults.push({ status: 401 });
    await run();
    const row = await app.db.selectFrom("accounts").selectAll().where("id", "=", account.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "active", refused_at: null });
    expect(await spentMicros()).toBe(0);
    app.clock.advance(hours(1));
    expect(await run()).toBe(0);
    app.clock.advance(hours(2));
    expect(await run()).toBe(1);
    expect(await readings()).toHaveLength(2);
  });

  it("402 rests all readings until the next UTC day, and pauses no account", async () => {
    await post(hours(24));
    await post(hours(24), { of: other });
    await switchOn();
    network.readFaults = [{ status: 402 }];
    expect(await readDue(app)).toBe(1);
    app.clock.set(Date.parse("2026-11-10T23:57:00Z"));
    expect(await run()).toBe(0);
    app.clock.set(Date.parse("2026-11-11T00:00:01Z"));
    // By then the reading at 24 hours is 15 hours late.
    await post(hours(24));
    expect(await run()).toBe(1);
    const states = await app.db.selectFrom("accounts").select("status").execute();
    expect(states.every(({ status }) => status === "active")).toBe(true);
  });

  it("what its row says before the call is what it may cost, and a process that ends meanwhile leaves it counted", async () => {
    await post(hours(24));
    await switchOn();
    let meanwhile = 0;
    let release = () => {};
    network.holdFigures = new Promise((resolve) => (release = resolve));
    const turn = readDue(app);
    await until(() => network.figureCalls.length > 0);
    meanwhile = await spentMicros();
    expect(meanwhile).toBe(5_000);
    // Its lease is this node's: another finds nothing to do until it is over.
    expect(await readDue(app)).toBe(0);
    release();
    await turn;
    expect(await reads()).toMatchObject([{ outcome: "read", kind: "figures", level: "light", posts: 1 }]);
  });

  it("switched off while the network is asked, what comes is kept and no turn is left", async () => {
    await post(hours(24));
    await switchOn();
    let release = () => {};
    network.holdFigures = new Promise((resolve) => (release = resolve));
    const turn = readDue(app);
    await until(() => network.figureCalls.length > 0);
    await saveResultSettings(app, alice.user.id, { level: "off" });
    release();
    await turn;
    expect(await readings()).toHaveLength(1);
    expect(await app.db.selectFrom("reading_turns").selectAll().execute()).toEqual([]);
  });
});

describe("in the sandbox", () => {
  setStage({ kind: "sandbox", env: { DAILY_SPEND_LIMIT: "0.001", DAILY_READ_LIMIT: "0.001" } });

  it("figures cost nothing and no limit stops them", async () => {
    await post(hours(24));
    await switchOn();
    expect(await run()).toBe(1);
    expect(await reads()).toEqual([]);
    const [row] = await app.db.selectFrom("readings").selectAll().execute();
    expect(row?.source).toBe("sandbox");
  });
});

describe("of the account that owns the app", () => {
  setStage({ owned: true });

  it("the list is read where it is the cheaper call, at a fifth of the price", async () => {
    for (let n = 0; n < 10; n += 1) await post(hours(24) + n);
    await switchOn();
    // The sandbox's list knows none of these: what it has not is asked for by its id.
    await run();
    expect(network.figureCalls.map(({ verb }) => verb)).toEqual(["listFigures", "readFigures"]);
    expect(await readings()).toHaveLength(10);
    expect(await spentMicros()).toBe(network.meter().micros);
    for (const one of await reads()) expect(["listed", "read"]).toContain(one.outcome);
  });

  it.each([
    ["the list was not answered", [{ status: 503 }]],
    ["the list had nothing of them", []],
  ])(
    "a rate limit leaves the order of tries: where %s the ids are asked for again, not the list",
    async (_, faults) => {
      for (let n = 0; n < 10; n += 1) await post(hours(24) + n);
      await switchOn();
      const resetAt = app.clock.now() + minutes(40);
      network.readFaults = [...faults];
      // One turn, one call.
      expect(await readDue(app)).toBe(1);
      network.readFaults = [{ status: 429, resetAt }];
      app.clock.advance(minutes(1));
      expect(await run()).toBe(1);
      app.clock.set(resetAt);
      expect(await run()).toBe(1);
      expect(network.figureCalls.map(({ verb }) => verb)).toEqual(["listFigures", "readFigures", "readFigures"]);
      expect(await readings()).toHaveLength(10);
    },
  );

  it("the accounts of others are read by their ids", async () => {
    await post(hours(24), { of: other });
    await switchOn();
    await run();
    expect(network.figureCalls.map(({ verb }) => verb)).toEqual(["readFigures"]);
  });
});
