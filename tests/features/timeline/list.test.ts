// The timeline as a list: what is coming and what is over of one account or of all, and nobody else's.
import { afterEach, beforeEach, expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { publishNow } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { comingDays, overDays } from "~/features/timeline/list/list";
import { listTimeline } from "~/features/timeline/timeline.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let first: Account;
let second: Account;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  alice = await makePerson(app, "alice");
  first = await linkAccount(app, alice, "alice_one");
  second = await linkAccount(app, alice, "alice_two");
});
afterEach(() => app?.close());

it("what is coming stands in the order of its moments, of the accounts that were asked for alone", async () => {
  const tweets = await makeBatch(app, alice, first);
  const at = app.clock.now() + days(1);
  const place = (index: number, account: Account, executeAt: number) =>
    scheduleAt(app, { userId: alice.user.id, tweetId: tweets[index]!.id, account: account.networkUserId, executeAt });
  await place(0, first, at + hours(2));
  await place(1, second, at + hours(1));
  await place(2, first, at);
  const ids = async (...accounts: Account[]) =>
    (
      await listTimeline(
        app,
        accounts.map(({ id }) => id),
        { before: null, after: null },
      )
    ).coming.map(({ id }) => id);
  expect(await ids(first)).toEqual([tweets[2]!.id, tweets[0]!.id]);
  expect(await ids(first, second)).toEqual([tweets[2]!.id, tweets[1]!.id, tweets[0]!.id]);
  expect(await ids()).toEqual([]);
});

it("what is over comes in pages of thirty, the latest first, none twice and none left out", async () => {
  const sent: number[] = [];
  for (let batch = 0; batch < 7; batch += 1)
    for (const { id } of await makeBatch(app, alice, first, `topic ${batch}`)) {
      const account = sent.length % 2 ? first : second;
      await publishNow(app, { userId: alice.user.id, tweetId: id, account: account.networkUserId });
      sent.unshift(id);
      // Two of them at one moment: the id then says which is the later.
      if (sent.length % 3) app.clock.advance(minutes(40));
    }
  const accounts = [first.id, second.id];
  const one = await listTimeline(app, accounts, { before: null, after: null });
  const last = one.over.at(-1)!;
  const two = await listTimeline(app, accounts, { before: last, after: null });
  expect([one.over.length, one.hasOlder, two.hasOlder]).toEqual([30, true, false]);
  expect([...one.over, ...two.over].map(({ id }) => id)).toEqual(sent);
});

it("what is coming comes in pages of fifty, the soonest first, none twice and none left out, nor a quiet day", async () => {
  const timeZone = "Europe/Berlin";
  const begin = app.clock.now() + days(1);
  // Sixty-five of each account, two at a moment; then nothing for three days, and twenty more.
  const moments = Array.from({ length: 150 }, (_, n) => begin + hours(Math.floor(n / 2)) + (n < 130 ? 0 : days(3)));
  const placed: number[] = [];
  for (let batch = 0; placed.length < moments.length; batch += 1)
    for (const { id } of await makeBatch(app, alice, first, `topic ${batch}`)) {
      const account = placed.length % 2 ? first : second;
      const executeAt = moments[placed.length]!;
      await scheduleAt(app, { userId: alice.user.id, tweetId: id, account: account.networkUserId, executeAt });
      placed.push(id);
    }
  const seen: { ids: number[]; dates: string[] }[] = [];
  for (let [after, hasMore] = [null as { at: number; id: number } | null, true]; hasMore;) {
    const page = await listTimeline(app, [first.id, second.id], { before: null, after });
    expect(page.after).toEqual(after);
    const rows = page.coming.map((one) => ({ ...one, username: null, account: undefined, price: null }));
    const listed = comingDays(rows, {
      ...{ now: app.clock.now(), timeZone, hasLater: page.hasLater, after: after?.at ?? null },
    });
    expect(listed.flatMap(({ rows: ofDay }) => ofDay.map(({ id }) => id))).toEqual(page.coming.map(({ id }) => id));
    seen.push({ ids: page.coming.map(({ id }) => id), dates: listed.map(({ date }) => date) });
    [after, hasMore] = [{ at: page.coming.at(-1)!.at, id: page.coming.at(-1)!.id }, page.hasLater];
  }
  expect(seen.map(({ ids }) => ids.length)).toEqual([50, 50, 50]);
  expect(seen.flatMap(({ ids }) => ids)).toEqual(placed);
  const dates = [...new Set(seen.flatMap((page) => page.dates))];
  expect(dates).toEqual(comingDays([], { now: app.clock.now(), timeZone }).map(({ date }) => date));

  const beyond = await listTimeline(app, [first.id], {
    before: null,
    after: { at: app.clock.now() + days(99), id: 1 },
  });
  expect([beyond.after, beyond.coming[0]?.id], "a page that is empty by now is the first one").toEqual([
    null,
    placed[1],
  ]);
});

it("each of the next fourteen days is there, also an empty one, which says where to write for it", () => {
  const now = Date.parse("2026-03-28T20:30:00Z");
  const row = (id: number, at: string) =>
    ({
      id,
      status: "scheduled",
      content: "words",
      at: Date.parse(at),
      reason: null,
      username: null,
      account: undefined,
      price: null,
    }) as const;
  // The clock goes forward in the night of the 29th.
  const listed = [row(1, "2026-03-26T10:00:00Z"), row(2, "2026-03-29T22:30:00Z"), row(3, "2026-05-01T10:00:00Z")];
  const found = comingDays(listed, { now, timeZone: "Europe/Berlin" });
  expect(found.map(({ date }) => date)).toEqual([
    "2026-03-26",
    ...Array.from({ length: 4 }, (_, day) => `2026-03-${28 + day}`),
    ...Array.from({ length: 10 }, (_, day) => `2026-04-${String(day + 1).padStart(2, "0")}`),
    "2026-05-01",
  ]);
  const of = (date: string) => found.find((day) => day.date === date);
  expect(of("2026-03-28")).toMatchObject({ name: "Today", isToday: true, write: null });
  expect(of("2026-03-29")).toMatchObject({ name: "Tomorrow", label: "Sun, Mar 29", write: "2026-03-29T13", rows: [] });
  expect(of("2026-03-30")?.rows).toMatchObject([{ id: 2, time: "00:30" }]);
  expect(of("2026-03-26")).toMatchObject({ name: "Thu", write: null });
  expect(comingDays([], { now: Date.parse("2026-03-28T09:59:00Z"), timeZone: "UTC" })[0]?.write).toBe("2026-03-28T11");
  expect(overDays(listed.toReversed(), { now, timeZone: "Europe/Berlin" }).map(({ date }) => date)).toEqual([
    "2026-05-01",
    "2026-03-30",
    "2026-03-26",
  ]);
});
