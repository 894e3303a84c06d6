// What a pass lets go, puts off or leaves: late, in quiet hours, over a limit, behind a gap; and that others are left alone.
import { expect, it } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { countPosts } from "~/features/spending/store/spent.server";
import { sumSpent } from "~tests/support/spent";
import {
  nextPublishAt,
  nextTweet,
  publishDue,
  readAttention,
  countQueue,
  nextCheckAt,
} from "~/features/publishing/publishing.server";
import { readDayOf } from "~/features/spending/spending.server";
import { listAccounts } from "~/features/accounts/accounts.server";
import { dueNow, makeWorld, sendOne, start, states, type World } from "./world";

const due = (
  { app, id }: World,
  change: { due_at?: number; moment_reason?: string | null },
  of: "own" | "main" | "bob" = "own",
) => app.db.updateTable("tweets").set(change).where("id", "=", id("scheduled", of)).execute();

/** What one pass changes of a tweet that is due, once `prepare` has had its say. */
async function pass(prepare: (world: World) => unknown, after = 0): Promise<string[]> {
  const world = await makeWorld();
  await dueNow(world);
  await prepare(world);
  world.app.clock.set(start + after);
  const lines = await world.changed(() => sendOne(world));
  return lines.filter((line) => /^(posted|tweet|new event of own scheduled: .*postponed|woken)/.test(line));
}
const sent = "posted by own: own scheduled: words of its own";

it("what is late, at night or over a limit gets another moment, and the reason", async () => {
  const night = hours(13);
  expect({
    late: await pass(() => {}, minutes(15) + 1),
    "late by a day": await pass(() => {}, hours(25)),
    "at night": await pass((world) => due(world, { due_at: start + night, moment_reason: "Chosen." }), night),
    "over the day's posts": await pass(({ app }) => (app.config.dailyPostLimit = 3)),
    "over the day's dollars": await pass(({ app }) => (app.config.dailySpendLimit = 0.119)),
  }).toEqual({
    "at night": [
      "tweet of own scheduled: updated_at=+13 h, due_at=+1362 min, moment_reason=Moved out of your quiet hours (UTC). Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 11:00 UTC.",
      "new event of own scheduled: at=+13 h, kind=postponed, detail=Moved out of your quiet hours (UTC). Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 11:00 UTC.",
      "woken 1",
    ],
    late: [
      "tweet of own scheduled: updated_at=+900001 ms, due_at=+22500001 ms, moment_reason=Missed Thu, Nov 19, 10:18 because Linnet couldn’t post. Picked at random between 14:33 and 18:33 UTC.",
      "new event of own scheduled: at=+900001 ms, kind=postponed, detail=Missed Thu, Nov 19, 10:18 because Linnet couldn’t post. Picked at random between 14:33 and 18:33 UTC.",
      "woken 1",
    ],
    "late by a day": [
      "tweet of own scheduled: updated_at=+25 h, due_at=+31 h, moment_reason=Missed Thu, Nov 19, 10:18 because Linnet couldn’t post. Picked at random between 15:18 and 19:18 UTC.",
      "new event of own scheduled: at=+25 h, kind=postponed, detail=Missed Thu, Nov 19, 10:18 because Linnet couldn’t post. Picked at random between 15:18 and 19:18 UTC.",
      "woken 1",
    ],
    "over the day's dollars": [
      "tweet of own scheduled: due_at=+1362 min, moment_reason=You’ve used your $0.119 share of this server’s $0.119 for today. Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 11:00 UTC.",
      "new event of own scheduled: at=now, kind=postponed, detail=You’ve used your $0.119 share of this server’s $0.119 for today. Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 11:00 UTC.",
      "woken 1",
    ],
    "over the day's posts": [
      "tweet of own scheduled: due_at=+1362 min, moment_reason=@own has reached its limit of 3 posts a day. Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 11:00 UTC.",
      "new event of own scheduled: at=now, kind=postponed, detail=@own has reached its limit of 3 posts a day. Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 11:00 UTC.",
      "woken 1",
    ],
  });
});

