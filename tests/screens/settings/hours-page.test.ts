// /settings/hours without a script: whose hours, what is refused stays typed, and what waits against new hours.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Account } from "~/features/accounts/account";
import { readHours, scheduleAt } from "~/features/scheduling/scheduling.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { hours, minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { type Browser, browse, type Page } from "../support/browse";

let app: TestApp;
let alice: Person;
let other: Account;
/** Not the default. */
let account: Account;
let asAlice: Browser;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  other = await linkAccount(app, alice, "alice_x");
  account = await linkAccount(app, alice, "alice_two");
  asAlice = await browse(app, alice.sessionId);
});
afterEach(() => app.close());

const page = (of = account) => `/settings/hours?account=${of.id}`;
type More = Record<string, string> | [string, string][];
const press = (act: string, more: More = {}, of = account, as = asAlice) => {
  const fields = Array.isArray(more) ? more : Object.entries(more);
  return as.post(page(of), [["intent", "keep-hours"], ["do", act], ["account", String(of.id)], ...fields]);
};
const saved = async (of = account) => (await readHours(app, alice.user.id, String(of.id))).hours;
/** Whether a field of this name has the value; of several that are chosen among, the chosen one. */
function has({ html }: Page, name: string, value: string): boolean {
  const tags = [...html.matchAll(/<input [^>]*>/g)].map(([tag]) => tag);
  const its = tags.filter((tag) => tag.includes(`name="${name}"`) && tag.includes(`value="${value}"`));
  return its.some((tag) => !tag.includes('type="radio"') || tag.includes("checked"));
}
const told = async (came: Page): Promise<string> => (await asAlice.get(came.to ?? "")).html;

/** Scheduled for so long ahead, as if Linnet had drawn the moment. */
async function schedule(content: string, ahead: number): Promise<number> {
  const userId = alice.user.id;
  const { id } = await writeTweet(app, { userId, content, account: account.networkUserId });
  await scheduleAt(app, { userId, tweetId: id, account: null, executeAt: app.clock.now() + ahead });
  await app.db.updateTable("tweets").set({ moment_reason: "Picked at random." }).where("id", "=", id).execute();
  return id;
}
const dueAt = async (id: number) => (await getTweet(app, alice.user.id, id)).dueAt;

it("says which of the server's daily limits are off and what that can cost, and nothing where each is set", async () => {
  expect((await asAlice.get(page())).main).not.toContain("limits are off");
  app.config.dailySpendLimit = 0;
  const { main } = await asAlice.get(page());
  expect(main).toContain("Some of this server’s daily limits are off");
  expect(main).toContain("No limit (DAILY_SPEND_LIMIT=0): free in the sandbox.");
  expect(main).not.toContain("DAILY_POST_LIMIT");
});

it("is a place of the settings and of each account, for the default where none is named, and a guest's way in", async () => {
  const shown = await asAlice.get("/settings/hours");
  expect([shown.status, shown.title]).toEqual([200, "Posting hours · Settings · Linnet"]);
  expect(shown.html).toContain(`name="account" value="${other.id}"`);
  expect(shown.main).toContain("Random times outside your quiet hours, 23:00–07:00");
  for (const words of [
    "Server default (23:00–07:00)",
    "Server minimum: 1 minute",
    "Server maximum: 50",
    'placeholder="4"',
  ])
    expect(shown.main).toContain(words);
  expect((await asAlice.get("/settings/security")).main).toContain("/settings/hours");
  expect((await asAlice.get("/timeline?panel=sidebar")).over).toContain(`/settings/hours?account=${account.id}`);
  expect((await (await browse(app, null)).get("/settings/hours")).to).toBe("/generate?panel=login");
});

it("names an account that is not linked as such, also another person's, and keeps nothing of it", async () => {
  const bob = await makePerson(app, "bob");
  const bobs = await linkAccount(app, bob, "bobs_perch");
  for (const id of ["999999", String(bobs.id)]) {
    const shown = await asAlice.get(`/settings/hours?account=${id}`);
    expect(shown.status).toBe(404);
    expect(shown.main).toContain("This account isn’t connected");
    expect(shown.main).not.toContain("bobs_perch");
  }
  for (const act of ["save", "draw"]) expect((await press(act, { posts: "3", tweetId: "1" }, bobs)).status).toBe(404);
  expect((await readHours(app, bob.user.id, String(bobs.id))).account.hours).toBeNull();
  const nobody = await makePerson(app, "carol");
  expect((await (await browse(app, nobody.sessionId)).get("/settings/hours")).main).toContain("Connect an account");
});

