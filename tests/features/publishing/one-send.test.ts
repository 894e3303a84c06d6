// A send, moment by moment: its lease, its price, its waits, and the limits that a person is told of.
import { expect, it, vi } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { publishNow } from "~/features/publishing/publishing.server";
import { answered } from "~tests/support/fakes/faulty-network";
import { dueNow, makeWorld, sendOne, start } from "./world";

const unauthorized = answered(401, { detail: "Unauthorized" });
const limited = answered(
  429,
  { detail: "Too Many" },
  { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String((start + minutes(7)) / 1000) },
);

it("a scheduled tweet that is taken is out, and its account's gap begins", async () => {
  const world = await makeWorld();
  await dueNow(world);
  await world.app.db
    .updateTable("accounts")
    .set({ refused_at: start - hours(1) })
    .execute();
  expect(await world.changed(() => sendOne(world))).toEqual([
    "posted by own: own scheduled: words of its own",
    "tweet of own scheduled: updated_at=+2000 ms, state=published, attempts=1, published_at=+2000 ms, post_id=…",
    "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=published, checks=0, failed_checks=0, price_micros=15000, post_id=…",
    "new event of own scheduled: at=now, kind=sending",
    "new event of own scheduled: at=+2000 ms, kind=published",
    "account of own: scheduled_send_at=now, refused_at=null",
    "woken 1",
  ]);
});

it("a second refusal of the authorization counts from ten minutes after the first, and asks to connect again", async () => {
  const refused = async (before: number) => {
    const world = await makeWorld();
    await dueNow(world);
    await world.app.db
      .updateTable("accounts")
      .set({ refused_at: start - before })
      .execute();
    world.network.faults = [unauthorized];
    const lines = await world.changed(() => sendOne(world));
    return lines.filter((line) => line.startsWith("account"));
  };
  expect([await refused(minutes(10) - seconds(2) - 1), await refused(minutes(10) - seconds(2))]).toEqual([
    ["account of own: scheduled_send_at=now"],
    [
      "account of own: status=reconnect, status_reason=X no longer accepts this account’s authorization. Reconnect the account., scheduled_send_at=now",
    ],
  ]);
});

it("while it is being sent a tweet is held under a lease of a minute, its attempt open", async () => {
  const world = await makeWorld();
  await dueNow(world);
  let release = () => {};
  world.network.hold = new Promise<void>((resolve) => (release = resolve));
  let sending: Promise<unknown> = Promise.resolve();
  const lines = await world.changed(async () => {
    sending = sendOne(world);
    await vi.waitFor(() => expect(world.network.handed).toHaveLength(1));
  });
  release();
  await sending;
  expect(lines).toEqual([
    "posted by own: own scheduled: words of its own",
    "tweet of own scheduled: state=publishing, lease_token=…, lease_until=+1 min, attempts=1, lease_node=node-1",
    "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, outcome=sending, checks=0, failed_checks=0, price_micros=15000",
    "new event of own scheduled: at=now, kind=sending",
    "account of own: scheduled_send_at=now",
  ]);
});

it("while a person waits it is held likewise, and the account's scheduled ones keep their gap", async () => {
  const world = await makeWorld();
  let release = () => {};
  world.network.hold = new Promise<void>((resolve) => (release = resolve));
  let posting: Promise<unknown> = Promise.resolve();
  const lines = await world.changed(async () => {
    posting = publishNow(world.app, world.ask("failed"));
    await vi.waitFor(() => expect(world.network.handed).toHaveLength(1));
  });
  release();
  await posting;
  expect(lines).toEqual([
    "posted by own: own failed: see https://example.com/",
    "tweet of own failed: updated_at=now, state=publishing, publish_type=immediate, due_at=now, moment_reason=null, lease_token=…, lease_until=+1 min, attempts=4, error_code=null, error=null, withdrawn=0, lease_node=node-1",
    "new attempt of own failed: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, outcome=sending, checks=0, failed_checks=0, price_micros=200000",
    "new event of own failed: at=now, kind=sending",
  ]);
});

it("each send waits longer than the one before, up to a quarter of an hour", async () => {
  const world = await makeWorld();
  await dueNow(world);
  const waits: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    world.network.faults = ["not sent"];
    await sendOne(world);
    const row = await world.app.db
      .selectFrom("tweets")
      .select("due_at")
      .where("id", "=", world.id("scheduled"))
      .executeTakeFirstOrThrow();
    waits.push(((row.due_at ?? 0) - world.app.clock.now()) / 1000);
    world.app.clock.set(Math.max(row.due_at ?? 0, world.app.clock.now() + seconds(60)));
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

it("a person who waits is told how many seconds the network's limit lasts", async () => {
  const { app, ask, network } = await makeWorld();
  network.faults = [limited];
  await expect(publishNow(app, ask("pending"))).rejects.toMatchObject({
    code: "network_limited",
    retryAfterSeconds: 418,
  });
});

it("a person who waits is told no fewer seconds than that, within a second too", async () => {
  const { app, ask, network } = await makeWorld();
  app.clock.step(1);
  network.faults = [limited];
  await expect(publishNow(app, ask("pending"))).rejects.toMatchObject({ retryAfterSeconds: 418 });
});

it("a person who is over the day's limit is told when the day ends where they are, and nothing is sent", async () => {
  const world = await makeWorld();
  const { app, ask } = world;
  app.config.dailyPostLimit = 5;
  await app.db.updateTable("users").set({ timezone: "Asia/Tokyo" }).execute();
  await publishNow(app, ask("failed"));
  const refused = publishNow(app, ask("pending"));
  await expect(refused).rejects.toMatchObject({ retryAfterSeconds: (hours(4) + minutes(42) - seconds(2)) / 1000 });
  expect(await world.changed(() => publishNow(app, ask("pending")))).toEqual([
    "refused daily_post_limit: @own has reached its limit of 5 posts a day. Add this tweet to the timeline, or try again tomorrow.",
  ]);
});
