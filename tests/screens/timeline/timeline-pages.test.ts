// The week of the timeline: whose tweets stand in which slot, what is counted, and where each of its ways leads.
import { expect } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { changeAccount } from "~/features/accounts/accounts.server";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { unlink, writeTweet } from "~/features/publishing/publishing.server";
import { type Stage, test } from "../support/people";
import type { Page } from "../support/browse";
import { alerts, attributes, dialogOf, headings, links, the, words } from "../support/reading";
import { bring, schedule, write } from "../support/tweet-states";

/** One in each slot that matters: the borders of the week, a night, and three in one slot. */
async function fillWeek(stage: Stage): Promise<void> {
  const start = stage.app.clock.now();
  const ask = { userId: stage.alice.user.id, account: null };
  // Seen from Berlin: now is Thursday, 11:18.
  for (const [content, ms] of [
    ["Eleven o’clock", minutes(20)],
    ["Half past twelve", hours(1.4)],
    ["Five to one", hours(1.6)],
    ["At night", hours(12.5)],
    ["Sunday, just before midnight", days(3) + hours(12.6)],
    ["Monday, just after midnight", days(3) + hours(12.8)],
  ] as const) {
    const id = await write(stage, content, stage.first.networkUserId);
    await schedule(stage, id, ms);
  }
  const others = await write(stage, "The other account’s", stage.second.networkUserId);
  await schedule(stage, others, hours(3));
  const { id: tweetId } = await writeTweet(stage.app, { ...ask, content: "A drawn one" });
  await addToTimeline(stage.app, { ...ask, tweetId, timeZone: null });
  expect(stage.app.clock.now()).toBe(start);
}

/** What the grid shows: by its slot the addresses of what stands there, and what can be written there. */
function gridOf({ document }: Page) {
  const slots = [...document.querySelectorAll("[data-slot]")].map((slot) => ({
    name: slot.getAttribute("data-slot") ?? "",
    tasks: attributes(slot, "a.task, a.stack", "href"),
    writes: attributes(slot, "a.slot__write", "href"),
  }));
  const marked = [...document.querySelectorAll("svg:has(line)")].map((line) => line.closest(".slot, td"));
  return {
    slots,
    tasks: Object.fromEntries(slots.flatMap(({ name, tasks }) => (tasks.length > 0 ? [[name, tasks.join()]] : []))),
    now: marked.map((slot) => slot?.getAttribute("data-slot")),
  };
}

/** The bar over it: the week, the counts of it, and the ways to others. */
function barOf({ document }: Page) {
  const bar = the(document, ".week__bar");
  const views = [...bar.querySelectorAll("nav a")];
  return {
    range: words(the(bar, ".week__range")),
    days: [...document.querySelectorAll("thead th[scope=col]")].map(words).slice(1).join(),
    counts: [...document.querySelectorAll(".legend li")].map((one) => Number(/\d+/.exec(words(one)))),
    ways: links(bar).slice(0, 3),
    views: links(bar).slice(3),
    current: views.filter((one) => one.getAttribute("aria-current") === "true").map(words),
  };
}

const thisWeek = "Mon 16,Tue 17,Wed 18,Thu 19,Fri 20,Sat 21,Sun 22";
const views = (before = "") => ["list", "week", "month"].map((view) => `/timeline?${before}view=${view}`);
const noCounts = [0, 0, 0, 0];

