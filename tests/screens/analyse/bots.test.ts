// /bot without a browser: the person's own bots first, what waits for approval told everywhere, changed before it goes out.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import {
  listBots,
  listProposals,
  giveConsent,
  readBots,
  runBots,
  startBot,
  stopBot,
} from "~/features/bots/bots.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { setTimezone } from "~/features/users/users.server";
import { loadBot } from "~/screens/bot/load.server";
import type { BotData } from "~/screens/bot/to-view.server";
import { loadAnalyse } from "~/screens/analyse/load.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type AtScreens, atScreens } from "../support/acting";

let app: TestApp;
let alice: AtScreens;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  alice = await atScreens(app, "alice");
});
afterEach(() => app?.close());

const load = async (path = "/bot"): Promise<BotData> => {
  const data = await loadBot({ request: alice.request(path), context: {} });
  if (!data) throw new Error("This step has no bots");
  return data;
};

async function start(words: string, review: boolean): Promise<number> {
  const userId = alice.person.user.id;
  const { id } = await analyse(app, userId, words);
  app.clock.advance(1_000);
  await startBot(app, { userId, analysisId: id, account: null, review });
  return id;
}
const write = async () => (await runBots(app)).done;

const sailing = "A booking page for small sailing schools. Unlike a newsletter it fills 9 of 10 seats. Try it free.";
const tea = "One tea a month with a brewing card, for people who like the ritual. 1,200 subscribers. Start today.";
const bicycles = "Bicycle repair that comes to your office, for teams of ten and more. Book a visit for your street.";

describe("the bots' own page", () => {
  it("shows what waits first, then what runs, then what is stopped, each with its link, account and next post", async () => {
    const asking = await start(sailing, true);
    const running = await start(tea, false);
    const stopped = await start(bicycles, false);
    await stopBot(app, alice.person.user.id, stopped);
    await write();
    const { bots } = await load();
    expect(bots.map(({ analysisId }) => Number(analysisId))).toEqual([asking, running, stopped]);
    expect(bots.map(({ status }) => status)).toEqual(["running", "running", "stopped"]);
    expect(bots[0]).toMatchObject({ review: true, proposal: { weightedLength: expect.any(Number) as number } });
    expect(bots[1]).toMatchObject({ username: "alice", proposal: null, href: `/product-analyse?analysis=${running}` });
    expect(bots[1]?.next?.text).toMatch(/\d\d:\d\d$/);
  });

  it("shows nobody else's, nothing to a guest, and nothing on the steps that are still to come", async () => {
    await start(sailing, true);
    const bob = await atScreens(app, "bob");
    expect(await loadBot({ request: bob.request("/bot"), context: {} })).toMatchObject({ signedIn: true, bots: [] });
    const guest = new Request("http://localhost:3000/bot", { headers: { host: "localhost:3000" } });
    expect(await loadBot({ request: guest, context: {} })).toMatchObject({ signedIn: false, bots: [] });
    expect(await loadBot({ request: alice.request("/bot?step=topic-generation"), context: {} })).toBeNull();
  });

  it("stops and starts a bot", async () => {
    const id = await start(tea, false);
    await alice.act("/bot", { intent: "stop-bot", analysisId: String(id) });
    expect((await load()).bots[0]).toMatchObject({ status: "stopped" });
    const came = await alice.act("/bot", { intent: "start-bot", analysisId: String(id) });
    expect(came).toEqual({ to: `/bot?checklist=${id}%40alice` });
    expect(await load(`/bot?checklist=${id}%40alice`)).toMatchObject({ checklist: { username: "alice" } });
  });

  it("leads away from the checklist that was answered, also with a script", async () => {
    const { id } = await analyse(app, alice.person.user.id, tea);
    const at = `/product-analyse?analysis=${id}`;
    const ask = { intent: "start-bot", analysisId: String(id), as: "@alice" };
    const came = await alice.act(at, ask);
    expect(came).toEqual({ to: `${at}&checklist=${id}%40alice` });
    const signed = { checklist: "1", label: "on", bio: "on", owner: "on" };
    const started = await alice.act(`${at}&checklist=${id}%40alice`, { ...ask, ...signed });
    expect(started).toEqual({ to: `${at}&did=started` });
    expect(await alice.act(at, { intent: "stop-bot", analysisId: String(id) })).toMatchObject({ ok: true });
  });

  it("tells the day of a bot's analysis on the clock of the person's place", async () => {
    app.clock.set(Date.parse("2026-11-19T20:00:00Z"));
    await start(tea, false);
    expect((await load()).bots[0]?.day).toBe("Thu, Nov 19");
    await setTimezone(app, alice.person.user.id, "Asia/Tokyo");
    expect((await load()).bots[0]?.day).toBe("Fri, Nov 20");
  });

  it("starts no bot as an account that is no longer linked", async () => {
    const userId = alice.person.user.id;
    const { id } = await analyse(app, userId, tea);
    const signed = { checklist: "1", label: "on", bio: "on", owner: "on" };
    const came = await alice.act("/bot", { intent: "start-bot", analysisId: String(id), as: "@gone", ...signed });
    expect(came).toMatchObject({ ok: false, error: "@gone is no longer connected." });
    expect(await listBots(app, userId, 9)).toEqual([]);
  });

  it("a bot that asks first still does after it was stopped and started", async () => {
    const userId = alice.person.user.id;
    await giveConsent(app, userId, alice.account.networkUserId);
    const id = await start(tea, true);
    for (const intent of ["stop-bot", "start-bot"]) await alice.act("/bot", { intent, analysisId: String(id) });
    expect((await readBots(app, userId, [id])).get(id)).toMatchObject({ status: "running", review: true });
  });

  it("offers no start while the bot's analysis is running", async () => {
    await start(tea, false);
    expect((await load()).bots[0]).toMatchObject({ startable: true });
    const held = { lease_token: "held", lease_until: app.clock.now() + minutes(1) };
    await app.db
      .updateTable("analyses")
      .set({ state: "pending", ...held })
      .execute();
    expect((await load()).bots[0]).toMatchObject({ startable: false });
  });

  it("that can't be read says so", async () => {
    await start(tea, false);
    await app.db.updateTable("analyses").set({ tags: "not JSON" }).execute();
    expect(await load()).toMatchObject({ bots: [], error: "Failed to get active bots" });
  });
});

