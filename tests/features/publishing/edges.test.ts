// The edges of publishing's rules, each with what lies on either side: times, looks, zones, counters, wakes.
import { beforeEach, describe, expect, it } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { limitReached, startOfDay, startOfNextDay } from "~/features/spending/day-limit";
import { gate } from "~/features/publishing/rules/gate";
import { drawMoment } from "~/features/moments/moment";
import {
  pauseAccount,
  publishDue,
  readJournal,
  reconcileDue,
  resumeAccount,
} from "~/features/publishing/publishing.server";
import { scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { judge } from "~/features/publishing/rules/outcome";
import { answered } from "~tests/support/fakes/faulty-network";
import { sendDue } from "~tests/support/sends";
import { account, alice, app, ask, network, now, read, setStage, tweets } from "./stage";

setStage();

let wakes: number;
beforeEach(() => {
  wakes = 0;
  app.wake = () => void (wakes += 1);
});

const at = (n: number, executeAt: number) => scheduleAt(app, { ...ask(n), executeAt });
const kinds = async (n: number) => (await readJournal(app, tweets[n]?.id ?? 0)).map(({ kind }) => kind);

/** Sent at its moment, and the answer lost as told. */
async function lose(n: number, how: "lost before" | "lost after"): Promise<void> {
  await at(n, app.clock.now() + minutes(1));
  network.faults.push(how);
  app.clock.advance(minutes(1));
  await sendDue(app);
}

describe("an exact time", () => {
  it("that was typed up to a minute ago is meant as now, and stands there", async () => {
    const present = app.clock.now();
    expect((await at(0, present - seconds(59))).executeAt).toBe(present);
    expect((await read(0)).dueAt).toBe(present);
    expect((await at(1, present - minutes(1))).executeAt).toBe(present);
    await expect(at(2, present - minutes(1) - 1)).rejects.toMatchObject({ code: "invalid" });
  });

  it("may lie a year ahead and no further", async () => {
    const present = app.clock.now();
    expect((await at(0, present + days(365))).executeAt).toBe(present + days(365));
    await expect(at(1, present + days(365) + 1)).rejects.toMatchObject({ code: "invalid" });
  });

  it("wakes the publisher, and so does a random one, a resumed account and nothing that was refused", async () => {
    await at(0, app.clock.now());
    expect(wakes).toBe(1);
    await pauseAccount(app, alice.user.id, account.networkUserId);
    const before = wakes;
    await expect(at(1, app.clock.now())).rejects.toMatchObject({ code: "account_paused" });
    expect(wakes).toBe(before);
    await resumeAccount(app, alice.user.id, account.networkUserId);
    expect(wakes).toBe(before + 1);
  });
});

it("a tweet that is scheduled again begins its attempts anew, so that its first failure waits half a minute", async () => {
  await at(0, app.clock.now() + minutes(1));
  network.faults.push("not sent", "not sent", "not sent");
  for (let attempt = 0; attempt < 3; attempt += 1) {
    app.clock.set((await read(0)).dueAt ?? 0);
    await sendDue(app);
  }
  await at(0, app.clock.now() + hours(1));
  network.faults.push("not sent");
  app.clock.set((await read(0)).dueAt ?? 0);
  await sendDue(app);
  const wait = ((await read(0)).dueAt ?? 0) - app.clock.now();
  expect(wait).toBeGreaterThanOrEqual(seconds(23));
  expect(wait).toBeLessThanOrEqual(seconds(36));
});

it("a resumed account does not wait for the rate limit that it was paused under", async () => {
  await at(0, app.clock.now() + minutes(1));
  network.faults.push(answered(429));
  app.clock.advance(minutes(1));
  await sendDue(app);
  await pauseAccount(app, alice.user.id, account.networkUserId);
  await resumeAccount(app, alice.user.id, account.networkUserId);
  await at(1, app.clock.now() + minutes(1));
  app.clock.advance(minutes(1));
  expect(await sendDue(app)).toBe(1);
  expect((await read(1)).state).toBe("published");
});

describe("a lost answer", () => {
  it("is not sent once more before two and a half settle times, however often it is looked for", async () => {
    await lose(0, "lost before");
    const lost = app.clock.now();
    for (const after of [125, 180, 240, 299]) {
      app.clock.set(lost + seconds(after));
      await app.db.updateTable("tweets").set({ check_at: app.clock.now() }).where("state", "=", "unknown").execute();
      await reconcileDue(app);
      expect((await read(0)).state).toBe("unknown");
    }
    app.clock.set(lost + seconds(301));
    await reconcileDue(app);
    expect((await read(0)).state).toBe("scheduled");
  });

  it("asks the person at the third failed look and says so once, however often it fails after", async () => {
    network.unreadable = true;
    await lose(0, "lost after");
    for (let look = 0; look < 7; look += 1) {
      app.clock.advance(minutes(20));
      await reconcileDue(app);
      expect((await read(0)).errorCode === "needs_confirmation").toBe(look >= 2);
    }
    expect((await kinds(0)).filter((kind) => kind === "needs_confirmation")).toHaveLength(1);
  });

  it("is not taken for an earlier tweet that says the same", async () => {
    const { content } = await read(1);
    await now(1);
    await lose(0, "lost before");
    // As after a restore: the near-duplicate guard did not see both.
    await app.db
      .updateTable("tweets")
      .set({ content })
      .where("id", "=", tweets[0]?.id ?? 0)
      .execute();
    app.clock.advance(minutes(3));
    await reconcileDue(app);
    expect((await read(0)).state).toBe("unknown");
    app.clock.advance(minutes(4));
    await reconcileDue(app);
    expect((await read(0)).state).toBe("scheduled");
    expect(await read(1)).toMatchObject({ state: "published" });
  });

  it("of two posts that say the same takes the earlier", async () => {
    await lose(0, "lost after");
    const { listPosts } = network;
    let ids: string[] = [];
    network.listPosts = async (tokens, what) => {
      const [post, ...rest] = await listPosts(tokens, what);
      if (!post) return [];
      const later = { ...post, id: String(BigInt(post.id) + 4_194_304_000n), createdAt: post.createdAt + 1_000 };
      ids = [later.id, post.id];
      return [later, post, ...rest];
    };
    app.clock.advance(minutes(3));
    await reconcileDue(app);
    expect(ids).toHaveLength(2);
    expect((await read(0)).postId).toBe(ids[1]);
  });
});

describe("a tweet whose answer was lost", () => {
  it("can neither be scheduled, unscheduled nor posted, and is out once", async () => {
    await lose(0, "lost after");
    await expect(at(0, app.clock.now() + hours(1))).rejects.toMatchObject({ code: "already_sent" });
    await expect(unschedule(app, ask(0))).rejects.toMatchObject({ code: "not_scheduled" });
    await expect(now(0)).rejects.toMatchObject({ code: "already_sent" });
    app.clock.advance(minutes(3));
    await reconcileDue(app);
    expect((await read(0)).state).toBe("published");
    expect(network.accepted).toEqual([tweets[0]?.content]);
  });
});

it("a process that is not the publisher begins nothing, with whatever is due", async () => {
  await at(0, app.clock.now());
  app.node.setMayClaim(false);
  expect((await publishDue(app)).started).toBe(0);
  expect(network.handed).toEqual([]);
});

describe("the day of the gate", () => {
  const rules = {
    window: { fromMs: hours(4), toMs: hours(8) },
    quietHours: { from: 23, to: 7 },
    spacingMs: 0,
    dailyPostLimit: 1,
    dailySpendLimit: 0,
  };
  const noon = Date.parse("2026-11-19T12:00:00Z");
  const due = (timeZone: string) => ({ dueAt: noon, drawn: false, timeZone, username: "alice_x" });

  it.each([
    ["Asia/Tokyo", "2026-11-19T15:00:00Z"],
    ["America/Los_Angeles", "2026-11-20T08:00:00Z"],
    ["UTC", "2026-11-20T00:00:00Z"],
  ])("in %s ends where the clock there says so", (zone, end) => {
    expect(startOfNextDay(noon, zone)).toBe(Date.parse(end));
    expect(startOfDay(noon, zone)).toBe(Date.parse(end) - days(1));
  });

  const one = { posts: 1, priceMicros: 15_000 };
  it.each(["Asia/Tokyo", "America/Los_Angeles", "UTC"])(
    "that is full moves a tweet in %s to the first hours of the next one that are not quiet",
    (zone) => {
      const movedTo = (quietHours: typeof rules.quietHours | null) => {
        const full = { posts: 1, spentMicros: 0, shareMicros: 0 };
        const moved = gate(noon, due(zone), full, one, { ...rules, quietHours });
        if (moved.open) throw new Error("It was let pass");
        const { window } = rules;
        const { at } = drawMoment({ now: moved.from, timeZone: zone, window, quietHours, random: () => 0 });
        return at - startOfNextDay(noon, zone);
      };
      // Drawn from the next day's beginning on, or from where its quiet hours end.
      expect([movedTo(null), movedTo(rules.quietHours)]).toEqual([0, hours(7)]);
    },
  );

  it("is full at its limit of posts, and where one more would break that of dollars", () => {
    const free = { ...rules, dailyPostLimit: 2, dailySpendLimit: 0.03 };
    const reached = (posts: number, spentMicros: number, price = 15_000) =>
      limitReached({ posts, spentMicros, shareMicros: 30_000 }, { posts: 1, priceMicros: price }, free, "alice_x") !==
      null;
    expect([reached(1, 0), reached(2, 0), reached(0, 15_000), reached(0, 15_001)]).toEqual([false, true, false, true]);
  });
});

it("a moment that falls on the end of the first stretch begins the second: it is never in the quiet hours", () => {
  const from = Date.parse("2026-11-19T12:00:00Z");
  const ask = { now: from, timeZone: "UTC", window: { fromMs: 0, toMs: hours(4) }, quietHours: { from: 13, to: 14 } };
  const share = (ms: number) => () => (ms + 0.5) / hours(3);
  expect(drawMoment({ ...ask, random: share(hours(1) - 1) }).at).toBe(from + hours(1) - 1);
  expect(drawMoment({ ...ask, random: share(hours(1)) }).at).toBe(from + hours(2));
});

it("code 88 is a rate limit under whatever status it comes", () => {
  const limited = answered(403, { errors: [{ code: 88, message: "Rate limit exceeded" }] });
  expect(judge(limited, 0)).toMatchObject({ kind: "wait" });
});