test("the week shows the default account's tweets in their slots", async ({ stage }) => {
  const { asAlice, asBob, guest } = stage;
  await fillWeek(stage);
  const page = await asAlice.get("/timeline?view=week");
  const { document } = page;
  const grid = gridOf(page);
  const at = (rest: string) => `/timeline?view=week&${rest}`;
  const writeAt = (slot: string | null) =>
    `/write?${slot === null ? "" : `slot=${slot}&`}account=REF-OF-ALICE-ONE&back=%2Ftimeline%3Fview%3Dweek`;
  expect(grid.tasks).toEqual({
    "2026-11-19T11": at("slot=2026-11-19T11"),
    "2026-11-19T15": at("tweet=8"),
    "2026-11-19T23": at("tweet=4"),
    "2026-11-22T23": at("tweet=5"),
  });
  expect(words(the(document, "a.stack")).replace(/\s/g, "")).toMatch(/^3.*Eleveno’clock….*Halfpasttwelve….*3$/);
  expect(words(the(document, "a[data-tweet='8']"))).toMatch(/Scheduled.*A drawn one….*15:18/);
  expect(words(the(document, "a[data-tweet='5']"))).toContain("Sunday, just before…");
  expect(grid.now, "the hand stands where it is now").toEqual(["2026-11-19T11"]);
  const free = grid.slots.filter(({ name, tasks }) => tasks.length === 0 && !name.endsWith("T23"));
  expect(grid.slots.map(({ name }) => name).sort()[0], "nothing is written into the past").toBe("2026-11-19T11");
  expect([grid.slots.length, free.length]).toEqual([7 + 3 * 9, 4 + 3 * 8]);
  for (const { name, tasks, writes } of grid.slots)
    expect(writes, name).toEqual(tasks.length > 0 || name.endsWith("T23") ? [] : [writeAt(name)]);
  expect(attributes(document, "[data-slot='2026-11-20T07'] a", "aria-label")[0]).toContain("Fri 20, 07:00 to 09:00");
  const reached = attributes(document, ".slot__write:not([tabindex='-1'])", "href");
  expect(reached, "one of each day is reached by the keyboard").toEqual(
    ["20T07", "21T07", "22T07", "19T13"].map((name) => writeAt(`2026-11-${name}`)),
  );
  expect([...document.querySelectorAll("tbody th[scope=row]")].map((one) => words(one).slice(0, 5)).join()).toBe(
    "07:00,09:00,11:00,13:00,15:00,17:00,19:00,21:00,Night",
  );
  expect([...document.querySelectorAll("[aria-current=date]")].map(words)).toEqual(["Thu 19"]);

  expect(barOf(page)).toEqual({
    ...{ range: "Nov 16 ~ 22, 2026", days: thisWeek, counts: [0, 6, 0, 0] },
    ...{ ways: [at(""), at("week=-1"), at("week=1")].map((href) => href.replace(/&$/, "")) },
    ...{ views: views(), current: ["Week"] },
  });
  expect(headings(document)).toEqual(["Twitter Publishing Timeline"]);
  expect(links(the(document, ".page__head"))).toEqual([
    ...[writeAt(null), "/worked?account=REF-OF-ALICE-ONE", "/timeline?view=week"],
  ]);
  const whose = the(document, ".row--spread");
  expect(words(whose)).toMatch(/@alice_one.*Berlin.*0 of 50 posts today\. You’ve spent \$0\.00 of your \$5\.00/);
  expect(
    [...whose.querySelectorAll("a")].map(
      (one) => `${one.getAttribute("href")} ${one.getAttribute("aria-current") ?? ""}`,
    ),
  ).toEqual([
    ...[`${at("account=REF-OF-ALICE-TWO")} `, `${at("account=REF-OF-ALICE-ONE")} true`, `${at("account=all")} `],
  ]);

  const bobs = await asBob.get("/timeline");
  expect([gridOf(bobs).tasks, barOf(bobs).counts]).toEqual([{}, noCounts]);
  expect(words(the(bobs.document, ".row--spread"))).toMatch(/@bob_one.*UTC/);
  expect(links(the(bobs.document, ".row--spread"))).toEqual(["/timeline?panel=settings"]);
  const nobodys = await guest.get("/timeline");
  expect(gridOf(nobodys)).toMatchObject({ slots: [], now: [null] });
  expect([barOf(nobodys).counts, barOf(nobodys).range]).toEqual([noCounts, "Nov 16 ~ 22, 2026"]);
  expect(words(the(nobodys.document, ".row--spread"))).toMatch(/Unknown.*UTC/);
  expect(links(the(nobodys.document, "main")).slice(0, 4)).toEqual([
    ...["/timeline?panel=login", "/timeline", "/timeline?panel=login", "/timeline?panel=register"],
  ]);
});

test("each way from the week leads where it says", async ({ stage }) => {
  const { asAlice } = stage;
  await fillWeek(stage);
  const [ours, next] = [
    [0, 6, 0, 0],
    [0, 1, 0, 0],
  ];
  const all = ["slot=2026-11-19T11", "tweet=8", "tweet=4", "tweet=5"];
  for (const [query, range, [today, before, after], counts, tasks] of [
    ["week=1", "Nov 23 ~ 29, 2026", ["", "", "week=2"], next, ["tweet=6"]],
    ["week=-1", "Nov 9 ~ 15, 2026", ["", "week=-2", ""], noCounts, []],
    ["week=99", "Oct 9 ~ 15, 2028", ["", "week=98", "week=100"], noCounts, []],
    ["week=-99", "Dec 23 ~ 29, 2024", ["", "week=-100", "week=-98"], noCounts, []],
    ["week=x", "Nov 16 ~ 22, 2026", ["", "week=-1", "week=1"], ours, all],
    ["view=day", "Nov 16 ~ 22, 2026", ["view=day", "view=day&week=-1", "view=day&week=1"], ours, all],
  ] as const) {
    const page = await asAlice.get(`/timeline?${query}`);
    const bar = barOf(page);
    const href = (rest: string) => (rest === "" ? "/timeline" : `/timeline?${rest}`);
    expect({ query, ...bar, days: "" }).toEqual({
      ...{ query, range, counts, ways: [today, before, after].map(href), days: "" },
      ...{ views: views(query.startsWith("week") ? `${query}&` : ""), current: ["Week"] },
    });
    const first = Number(/ (\d+) ~/.exec(range)?.[1]);
    expect(bar.days.match(/\d+/g)?.map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => first + n));
    const shown = Object.values(gridOf(page).tasks);
    expect(shown.sort()).toEqual(tasks.map((one) => href(`${query}&${one}`)).sort());
    expect(attributes(page.document, "[aria-current=date]", "scope").length).toBe(range.startsWith("Nov 16") ? 1 : 0);
  }
  const month = await asAlice.get("/timeline?week=1.5&view=month");
  expect(barOf(month)).toEqual({
    ...{ range: "Nov 23 ~ 29, 2026", days: "", counts: next, current: ["Month"], views: views("week=1.5&") },
    ways: ["/timeline?view=month", "/timeline?view=month", "/timeline?week=2&view=month"],
  });
  expect(links(the(month.document, ".week__month"))).toEqual(["/timeline?week=1.5&view=week"]);
});

