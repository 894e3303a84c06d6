// A tweet is claimed shortly before its moment: gap, wait, quiet hours and day are those of the moment.
import { describe, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { addToTimeline, scheduleAt } from "~/features/scheduling/scheduling.server";
import { nextPublishAt, publishDue } from "~/features/publishing/publishing.server";
import { claimAhead } from "~/features/publishing/engine/claimed.server";
import { sendDue } from "~tests/support/sends";
import { account, app, ask, network, pass, read, setStage } from "./stage";

setStage();
const at = (n: number, executeAt: number) => scheduleAt(app, { ...ask(n), executeAt });
const inAnHour = () => app.clock.now() + hours(1);

/** Puts a tweet on its moment and lets it be claimed and sent as early as that may be. */
async function sendAt(n: number, due: number): Promise<number> {
  await at(n, due);
  app.clock.set(due - claimAhead);
  return sendDue(app);
}

describe("a tweet that is claimed shortly before its moment", () => {
  it("is sent once and without delay where the clock is set back meanwhile", async () => {
    const due = inAnHour();
    await at(0, due);
    app.clock.set(due - claimAhead);
    const { started, done } = await publishDue(app);
    expect(started).toBe(1);
    app.clock.step(-hours(2));
    app.clock.advance(claimAhead);
    await done;
    app.clock.advance(hours(3));
    expect(await pass()).toBe(0);
    expect(network.handed).toHaveLength(1);
  });

  it("keeps its account's gap from its moment on, not from the claim", async () => {
    const due = inAnHour();
    await at(1, due + seconds(1));
    await sendAt(0, due);
    app.clock.set(due + app.config.minGapMs - 1);
    expect(await pass()).toBe(0);
    app.clock.set(due + app.config.minGapMs);
    expect(await pass()).toBe(1);
  });

  it("may follow the account's last one as soon as the gap or the network's wait ends at its moment", async () => {
    const due = inAnHour();
    const changed = { scheduled_send_at: due - app.config.minGapMs, wait_until: due };
    await app.db.updateTable("accounts").set(changed).where("id", "=", account.id).execute();
    expect(await sendAt(0, due)).toBe(1);
  });

  it("keeps the gap where the clock is set back by no more than it was claimed ahead", async () => {
    const due = inAnHour();
    await at(1, due + 100);
    await sendAt(0, due);
    app.clock.step(-100);
    expect(await pass()).toBe(0);
  });

  it("has the loop look by then", async () => {
    const due = inAnHour();
    await at(0, due);
    expect(await nextPublishAt(app, 0)).toBe(due - claimAhead);
    expect(await nextPublishAt(app, due - claimAhead)).toBe(null);
  });

  it.each([
    ["ends", "2026-11-20T07:00:00Z", 1],
    ["begins", "2026-11-20T23:00:00Z", 0],
  ])("goes by its own moment where a quiet period %s", async (_, moment, sent) => {
    const due = Date.parse(moment);
    const { executeAt } = await addToTimeline(app, { ...ask(0), timeZone: "UTC" });
    await app.db.updateTable("tweets").set({ due_at: due }).where("due_at", "=", executeAt).execute();
    app.clock.set(due - claimAhead);
    expect(await sendDue(app)).toBe(sent);
    expect(network.handed).toHaveLength(sent);
  });

  it("counts towards the day that it goes out in", async () => {
    app.config.dailyPostLimit = 1;
    const evening = Date.parse("2026-11-20T23:00:00Z");
    await at(0, evening);
    app.clock.set(evening);
    expect(await pass()).toBe(1);
    expect(await sendAt(1, Date.parse("2026-11-21T00:00:00Z"))).toBe(1);
    expect(network.accepted).toHaveLength(2);
  });
});

it("a network that asks the account to wait between claim and moment is not asked before that is over", async () => {
  await scheduleAt(app, { ...ask(0), executeAt: app.clock.now() + 100 });
  const { done } = await publishDue(app);
  const until = app.clock.now() + minutes(5);
  await app.db.updateTable("accounts").set({ wait_until: until }).where("id", "=", account.id).execute();
  app.clock.advance(100);
  await done;
  expect(network.handed).toHaveLength(0);
  expect(await read(0)).toMatchObject({ state: "scheduled" });
  app.clock.advance(minutes(6));
  await pass();
  expect(await read(0)).toMatchObject({ state: "published" });
});
