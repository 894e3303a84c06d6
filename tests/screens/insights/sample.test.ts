// The sample of Insights: 60 made-up posts by the page's own view, marked on every card, and by itself where nothing is.
import { afterEach, beforeEach, expect, it } from "vitest";
import { publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { readAllInSandbox, readDue, readNewInSandbox, saveResultSettings } from "~/features/results/results.server";
import { days, minutes, seconds } from "~/ground/time/duration";
import { sampleInsights } from "~/screens/insights/sample.server";
import { sampleTweets } from "~/screens/insights/sample-tweets";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";
import { placeOf, placesOf, wordsOf } from "../support/seen";

let app: TestApp;
let alice: Person;
let asAlice: Browser;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off", QUIET_HOURS: "none" } });
  alice = await makePerson(app, "alice");
  asAlice = await browse(app, alice.sessionId);
});
afterEach(() => app.close());

async function publish(content: string): Promise<number> {
  const { id } = await writeTweet(app, { userId: alice.user.id, content, account: null });
  await publishNow(app, { userId: alice.user.id, tweetId: id, account: null });
  return id;
}
const tabs = async (path: string) => {
  const nav = placeOf(await asAlice.get(path), 'nav[aria-label="Data"]');
  return [...nav.querySelectorAll("a")].map((tab) => [
    tab.textContent,
    tab.getAttribute("href"),
    tab.getAttribute("aria-current") === "true",
  ]);
};
const readings = () => app.db.selectFrom("readings").select(["tweet_id", "slot"]).orderBy("tweet_id").execute();

it("60 different tweets show all that the page can say, the same at each visit", () => {
  expect([sampleTweets.length, new Set(sampleTweets).size]).toEqual([60, 60]);
  expect(sampleTweets.filter((text) => text.length > 280)).toEqual([]);
  const ask = { now: Date.UTC(2026, 10, 28, 12), timeZone: "Europe/Berlin", slot: "24h", sort: "rate" } as const;
  const all = { ...ask, period: 90, page: 1, withChosen: true } as const;
  const shown = sampleInsights(all);
  expect(shown).toEqual(sampleInsights(all));
  expect(shown).toMatchObject({ published: 60, read: 60, enough: true, pages: 2, source: "sandbox" });
  expect([shown.top.length, shown.bottom.length, shown.rated.length, shown.hours.enough]).toEqual([3, 3, 60, true]);
  expect(shown.hours.slots.some(({ named }) => named)).toBe(true);
  expect(
    shown.posts.every(({ tweetId, readings: own }) => tweetId < 0 && own.every(({ source }) => source === "sandbox")),
  ).toBe(true);
  const month = sampleInsights({ ...all, period: 30, page: 9 });
  expect([month.published < 30, month.page]).toEqual([true, 1]);
});

it("opens by itself in the sandbox until something is posted, and every card says what it is", async () => {
  await linkAccount(app, alice, "alice_one");
  const page = await asAlice.get("/worked");
  const main = placeOf(page, "main");
  expect(wordsOf(main, ".said-of")[0]).toMatch(/^Sample data\. 60 made-up tweets/);
  const cards = placesOf(page, "main .card, main .figure");
  expect(cards.length).toBeGreaterThan(8);
  for (const card of cards) expect(wordsOf(card, ".card__mark")).toEqual(["Sample data."]);
  expect(placesOf(page, "main form")).toEqual([]);
  expect(main.innerHTML).not.toContain("/worked/export");
  expect(await tabs("/worked")).toEqual([
    ["Mine (0)", "/worked?sample=0", false],
    ["Sample", "/worked?sample=1", true],
  ]);
  const mine = await asAlice.get("/worked?sample=0");
  expect([placesOf(mine, ".card__mark"), placesOf(mine, "main form").length]).toEqual([[], 1]);
  const opened = await asAlice.get("/worked?tweet=-3");
  expect([opened.over.includes("Sample data."), opened.over.includes("View in the sandbox")]).toEqual([true, false]);
  expect((await asAlice.get("/worked?tweet=-99")).main).toContain("Tweet not found");
  await publish("Bees");
  expect((await tabs("/worked")).map(([, , isShown]) => isShown)).toEqual([true, false]);
  expect((await tabs("/worked?sample=1")).map(([name]) => name)).toEqual(["Mine (1)", "Sample"]);
});

it("is there without an account, never for a guest, and not by itself on X", async () => {
  expect(placesOf(await asAlice.get("/worked"), ".card__mark").length).toBeGreaterThan(0);
  const guest = await browse(app, null);
  expect(placesOf(await guest.get("/worked?sample=1"), ".card__mark, nav[aria-label=Data]")).toEqual([]);
  Object.assign(app.network, { kind: "x" });
  expect(placesOf(await asAlice.get("/worked"), ".card__mark")).toEqual([]);
  expect(placesOf(await asAlice.get("/worked?sample=1"), ".card__mark").length).toBeGreaterThan(0);
});

it("in the sandbox, turning metrics on reads every post at once, and each new one a minute after it was posted", async () => {
  await linkAccount(app, alice, "alice_one");
  const [first, second] = [await publish("Bees"), await publish("Honey")];
  await readNewInSandbox(app);
  expect(await readings()).toEqual([]);
  await asAlice.post("/worked", { intent: "worked", do: "save", level: "light" });
  expect(await readings()).toEqual([first, second].map((tweet_id) => ({ tweet_id, slot: "hand" })));
  expect((await asAlice.get("/worked")).main).toContain("(manual)");
  const third = await publish("Wax");
  app.clock.advance(seconds(59));
  expect(await readNewInSandbox(app)).toBe(0);
  app.clock.advance(seconds(1));
  expect(await readNewInSandbox(app)).toBe(1);
  expect((await readings()).map(({ tweet_id }) => tweet_id)).toEqual([first, second, third]);
  app.clock.advance(minutes(5));
  expect([await readNewInSandbox(app), await readDue(app)]).toEqual([0, 0]);
  expect(await app.db.selectFrom("paid_reads").selectAll().execute()).toEqual([]);
});

it("turning metrics on reads posts of all ages, the old ones without private figures", async () => {
  await linkAccount(app, alice, "alice_one");
  const old = await publish("Bees");
  app.clock.advance(days(40));
  const fresh = await publish("Honey");
  await saveResultSettings(app, alice.user.id, { level: "full" });
  expect(await readAllInSandbox(app, alice.user.id)).toBe(2);
  expect(await readings()).toEqual([old, fresh].map((tweet_id) => ({ tweet_id, slot: "hand" })));
});

it("reads nothing by itself on X, or for somebody who has metrics off", async () => {
  await linkAccount(app, alice, "alice_one");
  await publish("Bees");
  app.clock.advance(minutes(2));
  expect(await readNewInSandbox(app)).toBe(0);
  await saveResultSettings(app, alice.user.id, { level: "full" });
  Object.assign(app.network, { kind: "x" });
  expect(await readNewInSandbox(app)).toBe(0);
});
