// What every page tells a person: what goes out next, what waits for them, what came of a form and of the way back.
import { expect } from "vitest";
import { linkMessages } from "~/ground/messages";
import { hours } from "~/ground/time/duration";
import { changeAccount } from "~/features/accounts/accounts.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { ask } from "~tests/support/document";
import { sendDue } from "~tests/support/sends";
import { browse } from "../support/browse";
import { type Stage, test } from "../support/people";
import { linksOf, placeOf, placesOf, told, wordsOf } from "../support/seen";
import { fallsDue, refused, write } from "../support/tweet-states";

test("what goes out next stands on every page of its person, and opens where it is", async ({ stage }) => {
  const { app, alice, bob, second, asAlice, asBob, guest } = stage;
  const plan = async (userId: string, content: string, ms: number, account: string | null) => {
    const { id: tweetId } = await writeTweet(app, { userId, content, account });
    await scheduleAt(app, { userId, tweetId, account: null, executeAt: app.clock.now() + ms });
  };
  const next = async (who: Stage["guest"], path: string) =>
    placesOf(await who.get(path), "aside a[href*='tweet=']").map((link) => [
      link.getAttribute("href"),
      ...[...link.children].map(({ textContent }) => textContent),
    ]);
  expect(await next(asAlice, "/bot")).toEqual([]);
  await plan(bob.user.id, "Robins sing all winter.", hours(1), null);
  const words = "Herons stand\nvery still, and longer than anybody who looks at them.";
  await plan(alice.user.id, words, hours(200), second.networkUserId);
  expect(await next(asBob, "/bot")).toEqual([["/timeline?tweet=1", "today, 11:18", "Robins sing all…"]]);
  const hers = ["/timeline?week=1&tweet=2", "Fri, Nov 27, 19:18", "Herons stand very…"];
  for (const path of ["/bot", "/strategy", "/generate"]) expect(await next(asAlice, path)).toEqual([hers]);
  await plan(alice.user.id, "Swifts sleep in flight.", hours(20), null);
  expect(await next(asAlice, "/strategy")).toEqual([["/timeline?tweet=3", "tomorrow, 07:18", "Swifts sleep in…"]]);
  expect(await next(guest, "/strategy")).toEqual([]);
});

test("what waits for a person is told on every page of theirs, with the way that helps", async ({ stage }) => {
  const { app, network, first, second, asAlice, asBob, guest } = stage;
  const kinds = { failed: /failed/, reconnect: /must be reconnected/, held: /blocked by X/ };
  const told = async (who = asAlice) => {
    const notes = placesOf(await who.get("/strategy?x=1"), "main [role=note]");
    return notes.map((note) => {
      const words = wordsOf(note, "p").join();
      const waits = Object.entries(kinds).flatMap(([kind, said]) => (said.test(words) ? [kind] : []));
      expect(words.match(/\b1\b/g)).toHaveLength(waits.length);
      return [...waits, ...linksOf(note)];
    });
  };
  const set = (account: typeof first, change: Parameters<typeof changeAccount>[2]) =>
    changeAccount(app.db, account.id, { paused_by: null, status_reason: null, ...change });
  const held = { status: "paused", paused_by: "network", status_reason: "Used up." } as const;
  const accounts = "/strategy?x=1&panel=sidebar";
  const connect = "/accounts/connect";
  const tweetId = await write(stage, "Refused.", second.networkUserId);
  expect(await told()).toEqual([]);
  network.faults.push(refused);
  await fallsDue(stage, tweetId);
  await sendDue(app);
  expect(await told()).toEqual([["failed", "/timeline?tweet=1"]]);
  app.clock.advance(hours(24 * 7));
  expect(await told()).toEqual([["failed", "/timeline?week=-1&tweet=1"]]);
  await set(first, { status: "reconnect" });
  expect(await told()).toEqual([["failed", "reconnect", connect]]);
  await set(second, held);
  expect(await told()).toEqual([["failed", "reconnect", "held", accounts]]);
  await set(first, { status: "active" });
  expect(await told()).toEqual([["failed", "held", accounts]]);
  for (const who of [asBob, guest]) expect(await told(who)).toEqual([]);
  for (const table of ["attempts", "tweet_events", "tweets"] as const) await app.db.deleteFrom(table).execute();
  expect(await told()).toEqual([["held", accounts]]);
  await set(second, { status: "reconnect" });
  expect(await told()).toEqual([["reconnect", connect]]);
  await set(first, held);
  expect(await told()).toEqual([["reconnect", "held", accounts]]);
  await set(first, { status: "paused", paused_by: "person", status_reason: "Paused by you." });
  await set(second, { status: "active" });
  // What she paused herself waits for nobody.
  expect(await told()).toEqual([]);
});

