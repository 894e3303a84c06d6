// Where a tweet stands whose answer was lost: where it was sent, whatever is looked up, asked or concluded later.
import { describe, expect, it } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { iso } from "~/ground/time/iso";
import {
  markScheduledUnknown,
  nextCheckAt,
  reconcileDue,
  takeOverSends,
  resolve,
} from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { listWeek } from "~/features/timeline/timeline.server";
import { slotOf } from "~/features/timeline/week";
import { toApi } from "~/features/tweets/tweets.server";
import { answered, type Fault } from "~tests/support/fakes/faulty-network";
import { account, alice, app, ask, attempts, network, now, pass, read, setStage, tweets } from "./stage";
import { inTransaction } from "~db/database.server";

setStage();

/** Where the grid has the tweet. */
async function placeOf(n: number): Promise<number | undefined> {
  const tasks = await listWeek(app, [account.id], { offset: 0, now: app.clock.now(), timeZone: "UTC" });
  return tasks.find(({ id }) => id === tweets[n]?.id)?.at;
}

/** The last look comes at the edge of a slot of two hours, where two minutes are another row. */
const edge = () => {
  const { hour } = slotOf(app.clock.now(), "UTC");
  return Math.floor(app.clock.now() / days(1)) * days(1) + hours(hour + 2) - minutes(1);
};

const duplicate = answered(403, { errors: [{ code: 187, message: "Status is a duplicate." }] });
const losses: Record<string, Fault> = {
  "its bytes left and no answer came": "lost before",
  "it was taken and the answer was lost": "lost after",
  "the network broke": answered(503, {}),
  "the network may have it already": duplicate,
};

describe.each(Object.entries(losses))("when %s", (_, fault) => {
  it.each(["at once", "scheduled"])("a tweet sent %s stands where it was sent through every look", async (way) => {
    app.clock.set(edge());
    network.unreadable = true;
    network.faults = [fault];
    if (way === "at once") await now(0).catch(() => undefined);
    else {
      await scheduleAt(app, { ...ask(0), executeAt: app.clock.now() });
      app.clock.advance(seconds(10));
      await pass();
    }
    const [{ started_at: sent = 0 } = {}] = await attempts(0);
    expect(await read(0)).toMatchObject({ state: "unknown" });
    expect(await placeOf(0)).toBe(sent);
    for (let look = 0; look < 5; look += 1) {
      const next = (await nextCheckAt(app, app.clock.now())) ?? 0;
      expect(next).toBeGreaterThan(app.clock.now());
      app.clock.set(next);
      expect(await reconcileDue(app)).toBe(1);
      expect(await placeOf(0)).toBe(sent);
    }
    const asked = await read(0);
    expect(asked.errorCode).toBe("needs_confirmation");
    if (way === "scheduled") expect(toApi(app, asked, []).scheduled_time).toBe(iso(sent));
    await resolve(app, { userId: alice.user.id, tweetId: asked.id, published: true });
    expect(await read(0)).toMatchObject({ state: "published", publishedAt: sent });
    expect(await placeOf(0)).toBe(sent);
  });
});

it("a send that a stopped server left open stands where it was sent, also where it was late", async () => {
  await scheduleAt(app, { ...ask(0), executeAt: app.clock.now() });
  app.clock.advance(minutes(3));
  let answer = () => {};
  network.hold = new Promise((resolve) => (answer = resolve));
  network.faults = ["lost before"];
  const passed = pass();
  await expect.poll(() => network.handed).toHaveLength(1);
  const [{ started_at: sent = 0 } = {}] = await attempts(0);
  app.clock.advance(minutes(1));
  await takeOverSends(app);
  expect(await read(0)).toMatchObject({ state: "unknown" });
  expect(await placeOf(0)).toBe(sent);
  answer();
  await passed;
});

it("one that a restored backup put in doubt stands where it was due", async () => {
  const dueAt = app.clock.now() + hours(2);
  await scheduleAt(app, { ...ask(0), executeAt: dueAt });
  await inTransaction(app.db, (trx) =>
    markScheduledUnknown(trx, { takenAt: app.clock.now(), now: app.clock.now(), settleAfterMs: minutes(2) }),
  );
  expect(await read(0)).toMatchObject({ state: "unknown" });
  expect(await placeOf(0)).toBe(dueAt);
  expect(await nextCheckAt(app, app.clock.now())).toBe(app.clock.now() + minutes(2));
});