it("what is just in time, was chosen for the night or is within the limits goes out", async () => {
  const all = [
    await pass(() => {}, minutes(15)),
    await pass((world) => due(world, { due_at: start + hours(13) }), hours(13)),
    await pass(({ app }) => (app.config.dailyPostLimit = 4)),
    await pass(({ app }) => (app.config.dailySpendLimit = 0.12)),
    await pass(({ app }) => Object.assign(app.config, { dailyPostLimit: 0, dailySpendLimit: 0 })),
  ];
  expect(all.map(([first]) => first)).toEqual(all.map(() => sent));
});

it("a tweet that a person posted now and that came back is not put off", async () => {
  const lines = await pass(
    ({ app, id }) =>
      app.db.updateTable("tweets").set({ publish_type: "immediate" }).where("id", "=", id("scheduled")).execute(),
    hours(2),
  );
  expect(lines[0]).toBe(sent);
});

it("an account that is held, waits or posted just now sends nothing, and another's tweet goes", async () => {
  const hold = async (change: object) => {
    const lines = await pass(async (world) => {
      await world.app.db.updateTable("accounts").set(change).where("id", "=", world.account.own.id).execute();
      await world.app.db.deleteFrom("tweets").where("state", "=", "publishing").execute();
      await due(world, { due_at: start }, "bob");
    });
    return lines.filter((line) => line.startsWith("posted")).map((line) => line.split(":")[0]);
  };
  const nobodyElse = ["posted by bob"];
  expect(await hold({ status: "paused" })).toEqual(nobodyElse);
  expect(await hold({ status: "reconnect" })).toEqual(nobodyElse);
  expect(await hold({ wait_until: start + 1 })).toEqual(nobodyElse);
  expect(await hold({ scheduled_send_at: start - seconds(60) + 1 })).toEqual(nobodyElse);
  const both = ["posted by own", "posted by bob"];
  expect((await hold({ wait_until: start })).toSorted()).toEqual(both.toSorted());
  expect((await hold({ scheduled_send_at: start - seconds(60) })).toSorted()).toEqual(both.toSorted());
});

it("nothing is begun before its moment but for the quarter of a second ahead", async () => {
  const world = await makeWorld();
  expect(await nextPublishAt(world.app, start)).toBe(start + hours(2) - 250);
  world.app.clock.set(start + hours(2) - 251);
  expect((await publishDue(world.app)).started).toBe(0);
  await world.app.db.deleteFrom("tweets").where("state", "=", "publishing").execute();
  world.app.clock.set(start + hours(2) - 250);
  const { started, done } = await publishDue(world.app);
  expect(started).toBe(3);
  world.app.clock.advance(250);
  await done;
});

it("the day's posts are the account's own, and its dollars the person's", async () => {
  const { app, account } = await makeWorld();
  const since = start - hours(10);
  expect(await countPosts(app.db, account.own.id, since)).toBe(4);
  expect(await countPosts(app.db, account.own.id, start - minutes(5))).toBe(3);
  expect(await countPosts(app.db, account.own.id, start - minutes(5) + 1)).toBe(1);
  expect(await countPosts(app.db, account.own.id, start + 1)).toBe(0);
  expect(await countPosts(app.db, account.first.id, since)).toBe(0);
  expect(await sumSpent(app.db, since)).toBe(12 * 15_000);
  expect(await sumSpent(app.db, start)).toBe(3 * 15_000);
  expect(await sumSpent(app.db, start + 1)).toBe(0);
  // In Kiritimati the day began 18 minutes ago, after the posts of the hour before.
  expect(await readDayOf(app, account.own, { id: "alice", timeZone: "Pacific/Kiritimati" })).toEqual({
    posts: 3,
    spentUsd: 0.09,
    shareUsd: 2.5,
  });
});

