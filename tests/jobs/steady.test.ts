// A clock that leaps: nothing is moved, deleted or sent by a time that it showed for a few seconds.
import { expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { createLog } from "~/ground/telemetry/log.server";
import { createWork } from "~/ground/work.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { startLoop } from "~jobs/loop.server";
import { schedule } from "~jobs/schedule.server";
import { watchClock } from "~jobs/steady.server";
import { createTestApp } from "~tests/support/app";
import { handClock } from "~tests/support/clock";
import { linkAccount, makeBatch, makePerson } from "~tests/support/people/make";
import { atRest } from "~tests/support/rest";

function watch() {
  const lines: { msg: string; leapMs?: number }[] = [];
  const log = createLog(
    { logLevel: "warn" },
    { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) },
  );
  const clock = handClock();
  return { clock, lines, isSteady: watchClock({ clock, log }) };
}

it("a clock that is two years ahead for six seconds is not believed, and the log says so once each way", () => {
  const { clock, lines, isSteady } = watch();
  expect(isSteady()).toBe(true);
  clock.step(days(730));
  for (let n = 0; n < 6; n++) {
    expect(isSteady()).toBe(false);
    clock.advance(seconds(1));
  }
  clock.step(-days(730));
  expect(isSteady()).toBe(true);
  expect(lines.map(({ msg }) => msg.split(";")[0])).toEqual(["the clock has leapt", "the clock is back"]);
  expect(lines[0]?.leapMs).toBe(days(730));
});

it("after a minute the new time is believed: a machine that slept catches up", () => {
  const { clock, lines, isSteady } = watch();
  clock.step(hours(8));
  expect(isSteady()).toBe(false);
  clock.advance(seconds(59));
  expect(isSteady()).toBe(false);
  clock.advance(seconds(1));
  expect(isSteady()).toBe(true);
  clock.advance(hours(1));
  expect(isSteady()).toBe(true);
  expect(lines).toHaveLength(2);
});

it("a clock that leaps again has its minute anew, back or ahead; what NTP does is no leap", () => {
  const { clock, isSteady } = watch();
  clock.step(minutes(9));
  expect(isSteady()).toBe(true);
  clock.step(-hours(3));
  expect(isSteady()).toBe(false);
  clock.advance(seconds(50));
  clock.step(days(1));
  expect(isSteady()).toBe(false);
  clock.advance(seconds(50));
  expect(isSteady()).toBe(false);
  clock.advance(seconds(10));
  expect(isSteady()).toBe(true);
});

async function second(): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds(1));
  await atRest();
}

it("what falls due next year by a clock that leapt stays at its moment, and nothing is spaced as if it were late", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const alice = await makePerson(app, "alice");
  const [tweet] = await makeBatch(app, alice, await linkAccount(app, alice, "alice_x"));
  // Croner's timers and all clocks; what the database does is done at once.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let ahead = 0;
  Object.assign(app.clock, systemClock, { now: () => Date.now() + ahead });
  const executeAt = app.clock.now() + hours(1);
  await scheduleAt(app, { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: null, executeAt });
  const loop = startLoop(app, app.work, { schedule, dueTimer: true });
  onTestFinished(() => loop.stop());
  app.wake = loop.wake;
  const before = await getTweet(app, alice.user.id, tweet?.id ?? 0);
  ahead = days(730);
  loop.wake();
  for (let turn = 0; turn < 3; turn += 1) await second();
  ahead = 0;
  for (let turn = 0; turn < 2; turn += 1) await second();
  expect(await getTweet(app, alice.user.id, tweet?.id ?? 0)).toEqual(before);
  expect(app.work.awayUntil()).toBeLessThanOrEqual(Date.now());
});

it("what was believed to be away ends with the leap that made it so", () => {
  const work = createWork();
  work.tick(minutes(10), 0);
  work.tick(days(730), seconds(1));
  work.tick(minutes(10) + seconds(2), seconds(2));
  expect(work.awayUntil()).toBe(minutes(10) + seconds(2));
});