test("a slot opens over the week with its tweets, and one without any does not", async ({ stage }) => {
  const { asAlice, asBob } = stage;
  await fillWeek(stage);
  const opened = async (slot: string, who = asAlice) => {
    const page = await who.get(`/timeline?slot=${slot}`);
    if (page.dialog === null) return null;
    const rows = [...dialogOf(page).querySelectorAll("li")].map((row) => `${links(row).join()} ${words(row)}`);
    return [headings(dialogOf(page)).join(), ...links(dialogOf(page)).slice(0, 1), ...rows];
  };
  expect(await opened("2026-11-19T11")).toEqual([
    ...["3 tweets", "/timeline"],
    ...[
      expect.stringMatching(/^\/timeline\?tweet=1 Scheduled.*Eleven o’clock 11:38$/),
      expect.stringMatching(/^\/timeline\?tweet=2 Scheduled.*Half past twelve 12:42$/),
      expect.stringMatching(/^\/timeline\?tweet=3 Scheduled.*Five to one 12:54$/),
    ],
  ]);
  expect(await opened("2026-11-19T23")).toEqual([
    ...["1 tweet", "/timeline", expect.stringMatching(/^\/timeline\?tweet=4 Scheduled.*At night 23:48$/)],
  ]);
  for (const slot of ["2026-11-18T23", "2026-11-20T23", "2026-11-19T13", "2026-11-20T11", "nonsense"])
    expect(await opened(slot), slot).toBeNull();
  expect(await opened("2026-11-19T11", asBob)).toBeNull();
});

test("a week with one tweet of each state counts them, and names a tweet that is not there", async ({ stage }) => {
  const { asAlice, app, first } = stage;
  let release = () => Promise.resolve();
  for (const state of ["published", "failed", "chosen", "lost", "publishing"]) {
    const id = await write(stage, `${state} kestrels hover https://example.org`, first.networkUserId);
    release = await bring(stage, id, state);
  }
  const page = await asAlice.get("/timeline?tweet=9999&x=1");
  expect(barOf(page).counts).toEqual([1, 1, 2, 1]);
  expect([page.dialog, alerts(page.document)]).toEqual([null, []]);
  const notes = [...page.document.querySelectorAll(".notice[role=note]")].map((note) => [words(note), links(note)]);
  expect(notes).toEqual([
    [expect.stringContaining("1 tweet failed"), ["/timeline?tweet=2"]],
    ["Tweet not found", []],
  ]);
  expect(Object.values(gridOf(page).tasks)).toEqual([
    ...["/timeline?tweet=9999&x=1&slot=2026-11-19T11", "/timeline?tweet=3&x=1"],
  ]);
  const stack = words(the(page.document, "a.stack"));
  expect(stack, "what needs somebody comes first").toMatch(
    /4 tweets.*Failed.*failed kestrels.*Publishing.*lost kestrels/,
  );
  expect(words(the(page.document, ".row--spread"))).toContain("3 of 50 posts today. You’ve spent $0.60 of your $5.00");
  await release();
  await changeAccount(app.db, first.id, { refused_at: 1 });
  const refused = await asAlice.get("/timeline?x=1");
  expect(links(the(refused.document, ".row--spread"))[0]).toBe("/accounts/connect");
  expect(links(the(refused.document, "main"))).toContain("/ideas");
});

test("whose last account is unlinked has no history on the timeline, though the tweets are kept", async ({ stage }) => {
  const { app, alice, asAlice, first, second } = stage;
  await fillWeek(stage);
  expect(Object.keys(gridOf(await asAlice.get("/timeline")).tasks)).not.toEqual([]);
  for (const { networkUserId } of [first, second]) await unlink(app, alice.user.id, networkUserId, "192.0.2.1");
  const page = await asAlice.get("/timeline");
  expect([gridOf(page).tasks, barOf(page).counts.filter((count) => count > 0)]).toEqual([{}, []]);
  expect(page.document.querySelectorAll("a.task, a.stack")).toHaveLength(0);
  expect(page.html).not.toContain("Half past twelve");
  const kept = await app.db.selectFrom("tweets").select("id").where("user_id", "=", alice.user.id).execute();
  expect(kept.length).toBeGreaterThan(0);
});
