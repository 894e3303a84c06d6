// What is written while a lost answer is looked up: found, absent, unreadable, after a restore and after a crash.
import { expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { openTokens } from "~/features/accounts/accounts.server";
import {
  markScheduledUnknown,
  pauseAccount,
  reconcileDue,
  takeOverSends,
  unlink,
  unscheduleTweets,
} from "~/features/publishing/publishing.server";
import { makeWorld, rowOf, start, type World } from "./world";
import { inTransaction } from "~db/database.server";

/** Only `own`'s lost answer is looked up: no other one's time has come. */
async function alone({ app, id }: World): Promise<void> {
  await app.db
    .updateTable("tweets")
    .set({ check_at: start + hours(9) })
    .where("id", "!=", id("unknown"))
    .execute();
  await app.db
    .updateTable("tweets")
    .set({ lease_until: start + hours(9) })
    .where("state", "=", "publishing")
    .execute();
}
async function look(prepare: (world: World) => Promise<unknown>, after = minutes(10)): Promise<string[]> {
  const world = await makeWorld();
  await alone(world);
  await prepare(world);
  world.app.clock.set(start + after);
  return world.changed(() => reconcileDue(world.app));
}
async function post(world: World, text: string, at = start - minutes(5)): Promise<void> {
  const { app, account, network } = world;
  app.clock.set(at);
  const tokens = openTokens(app, await rowOf(app, account.own));
  await network.post(tokens, { text, timeoutMs: 1000, signal: new AbortController().signal });
}
const attempt = (
  { app }: World,
  change: { checks?: number; code?: string; failed_checks?: number; resume_at?: number },
) => app.db.updateTable("attempts").set(change).where("lease_token", "=", "token of own unknown").execute();
const tweet = ({ app, id }: World, change: { publish_type?: "immediate"; attempts?: number; withdrawn?: 1 }) =>
  app.db.updateTable("tweets").set(change).where("id", "=", id("unknown")).execute();
const words = "own unknown: words of its own";

it("what is among the account's posts is out, and when", async () => {
  expect({
    "as it was sent": await look((world) => post(world, words)),
    "with space around it": await look((world) => post(world, ` ${words}\n`)),
    "a quarter of an hour before the attempt": await look((world) => post(world, words, start - minutes(20))),
  }).toEqual({
    "a quarter of an hour before the attempt": [
      "tweet of own unknown: updated_at=+10 min, state=published, lease_token=null, lease_until=null, published_at=-1198000 ms, post_id=…, error_code=null, check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=published, code=found, post_id=…",
      "new event of own unknown: at=+10 min, kind=found",
    ],
    "as it was sent": [
      "tweet of own unknown: updated_at=+10 min, state=published, lease_token=null, lease_until=null, published_at=-298000 ms, post_id=…, error_code=null, check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=published, code=found, post_id=…",
      "new event of own unknown: at=+10 min, kind=found",
    ],
    "with space around it": [
      "tweet of own unknown: updated_at=+10 min, state=published, lease_token=null, lease_until=null, published_at=-298000 ms, post_id=…, error_code=null, check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=published, code=found, post_id=…",
      "new event of own unknown: at=+10 min, kind=found",
    ],
  });
});

it("what was posted earlier than that, or says something else, is another one", async () => {
  const absent = await look(async () => {});
  expect(await look((world) => post(world, words, start - minutes(20) - seconds(3)))).toEqual(absent);
  expect(await look((world) => post(world, `${words}!`))).toEqual(absent);
});

it("what is twice not there is sent once more, or not, as it was lost", async () => {
  expect({
    scheduled: await look(async () => {}),
    "posted by a person": await look((world) => tweet(world, { publish_type: "immediate" })),
    "tried twice": await look((world) => tweet(world, { attempts: 2 })),
    "called a duplicate": await look((world) => attempt(world, { code: "duplicate" })),
    "after a restore": await look((world) => attempt(world, { code: "restored", resume_at: start + hours(5) })),
    "after a restore, of a moment that was past": await look((world) => attempt(world, { code: "restored" })),
    "withdrawn meanwhile": await look((world) => tweet(world, { withdrawn: 1 })),
    "its account paused meanwhile": await look(({ app, account }) =>
      pauseAccount(app, "alice", account.own.networkUserId),
    ),
  }).toEqual({
    "after a restore": [
      "tweet of own unknown: updated_at=+10 min, state=scheduled, due_at=+5 h, lease_token=null, lease_until=null, error_code=null, check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=absent",
      "new event of own unknown: at=+10 min, kind=restored_absent",
    ],
    "after a restore, of a moment that was past": [
      "tweet of own unknown: updated_at=+10 min, state=pending, publish_type=null, due_at=null, lease_token=null, lease_until=null, error_code=backlog, check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=absent",
      "new event of own unknown: at=+10 min, kind=restored_backlog",
    ],
    "called a duplicate": [
      "tweet of own unknown: updated_at=+10 min, state=failed, lease_token=null, lease_until=null, error_code=duplicate, error=X refused this tweet as a duplicate of an earlier one. Change a few words and post again., check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=absent",
      "new event of own unknown: at=+10 min, kind=failed, detail=duplicate",
    ],
    "its account paused meanwhile": [
      "tweet of own unknown: updated_at=+10 min, state=scheduled, due_at=+10 min, lease_token=null, lease_until=null, error_code=null, check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=absent",
      "new event of own unknown: at=+10 min, kind=absent",
      "new event of own unknown: at=+10 min, kind=waits, detail=@own",
    ],
    "posted by a person": [
      "tweet of own unknown: updated_at=+10 min, state=scheduled, due_at=+10 min, lease_token=null, lease_until=null, error_code=null, check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=absent",
      "new event of own unknown: at=+10 min, kind=absent",
    ],
    scheduled: [
      "tweet of own unknown: updated_at=+10 min, state=scheduled, due_at=+10 min, lease_token=null, lease_until=null, error_code=null, check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=absent",
      "new event of own unknown: at=+10 min, kind=absent",
    ],
    "tried twice": [
      "tweet of own unknown: updated_at=+10 min, state=scheduled, due_at=+11 min, lease_token=null, lease_until=null, error_code=null, check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=absent",
      "new event of own unknown: at=+10 min, kind=absent",
    ],
    "withdrawn meanwhile": [
      "tweet of own unknown: updated_at=+10 min, state=pending, publish_type=null, due_at=null, lease_token=null, lease_until=null, error_code=null, withdrawn=0, check_at=+11 min",
      "attempt of own unknown: ended_at=+10 min, outcome=absent",
      "new event of own unknown: at=+10 min, kind=absent",
      "new event of own unknown: at=+10 min, kind=taken_off, detail=Its bot was stopped or moved.",
    ],
  });
});

it("what is not there yet is looked for again, at two and a half settle times", async () => {
  expect({
    "never looked for": await look((world) => attempt(world, { checks: 0 }), minutes(1)),
    "too early": await look(async () => {}, minutes(2.5) - 1),
    "at its time": await look(async () => {}, minutes(2.5)),
  }).toEqual({
    "at its time": [
      "tweet of own unknown: updated_at=+150000 ms, state=scheduled, due_at=+150000 ms, lease_token=null, lease_until=null, error_code=null, check_at=+210000 ms",
      "attempt of own unknown: ended_at=+150000 ms, outcome=absent",
      "new event of own unknown: at=+150000 ms, kind=absent",
    ],
    "never looked for": ["tweet of own unknown: check_at=+150000 ms", "attempt of own unknown: checks=1"],
    "too early": ["tweet of own unknown: check_at=+150000 ms", "attempt of own unknown: checks=2"],
  });
});

it("where the posts can't be read it waits longer and longer, and asks the person at the third time", async () => {
  const blind = (n: number, more: { code?: string } = {}) =>
    look(async (world) => {
      world.network.unreadable = true;
      await attempt(world, { failed_checks: n, ...more });
    });
  expect([
    await blind(0),
    await blind(1),
    await blind(2),
    await blind(3),
    await blind(9),
    await blind(2, { code: "restored" }),
  ]).toEqual([
    ["tweet of own unknown: check_at=+11 min", "attempt of own unknown: failed_checks=1"],
    ["tweet of own unknown: check_at=+12 min", "attempt of own unknown: failed_checks=2"],
    [
      "tweet of own unknown: error_code=needs_confirmation, error=X didn’t confirm this post, and Linnet can’t read the account’s posts. Is this tweet on X?, check_at=+14 min",
      "attempt of own unknown: failed_checks=3",
      "new event of own unknown: at=+10 min, kind=needs_confirmation",
    ],
    [
      "tweet of own unknown: error_code=needs_confirmation, error=X didn’t confirm this post, and Linnet can’t read the account’s posts. Is this tweet on X?, check_at=+18 min",
      "attempt of own unknown: failed_checks=4",
    ],
    [
      "tweet of own unknown: error_code=needs_confirmation, error=X didn’t confirm this post, and Linnet can’t read the account’s posts. Is this tweet on X?, check_at=+25 min",
      "attempt of own unknown: failed_checks=10",
    ],
    [
      "tweet of own unknown: error_code=needs_confirmation, error=Linnet was restored from a backup, and it can’t read the account’s posts. Is this tweet on X?, check_at=+14 min",
      "attempt of own unknown: failed_checks=3",
      "new event of own unknown: at=+10 min, kind=needs_confirmation",
    ],
  ]);
});

it("a check that sees again takes the question back", async () => {
  const asked = async (world: World) => {
    await attempt(world, { checks: 0, failed_checks: 3 });
    const question = { error_code: "needs_confirmation", error: "Is it on X?" };
    await world.app.db.updateTable("tweets").set(question).where("id", "=", world.id("unknown")).execute();
  };
  expect(await look(asked)).toEqual([
    "tweet of own unknown: error_code=lost, error=null, check_at=+10 min",
    "attempt of own unknown: checks=1",
  ]);
});

it("what an account posted is never taken for another account's", async () => {
  const world = await makeWorld();
  await post(world, "main unknown: words of its own");
  world.app.clock.set(start + minutes(10));
  await alone(world);
  await world.app.db
    .updateTable("tweets")
    .set({ check_at: start })
    .where("id", "=", world.id("unknown", "main"))
    .execute();
  const lines = await world.changed(() => reconcileDue(world.app));
  expect(lines.filter((line) => line.startsWith("tweet of main"))).toEqual([
    "tweet of main unknown: updated_at=+10 min, state=scheduled, due_at=+10 min, lease_token=null, lease_until=null, error_code=null, check_at=+11 min",
  ]);
});

it("a look comes at its moment and not before, for those whose moment has come", async () => {
  const world = await makeWorld();
  await alone(world);
  world.app.clock.set(start + minutes(1) - 1);
  expect(await world.changed(() => reconcileDue(world.app))).toEqual([]);
  world.app.clock.set(start + minutes(1));
  expect(await world.changed(() => reconcileDue(world.app))).not.toEqual([]);
});

it("each account's posts are read once for all that it lost", async () => {
  const world = await makeWorld();
  world.app.clock.set(start + minutes(10));
  expect(await reconcileDue(world.app)).toBe(6);
  expect(world.network.reads).toBe(3);
});

it("a send without an end is looked up from the end of its lease on", async () => {
  const world = await makeWorld();
  await world.app.db.deleteFrom("tweets").where("state", "=", "unknown").execute();
  world.app.clock.set(start + minutes(1) - 1);
  expect(await world.changed(() => reconcileDue(world.app))).toEqual([]);
  world.app.clock.set(start + minutes(1));
  expect(await world.changed(() => reconcileDue(world.app))).toEqual([
    "tweet of main publishing: updated_at=+1 min, state=unknown, error_code=lost, check_at=+3 min",
    "tweet of own publishing: updated_at=+1 min, state=unknown, error_code=lost, check_at=+3 min",
    "tweet of bob publishing: updated_at=+1 min, state=unknown, error_code=lost, check_at=+3 min",
    "attempt of main publishing: settle_at=+3 min, ended_at=+1 min, outcome=unknown, code=lost, detail=its result couldn’t be saved",
    "attempt of own publishing: settle_at=+3 min, ended_at=+1 min, outcome=unknown, code=lost, detail=its result couldn’t be saved",
    "attempt of bob publishing: settle_at=+3 min, ended_at=+1 min, outcome=unknown, code=lost, detail=its result couldn’t be saved",
    "new event of main publishing: at=+1 min, kind=unknown, detail=lost",
    "new event of own publishing: at=+1 min, kind=unknown, detail=lost",
    "new event of bob publishing: at=+1 min, kind=unknown, detail=lost",
  ]);
});

it("sends that an earlier run left open are looked up, all of them", async () => {
  const world = await makeWorld();
  world.app.clock.set(start + seconds(5));
  await world.app.db.updateTable("tweets").set({ lease_node: "an earlier run" }).execute();
  expect(await world.changed(() => takeOverSends(world.app))).toEqual([
    "tweet of main publishing: updated_at=+5000 ms, state=unknown, error_code=lost, check_at=+125000 ms",
    "tweet of own publishing: updated_at=+5000 ms, state=unknown, error_code=lost, check_at=+125000 ms",
    "tweet of bob publishing: updated_at=+5000 ms, state=unknown, error_code=lost, check_at=+125000 ms",
    "attempt of main publishing: settle_at=+125000 ms, ended_at=+5000 ms, outcome=unknown, code=lost, detail=the server stopped",
    "attempt of own publishing: settle_at=+125000 ms, ended_at=+5000 ms, outcome=unknown, code=lost, detail=the server stopped",
    "attempt of bob publishing: settle_at=+125000 ms, ended_at=+5000 ms, outcome=unknown, code=lost, detail=the server stopped",
    "new event of main publishing: at=+5000 ms, kind=unknown, detail=stopped",
    "new event of own publishing: at=+5000 ms, kind=unknown, detail=stopped",
    "new event of bob publishing: at=+5000 ms, kind=unknown, detail=stopped",
  ]);
});

it("after a restore all that waits is in doubt, of everybody, and nothing else", async () => {
  const world = await makeWorld();
  const since = { takenAt: start - hours(1), now: start, settleAfterMs: minutes(2) };
  expect(await world.changed(() => inTransaction(world.app.db, (trx) => markScheduledUnknown(trx, since)))).toEqual([
    "tweet of main scheduled: updated_at=now, state=unknown, lease_token=…, error_code=restored, check_at=+2 min",
    "tweet of main publishing: updated_at=now, state=unknown, lease_until=null, error_code=restored, check_at=+2 min, lease_node=null",
    "tweet of main unknown: updated_at=now, lease_until=null, error_code=restored, check_at=+2 min",
    "tweet of main asked: updated_at=now, lease_until=null, error_code=restored, error=null, check_at=+2 min",
    "tweet of own scheduled: updated_at=now, state=unknown, lease_token=…, error_code=restored, check_at=+2 min",
    "tweet of own publishing: updated_at=now, state=unknown, lease_until=null, error_code=restored, check_at=+2 min, lease_node=null",
    "tweet of own unknown: updated_at=now, lease_until=null, error_code=restored, check_at=+2 min",
    "tweet of own asked: updated_at=now, lease_until=null, error_code=restored, error=null, check_at=+2 min",
    "tweet of bob scheduled: updated_at=now, state=unknown, lease_token=…, error_code=restored, check_at=+2 min",
    "tweet of bob publishing: updated_at=now, state=unknown, lease_until=null, error_code=restored, check_at=+2 min, lease_node=null",
    "tweet of bob unknown: updated_at=now, lease_until=null, error_code=restored, check_at=+2 min",
    "tweet of bob asked: updated_at=now, lease_until=null, error_code=restored, error=null, check_at=+2 min",
    "attempt of main publishing: settle_at=+2 min, ended_at=now, outcome=unknown, code=restored",
    "attempt of main unknown: settle_at=+2 min, ended_at=now, checks=0, code=restored",
    "attempt of main asked: settle_at=+2 min, ended_at=now, failed_checks=0, code=restored",
    "attempt of own publishing: settle_at=+2 min, ended_at=now, outcome=unknown, code=restored",
    "attempt of own unknown: settle_at=+2 min, ended_at=now, checks=0, code=restored",
    "attempt of own asked: settle_at=+2 min, ended_at=now, failed_checks=0, code=restored",
    "attempt of bob publishing: settle_at=+2 min, ended_at=now, outcome=unknown, code=restored",
    "attempt of bob unknown: settle_at=+2 min, ended_at=now, checks=0, code=restored",
    "attempt of bob asked: settle_at=+2 min, ended_at=now, failed_checks=0, code=restored",
    "new attempt of main scheduled: attempt_no=1, lease_token=…, started_at=-1 h, settle_at=+2 min, ended_at=-1 h, outcome=unknown, checks=0, failed_checks=0, price_micros=15000, code=restored, resume_at=+2 h",
    "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=-1 h, settle_at=+2 min, ended_at=-1 h, outcome=unknown, checks=0, failed_checks=0, price_micros=15000, code=restored, resume_at=+2 h",
    "new attempt of bob scheduled: attempt_no=1, lease_token=…, started_at=-1 h, settle_at=+2 min, ended_at=-1 h, outcome=unknown, checks=0, failed_checks=0, price_micros=15000, code=restored, resume_at=+2 h",
    "new event of main publishing: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of main unknown: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of main asked: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of own publishing: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of own unknown: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of own asked: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of bob publishing: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of bob unknown: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of bob asked: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of main scheduled: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of own scheduled: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
    "new event of bob scheduled: at=now, kind=restored, detail=2026-11-19T09:18:00.000Z",
  ]);
});

it("what is withdrawn while it is looked up is pending where it is not out, and out where it is", async () => {
  const withdrawn = (world: World) =>
    unscheduleTweets(world.app.db, { tweetIds: [world.id("unknown")], now: start, reason: "-" });
  const found = await look(async (world) => [await post(world, words), await withdrawn(world)]);
  expect(found[0]).toContain("state=published");
  expect((await look(withdrawn))[0]).toContain("state=pending");
  expect((await look(({ app, account }) => unlink(app, "alice", account.own.networkUserId)))[0]).toContain(
    "tweet of own unknown: check_at",
  );
});