describe("a proposal", () => {
  let analysisId: number;
  let tweetId: number;
  beforeEach(async () => {
    analysisId = await start(sailing, true);
    await write();
    tweetId = [...(await listProposals(app, alice.person.user.id)).keys()][0] ?? 0;
    expect(tweetId).toBeGreaterThan(0);
  });

  it("is told at the head of every page, until it is approved or another is written", async () => {
    const waits = { text: "1 tweet needs your approval.", tweetHref: null, elsewhere: "bots" };
    expect(await alice.attention()).toEqual(waits);
    await start(tea, true);
    await write();
    expect(await alice.attention()).toMatchObject({ text: "2 tweets need your approval." });
    await alice.act("/bot", { intent: "approve-tweet", tweetId: String(tweetId) });
    expect(await alice.attention()).toMatchObject({ text: "1 tweet needs your approval." });

    expect(await (await atScreens(app, "carol")).attention()).toBeNull();
  });

  it.each(["/bot", "/product-analyse"])("is changed on %s and goes out in its new words", async (page) => {
    const at = page === "/bot" ? "/bot" : `/product-analyse?analysis=${analysisId}`;
    const editing = `${at}${at.includes("?") ? "&" : "?"}edit=${tweetId}`;
    const args = { request: alice.request(editing), context: {} };
    const data = page === "/bot" ? await load(editing) : await loadAnalyse(args);
    expect("editing" in data && data.editing).toMatchObject({ id: tweetId });
    const content = "In my own words, which the bot would not have found.";
    const fields = { intent: "edit-tweet", tweetId: String(tweetId), content };
    expect(await alice.act(editing, fields, { document: true })).toEqual({ to: at });
    expect((await load()).bots[0]?.proposal).toMatchObject({ id: tweetId, text: content });
    expect(await alice.attention()).toMatchObject({ text: "1 tweet needs your approval." });
    const approving = { intent: "approve-tweet", tweetId: String(tweetId) };
    expect(await alice.act(at, { ...approving, before: "What the page showed before." })).toMatchObject({ ok: false });
    expect(await getTweet(app, alice.person.user.id, tweetId)).toMatchObject({ state: "pending" });
    await alice.act(at, { ...approving, before: content });
    expect(await getTweet(app, alice.person.user.id, tweetId)).toMatchObject({ state: "scheduled", content });
    const bot = (await readBots(app, alice.person.user.id, [analysisId])).get(analysisId);
    expect(bot).toMatchObject({ proposal: null, nextPostAt: expect.any(Number) as number });
  });

  it("that X would not take is refused with its words kept, and nothing is changed", async () => {
    const before = (await getTweet(app, alice.person.user.id, tweetId)).content;
    const content = "a".repeat(281);
    const came = await alice.act("/bot", { intent: "edit-tweet", tweetId: String(tweetId), content });
    expect(came).toMatchObject({ ok: false, intent: "edit-tweet", values: { content } });
    expect((await getTweet(app, alice.person.user.id, tweetId)).content).toBe(before);
  });

  it("of somebody else, or one that is settled, does not open", async () => {
    const bob = await atScreens(app, "bob");
    expect(await loadBot({ request: bob.request(`/bot?edit=${tweetId}`), context: {} })).toMatchObject({
      editing: null,
    });
    await alice.act("/bot", { intent: "reject-tweet", tweetId: String(tweetId) });
    expect((await load(`/bot?edit=${tweetId}`)).editing).toBeNull();
  });
});