it.each(["sending", "published", "unknown", "not_sent", "waiting", "refused", "failed", "absent"] as const)(
  "an attempt that is %s costs money only where it is out or may be",
  async (outcome) => {
    const { app } = await makeWorld();
    await app.db.updateTable("attempts").set({ outcome }).execute();
    expect((await sumSpent(app.db, 0)) > 0).toBe(["sending", "published", "unknown"].includes(outcome));
  },
);

it("what waits for a person is theirs: what failed within a fortnight, and what asks, the latest first", async () => {
  const world = await makeWorld();
  const { app, id } = world;
  const read = async () => readAttention(app, "alice", await listAccounts(app, "alice"));
  const asked = { tweetId: id("asked", "main"), placedAt: start - minutes(5) };
  await app.db
    .updateTable("tweets")
    .set({ updated_at: start - hours(1) })
    .where("id", "=", id("asked", "main"))
    .execute();
  expect(await read()).toEqual({ failed: 2, needsConfirmation: 2, backlog: 0, reconnect: 0, blocked: 0, first: asked });
  await app.db.deleteFrom("tweets").where("error_code", "=", "needs_confirmation").execute();
  await app.db
    .updateTable("tweets")
    .set({ updated_at: start - days(14) })
    .where("id", "=", id("failed", "main"))
    .execute();
  await app.db
    .updateTable("accounts")
    .set({ status: "paused", paused_by: "network" })
    .where("username", "=", "main")
    .execute();
  await app.db.updateTable("accounts").set({ refused_at: start }).where("username", "=", "first").execute();
  const first = { tweetId: id("failed"), placedAt: start - hours(3) };
  expect(await read()).toEqual({ failed: 2, needsConfirmation: 0, backlog: 0, reconnect: 1, blocked: 1, first });
  app.clock.step(1);
  expect((await read()).failed).toBe(1);
  await app.db.updateTable("tweets").set({ publish_type: "immediate" }).where("state", "=", "failed").execute();
  expect(await read()).toMatchObject({ failed: 0, first: null });
});

it("the person's next tweet is theirs, of an account that sends, the earliest of all", async () => {
  const world = await makeWorld();
  const { app, id } = world;
  await due(world, { due_at: start + hours(1) }, "bob");
  const both = { id: id("scheduled", "main"), at: start + hours(2), content: "main scheduled: words of its own" };
  expect(await nextTweet(app, "alice")).toEqual(both);
  await due(world, { due_at: start + hours(2) - 1 });
  expect(await nextTweet(app, "alice")).toMatchObject({ id: id("scheduled"), at: start + hours(2) - 1 });
  await app.db.updateTable("accounts").set({ status: "paused" }).where("username", "=", "own").execute();
  expect(await nextTweet(app, "alice")).toEqual(both);
  expect(await nextTweet(app, "nobody")).toBeNull();
});

it("of two at one moment the person's next tweet is the one whose account sends", async () => {
  const { app, id } = await makeWorld();
  await app.db.updateTable("accounts").set({ status: "paused" }).where("username", "=", "main").execute();
  expect(await nextTweet(app, "alice")).toMatchObject({ id: id("scheduled"), at: start + hours(2) });
});

it("the queue is everybody's: what waits, is due or late, what is unknown, what asks and what failed", async () => {
  const world = await makeWorld();
  const { app } = world;
  expect(await countQueue(app)).toEqual({
    scheduled: 3,
    due: 0,
    late: 0,
    unknown: 6,
    needsConfirmation: 3,
    failedUnseen: 3,
  });
  app.clock.set(start + hours(2));
  expect(await countQueue(app)).toMatchObject({ due: 3, late: 0 });
  app.clock.set(start + hours(2) + minutes(15));
  expect(await countQueue(app)).toMatchObject({ due: 3, late: 0 });
  app.clock.step(1);
  expect(await countQueue(app)).toMatchObject({ due: 3, late: 3 });
  expect(await nextCheckAt(app, start)).toBe(start + minutes(1));
  expect(await nextCheckAt(app, start + minutes(1))).toBeNull();
  expect(states).toHaveLength(7);
});