it("keeps what was chosen for this account alone, and follows the server in what is left empty", async () => {
  const done = await press("save", { quiet: "own", from: "22", to: "9", windowFrom: "1.5", windowTo: "6", posts: "4" });
  expect(done.to).toBe(page());
  expect(await told(done)).toContain("Hours saved.");
  const own = { quietHours: { from: 22, to: 9 }, window: { fromMs: hours(1.5), toMs: hours(6) }, dailyPostLimit: 4 };
  expect(await saved()).toEqual({ ...own, minGapMs: app.config.minGapMs, spacingMs: app.config.spacingMs });
  expect((await saved(other)).dailyPostLimit).toBe(50);
  const shown = await asAlice.get(page());
  expect(shown.main).toContain("outside your quiet hours, 22:00–09:00, up to 4 a day");
  expect(shown.main).toContain("At least 60 minutes from this account’s other tweets, if there’s room.");
  expect([has(shown, "posts", "4"), has(shown, "quiet", "own"), has(shown, "windowFrom", "1.5")]).toEqual([
    true,
    true,
    true,
  ]);
  await press("save", { quiet: "none", gap: "90" });
  expect(await saved()).toMatchObject({ quietHours: null, minGapMs: minutes(90), dailyPostLimit: 50 });
  // "At least 1.5 hours apart" says it already.
  expect((await asAlice.get(page())).main).not.toContain("from this account’s other tweets");
  await press("save", { quiet: "server" });
  expect((await readHours(app, alice.user.id, String(account.id))).account.hours).toBeNull();
});

describe("what is refused", () => {
  it.each([
    [{ quiet: "own", from: "2", to: "2" }, "Choose two different whole hours"],
    [{ quiet: "own", from: "2", to: "23" }, "Quiet hours can be up to 20 hours long"],
    [{ quiet: "own", from: "tea", to: "7" }, "Choose two different whole hours"],
    [{ windowFrom: "4" }, "Choose between 0.5 and 72 hours"],
    [{ windowFrom: "4", windowTo: "4.5" }, "The window must be 1 hour or more"],
    [{ gap: "soon" }, "Choose 1 to 1440 minutes"],
    [{ gap: "0" }, "Choose 1 to 1440 minutes"],
    [{ posts: "51" }, "Choose 1 to 50 posts a day"],
    [{ posts: "2.5" }, "Choose 1 to 50 posts a day"],
  ])("of %j is said at its field, and what was typed stays", async (typed, sentence) => {
    const came = await press("save", { quiet: "server", posts: "9", ...typed });
    expect(came.status).toBe(422);
    expect(came.show(".field__hint--wrong")).toContain(sentence);
    for (const [name, value] of Object.entries({ quiet: "server", posts: "9", ...typed }))
      if (name !== "from" && name !== "to") expect(has(came, name, value), name).toBe(true);
    expect((await readHours(app, alice.user.id, String(account.id))).account.hours).toBeNull();
  });

  it("is said of several fields at once", async () => {
    const came = await press("save", { quiet: "own", from: "1", to: "1", gap: "0", posts: "99" });
    expect(came.main.match(/field__hint--wrong/g)).toHaveLength(3);
  });

  it.each(["", "constructor", "delete"])("an act called %j is none", async (act) => {
    expect((await press(act, { posts: "3" })).status).toBe(422);
  });
});

describe("what waits against new hours", () => {
  it("is listed with why, and stays until it is drawn anew: one by its button, several by their ticks", async () => {
    // 10:18 UTC is now.
    const [quiet, first, close, fine] = [
      await schedule("in the evening", hours(11)),
      await schedule("tomorrow", hours(24)),
      await schedule("soon after", hours(24.5)),
      await schedule("the day after", hours(48)),
    ];
    const before = await Promise.all([quiet, first, close, fine].map(dueAt));
    const done = await press("save", { quiet: "own", from: "20", to: "8", gap: "60" });
    expect(await told(done)).toContain("Hours saved. 2 scheduled tweets are outside them.");
    const shown = await asAlice.get(page());
    expect(shown.main).toContain("2 scheduled tweets are outside these hours");
    for (const words of ["in the evening", "In quiet hours now", "soon after", "Too close to the previous tweet"])
      expect(shown.main).toContain(words);
    expect(shown.main).not.toContain("the day after");
    expect(await Promise.all([quiet, first, close, fine].map(dueAt))).toEqual(before);

    app.random = Math.random;
    const drawn = await press("draw", [
      ["tweetId", String(quiet)],
      ["tweetId", String(close)],
      ["only", String(close)],
    ]);
    expect(await told(drawn)).toContain("1 tweet rescheduled.");
    expect(await dueAt(quiet)).toBe(before[0]);
    expect(await dueAt(close)).not.toBe(before[2]);
    const rest = await press("draw", [
      ["tweetId", String(quiet)],
      ["tweetId", String(fine)],
    ]);
    expect(await told(rest)).toContain("1 tweet rescheduled. 1 tweet not moved");
    expect([await dueAt(first), await dueAt(fine)]).toEqual([before[1], before[3]]);
    expect((await asAlice.get(page())).main).not.toContain("outside these hours");
  });

  it("is drawn anew by nobody else, and with nothing ticked it says so", async () => {
    const id = await schedule("in the evening", hours(11));
    const before = await dueAt(id);
    await press("save", { quiet: "own", from: "20", to: "8" });
    expect((await press("draw")).status).toBe(422);
    const bob = await makePerson(app, "bob");
    const asBob = await browse(app, bob.sessionId);
    expect((await press("draw", { tweetId: String(id) }, account, asBob)).status).toBe(404);
    expect((await press("draw", { tweetId: String(id) }, other)).status).toBe(303);
    expect(await dueAt(id)).toBe(before);
  });
});
