// What stands round every page, and what its head says: to a guest, to a person, and when something waits or is wrong.
import { sql } from "kysely";
import { expect } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { changeAccount } from "~/features/accounts/accounts.server";
import { publishDue, scheduleAt, writeTweet } from "~/features/publishing/publishing.server";
import { answered } from "~tests/support/faulty-network";
import { sendDue } from "~tests/support/sends";
import { setApp } from "~/app.server";
import { createTestApp } from "~tests/support/app";
import { makeStage, test } from "./album";

const refused = answered(403, { title: "Forbidden", detail: "You may not." });

test("every page has the same frame, with who is here and where one stands", async ({ stage, album }) => {
  const { guest, asAlice, asBob } = stage;
  const start = await guest.get("/generate?topic=bees");
  album.add("a guest on /generate", start.status, start.head, start.frame);
  for (const path of ["/timeline?week=2", "/bot", "/strategy", "/product-analyse", "/nowhere", "/doctor"]) {
    const page = await asAlice.get(path);
    album.add(`alice on ${path}`, page.status, page.title, page.show(".top", ".nav__places"));
  }
  const bobs = await asBob.get("/timeline");
  album.add("bob on /timeline", bobs.title, bobs.show(".top", ".notice"));
  const covered = await asAlice.get("/timeline?panel=sidebar");
  album.add("behind a panel", covered.frame);
  await album.matches("frame");
});

test("the page keeps the look that was chosen, and no other", async ({ stage }) => {
  const { asAlice, asBob } = stage;
  for (const [theme, told] of [
    ["dark", '<html lang="en" data-theme="dark">'],
    ["light", '<html lang="en" data-theme="light">'],
    ["system", '<html lang="en">'],
  ] as const) {
    const came = await asAlice.post("/timeline?panel=settings", { intent: "set-theme", theme });
    expect(came.to).toBe("/timeline?panel=settings");
    expect((await asAlice.get("/generate")).html).toContain(told);
    expect((await asBob.get("/generate")).html).toContain('<html lang="en">');
  }
});

test("what goes out next stands on every page of its person, and opens where it is", async ({ stage, album }) => {
  const { app, alice, bob, second, asAlice, asBob } = stage;
  const plan = async (userId: string, content: string, ms: number, account: string | null) => {
    const { id: tweetId } = await writeTweet(app, { userId, content, account });
    await scheduleAt(app, { userId, tweetId, account: null, executeAt: app.clock.now() + ms });
  };
  await plan(bob.user.id, "Robins sing all winter.", hours(1), null);
  await plan(
    alice.user.id,
    "Herons stand\nvery still, and longer than anybody who looks at them.",
    hours(200),
    second.networkUserId,
  );
  album.add("bob's, today", (await asBob.get("/bot")).show(".nav__next"));
  album.add("alice's, next week", (await asAlice.get("/bot")).show(".nav__next"));
  await plan(alice.user.id, "Swifts sleep in flight.", hours(20), null);
  album.add("alice's, tomorrow", (await asAlice.get("/strategy")).show(".nav__next"));
  await album.matches("next-tweet");
});

test("what waits for a person is told on every page of theirs, with the way that helps", async ({ stage, album }) => {
  const { app, network, alice, first, second, asAlice, asBob } = stage;
  const told = async (title: string) => {
    album.add(title, (await asAlice.get("/strategy?x=1")).show(".notice"));
    expect((await asBob.get("/strategy")).show(".notice")).toBe("");
  };
  const userId = alice.user.id;
  const { id: tweetId } = await writeTweet(app, { userId, content: "Refused.", account: second.networkUserId });
  await scheduleAt(app, { userId, tweetId, account: null, executeAt: app.clock.now() + minutes(1) });
  network.faults.push(refused);
  app.clock.advance(minutes(1));
  await sendDue(app);
  await told("a tweet that failed");
  app.clock.advance(hours(24 * 7));
  await told("a tweet that failed a week ago");
  await changeAccount(app.db, first.id, { status: "reconnect", status_reason: "Gone." });
  await told("and an account that must be reconnected");
  await changeAccount(app.db, second.id, { status: "paused", paused_by: "network", status_reason: "Used up." });
  await told("and another that is held");
  await changeAccount(app.db, first.id, { status: "active", status_reason: null });
  await told("a tweet that failed and an account that is held");
  await app.db.deleteFrom("attempts").execute();
  await app.db.deleteFrom("tweet_events").execute();
  await app.db.deleteFrom("tweets").execute();
  await told("only an account that is held");
  await changeAccount(app.db, second.id, { status: "reconnect", paused_by: null });
  await told("only an account that must be reconnected");
  await changeAccount(app.db, first.id, { status: "paused", paused_by: "network", status_reason: "Used up." });
  await told("one to reconnect and one that is held");
  await changeAccount(app.db, first.id, { status: "paused", paused_by: "person", status_reason: "Paused by you." });
  await changeAccount(app.db, second.id, { status: "active", status_reason: null });
  await told("paused by herself: nothing waits");
  await publishDue(app);
  await album.matches("attention");
});

