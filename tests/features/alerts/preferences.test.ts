// What people choose to be told of: theirs alone, kept, exported, begun with the first confirmed address, and weekly.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, minutes } from "~/ground/time/duration";
import { getAlertPreferences, setAlertPreferences, startAlerts, summariseWeeks } from "~/features/alerts/alerts.server";
import { alertMail } from "~/features/alerts/mail-message";
import { nextSummaryAt } from "~/features/alerts/week";
import { exportText } from "~tests/support/people/export-text";
import { inTransaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";

const none = { tweet_failed: false, account: false, bot: false, weekly_summary: false };
const all = { tweet_failed: true, account: true, bot: true, weekly_summary: true };

let app: TestApp;
let alice: Person;
let bob: Person;

beforeEach(async () => {
  app = await createTestApp({ mail: { send: () => Promise.resolve({ state: "sent" }) } });
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
});
afterEach(() => app.close());

const chosenBy = (person: Person) => getAlertPreferences(app, person.user.id);
const choose = (person: Person, chosen: typeof all) => setAlertPreferences(app, person.user.id, chosen);
const confirm = (person: Person) =>
  inTransaction(app.db, async (trx) => {
    await lockPerson(trx, person.user.id);
    await startAlerts(trx, app, person.user.id);
  });

it("somebody who never chose is told of nothing", async () => {
  expect(await chosenBy(alice)).toEqual(none);
});

it("each person's choice is their own, and replaces the one before", async () => {
  await choose(alice, all);
  await choose(bob, { ...none, bot: true });
  expect([await chosenBy(alice), await chosenBy(bob)]).toEqual([all, { ...none, bot: true }]);
  await choose(alice, { ...all, weekly_summary: false });
  expect([await chosenBy(alice), await chosenBy(bob)]).toEqual([
    { ...all, weekly_summary: false },
    { ...none, bot: true },
  ]);
});

it("a first confirmed address begins with all but the weekly summary, and changes no choice", async () => {
  await choose(bob, { ...none, account: true });
  for (const person of [alice, bob]) await confirm(person);
  expect(await chosenBy(alice)).toEqual({ ...all, weekly_summary: false });
  expect(await chosenBy(bob)).toEqual({ ...none, account: true });
});

it("the export names what was chosen", async () => {
  await choose(alice, { ...none, bot: true });
  const text = await exportText(app, alice.user.id, "json", "operator");
  expect(JSON.parse(text)).toMatchObject({ alerts_by_mail: { ...none, bot: true } });
});

describe("a weekly summary", () => {
  const zoned = (at: string, zone: string) => new Date(nextSummaryAt(Date.parse(at), zone)).toISOString();

  it("is due on Mondays at nine by the person's own clock, also when the clocks change", () => {
    expect(zoned("2026-11-19T10:18:00Z", "UTC")).toBe("2026-11-23T09:00:00.000Z");
    expect(zoned("2026-11-23T08:59:59Z", "UTC")).toBe("2026-11-23T09:00:00.000Z");
    expect(zoned("2026-11-23T09:00:00Z", "UTC")).toBe("2026-11-30T09:00:00.000Z");
    expect(zoned("2026-11-22T23:30:00Z", "Asia/Tokyo")).toBe("2026-11-23T00:00:00.000Z");
    // Berlin: UTC+2 until 25 October 2026, then UTC+1.
    expect(zoned("2026-10-19T12:00:00Z", "Europe/Berlin")).toBe("2026-10-26T08:00:00.000Z");
    expect(zoned("2026-10-12T12:00:00Z", "Europe/Berlin")).toBe("2026-10-19T07:00:00.000Z");
  });

  it("is one event a week for who chose it, by however many nodes", async () => {
    await choose(alice, all);
    await choose(bob, { ...all, weekly_summary: false });
    const other = await createTestApp({ beside: app, mail: app.mail });
    const types = async () => (await app.db.selectFrom("events").select(["type", "user_id"]).execute()).length;
    expect(await summariseWeeks(app)).toBe(0);
    const monday = nextSummaryAt(app.clock.now(), "UTC");
    for (const one of [app, other]) one.clock.set(monday + minutes(1));
    await Promise.all([summariseWeeks(app), summariseWeeks(other)]);
    expect(await types()).toBe(1);
    for (const one of [app, other]) one.clock.set(monday + days(7) - minutes(1));
    expect(await summariseWeeks(other)).toBe(0);
    for (const one of [app, other]) one.clock.set(monday + days(7));
    expect(await summariseWeeks(other)).toBe(1);
    expect(await types()).toBe(2);
    await other.close();
  });

  it("waits while this server sends no mail", async () => {
    await choose(alice, all);
    app.mail = null;
    app.clock.advance(days(8));
    expect(await summariseWeeks(app)).toBe(0);
    expect(await app.db.selectFrom("events").selectAll().execute()).toEqual([]);
  });
});

describe("a mail", () => {
  const line = (n: number) => ({ what: `Friday deploys are ${n}\nand more`, why: "@alice_x, X refused it." });
  const mailOf = (count: number) =>
    alertMail({
      kind: "tweet_failed",
      count,
      lines: Array.from({ length: count }, (_, n) => line(n)),
      appOrigin: "https://linnet.example",
    });

  it("names one tweet by its first words, on one line, with the way there", () => {
    const { subject, text } = mailOf(1);
    expect(subject).toBe("A tweet needs your attention");
    expect(text).toContain("- Friday deploys are 0 and more: @alice_x, X refused it.\n");
    expect(text).toContain("https://linnet.example/timeline\n");
    expect(text).toContain("Settings → Notifications");
  });

  it("stays short, however many there are", () => {
    const { subject, text } = mailOf(200);
    expect(subject).toBe("200 tweets need your attention");
    expect(text.split("\n").filter((one) => one.startsWith("- "))).toHaveLength(6);
    expect(text).toContain("- and 195 more\n");
  });
});