test("the way back from the network is told in its words, and believed only of one's own accounts", async ({
  stage,
}) => {
  const { asAlice, asBob, guest } = stage;
  const { address, startFor, back } = linkMessages;
  const connected = "twitter_connected=true&username=";
  for (const [query, status, alert] of [
    [`${connected}alice_two`, "@alice_two is connected", null],
    [`${connected}bob_one`, null, null],
    ["twitter_connected=true", null, null],
    ["twitter_connected=false&username=alice_two", null, null],
    ["twitter_error=denied", null, back("you chose not to authorize the app.")],
    [
      "twitter_error=expired&username=alice_two",
      null,
      back("connecting took more than 10 minutes, or the link was used before. Connect again."),
    ],
    ["twitter_error=constructor", null, back("X rejected this server’s app. Your Linnet admin must check its keys.")],
    ["connect_error=unreachable", null, startFor("couldn’t reach X. Try again.")],
    ["connect_error=strange", null, address],
  ] as const) {
    const main = placeOf(await asAlice.get(`/strategy?${query}`), "main");
    const shown = { query, status: told(main, "status"), alert: told(main, "alert") };
    expect(shown).toEqual({ query, status: status ? [status] : [], alert: alert ? [alert] : [] });
  }
  for (const who of [guest, asBob])
    expect(told(placeOf(await who.get(`/strategy?${connected}alice_two`), "main"), "status")).toEqual([]);
});

test("a message in two languages begins with the one that the browser prefers", async ({ stage }) => {
  for (const [preferred, first, second] of [
    ["", "en", "zh"],
    ["en-US,en;q=0.9", "en", "zh"],
    ["de,fr;q=0.5", "en", "zh"],
    ["en,zh;q=0.9", "en", "zh"],
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh", "en"],
    ["de,zh-TW;q=0.3,en;q=0.2", "zh", "en"],
    ["zh;q=0,en", "en", "zh"],
    ["*", "en", "zh"],
    [";;=,", "en", "zh"],
  ] as const) {
    const page = await (await browse(stage.app, null, {}, preferred)).get("/strategy?twitter_error=denied");
    const lines = placesOf(page, "main .message > [lang]").map((line) => line.getAttribute("lang"));
    expect([preferred, lines, page.headers.vary]).toEqual([preferred, [first, second], "Accept-Language"]);
  }
});

test("what a form came to is told once on the page that it leads to", async ({ stage }) => {
  const { asAlice } = stage;
  const toasts = async (path: string | null) =>
    placesOf(await asAlice.get(path ?? ""), "[aria-live=polite]").flatMap(({ textContent }) => textContent || []);
  const came = await asAlice.post("/strategy", { intent: "set-default", accountId: "0" });
  expect([came.status, wordsOf(placeOf(came), "[aria-live=polite]").join(""), placesOf(came, "dialog")]).toEqual([
    ...[404, "", []],
  ]);
  const settings = "/strategy?panel=settings";
  const zone = await asAlice.post(settings, { intent: "set-timezone", timezone: "Asia/Tokyo" });
  expect([zone.status, zone.to]).toEqual([303, settings]);
  expect(await toasts(zone.to)).toEqual([expect.stringMatching(/zone/)]);
  expect(await toasts(zone.to)).toEqual([]);
  const out = await asAlice.post("/strategy?panel=sidebar&x=1", { intent: "sign-out" });
  expect([out.status, out.to]).toEqual([303, "/strategy?x=1"]);
  const left = await asAlice.get(out.to ?? "");
  expect(wordsOf(placeOf(left), "[aria-live=polite]").join("")).toMatch(/Signed out/);
  const face = ask(left.html, "header").getByRole("link", { name: "Log in" });
  expect(face.getAttribute("href")).toBe("/strategy?x=1&panel=sidebar");
  expect(await toasts(out.to)).toEqual([]);
  expect(left.html).not.toContain("alice");
});