test("the way back from the network is told in its words, and believed only of one's own accounts", async ({
  stage,
  album,
}) => {
  const { asAlice, guest } = stage;
  for (const query of [
    "twitter_connected=true&username=alice_two",
    "twitter_connected=true&username=bob_one",
    "twitter_connected=true",
    "twitter_connected=false&username=alice_two",
    "twitter_error=denied",
    "twitter_error=expired&username=alice_two",
    "twitter_error=constructor",
    "connect_error=unreachable",
    "connect_error=strange",
  ])
    album.add(`alice at ?${query}`, (await asAlice.get(`/strategy?${query}`)).show(".notice"));
  const names = "twitter_connected=true&username=alice_two";
  album.add("a guest at alice's way back", (await guest.get(`/strategy?${names}`)).show(".notice"));
  await album.matches("way-back");
});

test("what a form came to is told once on the page that it leads to", async ({ stage, album }) => {
  const { asAlice } = stage;
  const came = await asAlice.post("/strategy", { intent: "set-default", accountId: "0" });
  album.add("a form that was refused", came.status, came.show(".toasts", "dialog", ".notice"));
  const zone = await asAlice.post("/strategy?panel=settings", { intent: "set-timezone", timezone: "Asia/Tokyo" });
  album.add("a form that was done", zone.status, zone.to);
  album.add("where it leads", (await asAlice.get(zone.to ?? "")).show(".toasts"));
  album.add("the same page again", (await asAlice.get(zone.to ?? "")).show(".toasts"));
  const out = await asAlice.post("/strategy?panel=sidebar&x=1", { intent: "sign-out" });
  album.add("signing out", out.status, out.to);
  album.add("where it leads", (await asAlice.get(out.to ?? "")).show(".toasts", ".top"));
  await album.matches("told");
});

test("a page whose accounts can't be read, or that breaks, says so and keeps its frame", async ({ stage, album }) => {
  const { app, asAlice } = stage;
  await sql`alter table accounts rename to gone`.execute(app.db);
  const page = await asAlice.get("/generate?topic=bees");
  album.add("without the accounts", page.status, page.title, page.show(".notice", ".composer"));
  album.add("its panel", (await asAlice.get("/strategy?panel=sidebar")).over);
  await sql`alter table users rename to nobody`.execute(app.db);
  const broken = await asAlice.get("/timeline");
  album.add("a page that breaks", broken.status, broken.title, broken.frame, broken.main);
  await album.matches("broken");
});

test("an address that is nowhere is 404 and takes no form, and its panels open on a page that does", async ({
  stage,
  album,
}) => {
  const { guest } = stage;
  const page = await guest.get("/no/such?x=1");
  album.add("nowhere", page.status, page.title, page.main);
  const { status, to } = await guest.get("/no/such?panel=login&x=1");
  album.add("nowhere, with a panel", status, to);
  const posted = await guest.post("/no/such", { intent: "set-theme", theme: "dark" });
  album.add("a form that is posted there", posted.status, posted.title, posted.main);
  await album.matches("nowhere");
});

test("a live server says nothing of a sandbox, and what is live and what is not is told apart", async ({ album }) => {
  const keys = { X_API_KEY: "key", X_API_SECRET: "secret" };
  for (const [title, env] of [
    ["live on X", keys],
    ["written by Gemini", { GEMINI_API_KEY: "key" }],
    ["both live", { ...keys, GEMINI_API_KEY: "key" }],
  ] as const) {
    const stage = await makeStage();
    const live = await createTestApp({ env: { RATE_LIMITS: "off", ...env } });
    Object.assign(stage.app, { network: live.network, ai: live.ai });
    setApp(stage.app);
    const page = await stage.asAlice.get("/generate?panel=help");
    album.add(title, page.show(".mode-banner"), page.over);
    album.add(`${title}, to bob`, (await stage.asBob.get("/generate?panel=help")).show("dialog"));
    await live.close();
    await stage.close();
  }
  await album.matches("live");
});
