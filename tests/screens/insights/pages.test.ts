// /worked without a script, on the real feature: whose posts, what its forms do, what is refused, and the download.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Account } from "~/features/accounts/account";
import { publishNow, unlink, writeTweet } from "~/features/publishing/publishing.server";
import { readDue, readResultSettings } from "~/features/results/results.server";
import { hours } from "~/ground/time/duration";
import * as exported from "~/routes/worked/export";
import { createTestApp, type TestApp } from "~tests/support/app";
import { call, cookieFor, type Route, sameOrigin } from "~tests/support/calls/call";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { type Browser, browse, type Page } from "../support/browse";

let app: TestApp;
let alice: Person;
let first: Account;
/** Not the default. */
let second: Account;
let asAlice: Browser;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off", QUIET_HOURS: "none" } });
  alice = await makePerson(app, "alice");
  first = await linkAccount(app, alice, "alice_one");
  second = await linkAccount(app, alice, "alice_two");
  asAlice = await browse(app, alice.sessionId);
});
afterEach(() => app.close());

async function publish(content: string, account = first, person = alice): Promise<number> {
  const userId = person.user.id;
  const { id } = await writeTweet(app, { userId, content, account: account.networkUserId });
  await publishNow(app, { userId, tweetId: id, account: null });
  return id;
}
const press = (act: string, more: Record<string, string> = {}, as = asAlice, path = "/worked") =>
  as.post(path, { intent: "worked", do: act, ...more });
/** The page that a form led to, with its message. */
const follow = async (came: Page, as = asAlice): Promise<string> => {
  expect([came.status, came.to]).toEqual([303, expect.stringMatching(/^\/worked/)]);
  return (await as.get(came.to ?? "")).html;
};
const settings = () => readResultSettings(app, alice.user.id);
const download = async (person: Person, account: Account) =>
  call(exported as Route, `/worked/export?account=${account.id}`, {
    headers: { cookie: await cookieFor(app, person.sessionId), ...sameOrigin },
  });

it("a guest is shown the way in and nothing else, and sent there from the download", async () => {
  const guest = await browse(app, null);
  const page = await guest.get("/worked");
  expect([page.status, page.title]).toEqual([200, "Insights · Linnet"]);
  expect(page.main).toContain("/worked?panel=login");
  expect(page.main).not.toContain("table");
  const sent = await call(exported as Route, "/worked/export");
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/generate?panel=login"]);
  expect((await press("save", { level: "full" }, guest)).status).toBe(401);
});

it("it stands beside Ideas on every page, and is linked from the timeline and from a published tweet's window", async () => {
  const id = await publish("Bees");
  expect((await asAlice.get("/generate")).frame).toContain('href="/worked"');
  expect((await asAlice.get("/worked")).document.querySelectorAll('[href="/worked"][aria-current=page]')).toHaveLength(
    1,
  );
  expect((await asAlice.get("/timeline")).main).toContain(`href="/worked?account=${first.networkUserId}"`);
  expect((await asAlice.get(`/timeline?tweet=${id}`)).over).toContain(
    `href="/worked?account=${first.networkUserId}&tweet=${id}"`,
  );
  const unsent = await writeTweet(app, { userId: alice.user.id, content: "Not out", account: null });
  expect((await asAlice.get(`/timeline?tweet=${unsent.id}`)).over).not.toContain("/worked?");
});

describe("the switch", () => {
  it("is off, with its prices before it is pressed, and nothing is read", async () => {
    await publish("Bees");
    app.clock.advance(hours(24));
    await readDue(app);
    const page = await asAlice.get("/worked");
    for (const words of ["No metrics yet", "Turn metrics on: $0.010 per tweet", "$0.025 per tweet"])
      expect(page.main).toContain(words);
    expect(page.main).toContain("Costs more than posting: a post without a link is $0.015.");
    expect(page.main).toContain("In the sandbox, metrics are sample data and free.");
    expect(page.html).toMatch(/value="off"[^>]*checked|checked[^>]*value="off"/);
  });

  it("keeps what was chosen, all of it, and what has no tick stays as it is", async () => {
    const told = await follow(await press("save", { level: "light", learn: "on" }));
    expect(told).toContain("Saved. Linnet fetches metrics after 24 hours and 7 days.");
    expect(await settings()).toMatchObject({ level: "light", learn: true, lean: false });
    expect(told).toMatch(/value="light"[^>]*checked|checked[^>]*value="light"/);
    await press("save", { level: "full", lean: "on" });
    expect(await settings()).toMatchObject({ level: "full", learn: false, lean: true });
    expect(await follow(await press("save", { level: "off" }))).toContain("Saved. Linnet won’t fetch metrics.");
    expect(await settings()).toMatchObject({ level: "off", learn: false, lean: false });
  });

  it.each(["", "constructor", "FULL"])("does not know a level called %j, and keeps nothing", async (level) => {
    const came = await press("save", { level, learn: "on" }, asAlice, "/worked?sample=0");
    expect([came.status, came.show(".notice")]).toEqual([422, expect.stringContaining("Choose Off, Light, or Full.")]);
    expect(came.html).toMatch(/<input[^>]*name="learn"[^>]*checked/);
    expect(await settings()).toMatchObject({ level: "off", learn: false });
  });

  it.each(["", "constructor", "delete"])("an act called %j is none", async (act) => {
    expect((await press(act, { level: "full" })).status).toBe(422);
  });
});

describe("what was read", () => {
  it("stands in the list, in the window and in the download, and each says that the sandbox invented it", async () => {
    const id = await publish("What a hive costs, with every receipt");
    await press("save", { level: "light" });
    app.clock.advance(hours(24));
    await readDue(app);
    const page = await asAlice.get("/worked");
    expect(page.main).toContain("1 of 20 tweets measured. Not enough to compare yet.");
    expect(page.show(".tweet-figures")).toMatch(/[\d,]+ views?, [\d,]+ engagements?/);
    expect(page.show(".tweet-figures")).toContain("Sample data (sandbox)");
    const { over } = await asAlice.get(`/worked?tweet=${id}`);
    for (const words of ["Tweet performance", "24 hours", "Sample data (sandbox)", "$0.005 (free in the sandbox)"])
      expect(over).toContain(words);
    const file = await download(alice, first);
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toMatch(
      /^attachment; filename="linnet-results-alice_one-.*\.csv"$/,
    );
    const rows = (await file.text()).trim().split("\r\n");
    // The one that was read as metrics were turned on, and the one at its age.
    expect(rows).toHaveLength(3);
    expect(rows[1]).toContain("sample data (sandbox)");
    expect(rows[1]).toContain(`,"24h",`);
  });

  it("is read now by one press, and refused with a sentence in the window while reading is off", async () => {
    const id = await publish("Bees");
    const path = `/worked?tweet=${id}`;
    const refused = await press("read", { tweetId: String(id) }, asAlice, path);
    expect([refused.status, refused.over]).toEqual([409, expect.stringContaining("Metrics are off")]);
    expect(refused.over).not.toContain("Refresh metrics");
    await press("save", { level: "light" });
    const told = await follow(await press("read", { tweetId: String(id) }, asAlice, path));
    expect(told).toContain("Metrics refreshed. Nothing was charged.");
    expect((await asAlice.get(path)).over).toContain("Manual");
  });

  it("belongs to one account: the default's first, the other's by its tab, and a stranger's is not linked here", async () => {
    await publish("Of the first");
    await publish("Of the second", second);
    await press("save", { level: "light" });
    app.clock.advance(hours(24));
    await readDue(app);
    const list = async (path: string) => (await asAlice.get(path)).show(".tweet-figures");
    expect(await list("/worked")).toContain("Of the first");
    expect(await list("/worked")).not.toContain("Of the second");
    expect(await list(`/worked?account=${second.networkUserId}`)).toContain("Of the second");
    const bob = await makePerson(app, "bob");
    const his = await linkAccount(app, bob, "bob_one");
    const theirs = await asAlice.get(`/worked?account=${his.networkUserId}`);
    expect(theirs.status).toBe(404);
    expect(theirs.main).toContain("This account isn’t connected here");
    expect((await download(alice, his)).status).toBe(404);
    expect((await download(bob, first)).status).toBe(404);
  });

  it("another user can't open a tweet's metrics or refresh them", async () => {
    const id = await publish("Bees");
    await press("save", { level: "light" });
    const bob = await makePerson(app, "bob");
    await linkAccount(app, bob, "bob_one");
    const asBob = await browse(app, bob.sessionId);
    const page = await asBob.get(`/worked?tweet=${id}`);
    expect(page.over).toBe("");
    expect(page.main).toContain("Tweet not found");
    await press("save", { level: "light" }, asBob);
    expect((await press("read", { tweetId: String(id) }, asBob)).status).toBe(404);
    for (const tweetId of ["", "1e3", "-1", "9".repeat(40)])
      expect((await press("read", { tweetId })).status, tweetId).toBe(404);
  });
});

it("addresses that nobody wrote show the page as it is, and pages go no further than there are posts", async () => {
  for (let n = 1; n <= 31; n += 1) await publish(`Tweet number ${n}`);
  await press("save", { level: "light" });
  app.clock.advance(hours(24));
  await readDue(app);
  const wild = "/worked?period=7&age=1h&sort=views&page=99999999&chosen=x&tweet=x";
  const page = await asAlice.get(wild);
  expect(page.status).toBe(200);
  expect(page.show(".tweet-figures").match(/scope="col"/g)).toHaveLength(3);
  const last = await asAlice.get("/worked?page=500");
  expect(last.main).toContain("Previous");
  expect(last.show(".pager")).toContain("Page 2 of 2");
  const next = await asAlice.get("/worked?period=90&page=1");
  expect(next.show(".pager")).toContain('href="/worked?period=90&page=2"');
});

it("without any account it says so, and how to link one", async () => {
  for (const account of [first, second]) await unlink(app, alice.user.id, String(account.id));
  const page = await asAlice.get("/worked?sample=0");
  expect(page.status).toBe(200);
  expect(page.main).toContain("No account yet");
  expect(page.main).toContain('href="/accounts/connect"');
});
