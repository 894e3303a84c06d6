// An analysis and its bot, in each state: what stands there, what can be pressed, and what comes of each press.
import { expect } from "vitest";
import { botMessages } from "~/ground/messages";
import { hours } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import { startBot } from "~/features/bots/bots.server";
import { changeAccount } from "~/features/accounts/accounts.server";
import { ask } from "~tests/support/document";
import { proposed, sailing, sectionOf, start, writeDue } from "../bot/bots";
import { makeStage, test } from "../support/people";
import type { Page } from "../support/browse";
import { focusIn, linksOf, placeOf, placesOf, sentTo, told, verbsOf, wordsOf } from "../support/seen";

const path = "/product-analyse?analysis=1";
const lists = [`${path}&active=1#active-bots`, `${path}&history=1#all-bots`];
const before = `tweetId=1 before=${proposed}`;
const proposal = [`approve-tweet ${before}`, `reject-tweet ${before}`];
const teach = "teach-bot analysisId=1 learn=off";
const runs = ["start-bot analysisId=1 (disabled)", "stop-bot analysisId=1"];
const [asks, asksNot] = ["review-bot analysisId=1 (pressed)", "review-bot analysisId=1 review=on"];

/** Bot Control: the bot's state in a word, its verbs and its links. */
function controlOf(page: Page) {
  const control = sectionOf(page, "Bot Control");
  if (!control) throw new Error("Bot Control is not there");
  const word = wordsOf(control, "span").find((said) => /^(Running|Stopped|Paused)$/.test(said));
  const [promise = ""] = wordsOf(control, "p");
  const who = `${/@\w+/.exec(promise)?.[0]} ${/approve/.test(promise) ? "asks" : "alone"}`;
  return { word, who, done: wordsOf(control, "dd"), verbs: verbsOf(control), links: linksOf(control) };
}
const none = ["None planned", "None yet", "0"];
const edit = `${path}&edit=1`;

test("an analysis shows what came of it: its words, its score and why, and what would lift it", async ({ stage }) => {
  const { app, alice, asAlice } = stage;
  await analyse(app, alice.user.id, sailing);
  const page = await asAlice.get(path);
  const main = placeOf(page, "main");
  expect([page.title, wordsOf(main, "h1"), linksOf(main)[0]]).toEqual([
    ...["Analysis Results · Linnet", ["Analysis Results"], "/product-analyse"],
  ]);
  const shown = ask(page.html, "main");
  expect(wordsOf(main, "details p")).toEqual([sailing]);
  const tags = wordsOf(shown.getByRole("list", { name: "Category tags" }), "li");
  expect(tags).toEqual(["Booking page", "Small sailing schools", "Newsletter", "Fills", "Seats"]);
  // Each point quotes her own words.
  const why = sectionOf(page, "Why 6.0");
  const quotes = (why ? wordsOf(why, "blockquote") : []).map((quote) => quote.slice(1, -1));
  expect(quotes).toHaveLength(5);
  for (const quote of quotes) expect(sailing).toContain(quote);
  expect(why && wordsOf(why, "h3 small").map((said) => /\d+%/.exec(said)?.[0])).toEqual([
    ...["25%", "20%", "25%", "15%", "15%"],
  ]);
  expect(why && wordsOf(why, "li > span")).toEqual(Array(5).fill("6.0 / 10"));
  expect(wordsOf(main, "ol > li")).toHaveLength(3);
  expect(shown.getByRole("img", { name: "Quality score 6 out of 10" })).toBeTruthy();
  const facts = wordsOf(placeOf(page, "main section[aria-label]"), "dd");
  expect(facts).toEqual(["Product description", "6.0 / 10", "Nov 19, 2026, 11:18", "Completed"]);
  // Whose judgement it is.
  expect(main.textContent).toMatch(/demo writer/);
  const verbs = ["start-bot analysisId=1 as=@alice_one"];
  expect(controlOf(page)).toEqual({ word: "Stopped", who: "@alice_one alone", done: [], verbs, links: lists });
  const accounts = wordsOf(shown.getByRole("combobox", { name: "Posts as" }), "option");
  expect(accounts).toEqual(["@alice_two", "@alice_one"]);
  for (const [name, href] of [
    ["View Active Bot Status", lists[0]],
    ["View All Bot History", lists[1]],
  ])
    expect(shown.getByRole("link", { name }).getAttribute("href")).toBe(href);
  expect(shown.getByRole("button", { name: "Start Bot" })).toBeTruthy();
});

test("a bot starts only once its three promises are given, as an account of its person's", async ({ stage }) => {
  const { app, alice, asAlice, asBob } = stage;
  await analyse(app, alice.user.id, sailing);
  const form = { intent: "start-bot", analysisId: "1", as: "@alice_two" };
  const asked = await asAlice.post(path, form);
  const checklist = `${path}&checklist=1%40alice_two`;
  expect([asked.status, asked.to]).toEqual([303, checklist]);
  const sent = "start-bot analysisId=1 as=@alice_two checklist=1";
  const list = placeOf(await asAlice.get(checklist), "dialog");
  expect(verbsOf(list)).toEqual([`${sent} label=off bio=off owner=off review=off learn=off`]);
  expect([linksOf(list), sentTo(list)]).toEqual([[path, path], [checklist]]);
  expect(list.querySelectorAll("[required]").length).toBe(3);
  const bobs = await asBob.get(checklist);
  expect([placesOf(bobs, "dialog"), wordsOf(placeOf(bobs), "h1")]).toEqual([[], ["Analysis Tool"]]);
  const ofHis = await asAlice.get(`${path}&checklist=1%40bob_one`);
  expect([placesOf(ofHis, "dialog"), controlOf(ofHis).word]).toEqual([[], "Stopped"]);
  const half = await asAlice.post(checklist, { ...form, checklist: "1", label: "on" });
  const still = placeOf(half, "dialog");
  expect([half.status, told(still, "alert"), sentTo(still)]).toEqual([
    422,
    [expect.stringMatching(/all three/)],
    [checklist],
  ]);
  expect(verbsOf(still)[0]).toContain(sent);
  expect(await app.db.selectFrom("bots").selectAll().execute()).toEqual([]);
  const all = { ...form, checklist: "1", label: "on", bio: "on", owner: "on", review: "on" };
  const started = await asAlice.post(checklist, all);
  expect([started.status, started.to]).toEqual([303, `${path}&did=started`]);
});

test("Bot Control offers in each state of a bot what can be done with it then", async ({ stage }) => {
  const { app, alice, asAlice, second } = stage;
  await start(stage, sailing, { review: true });
  const shown = async (query = "") => {
    const page = await asAlice.get(`${path}${query}`);
    const main = placeOf(page, "main");
    expect(sentTo(main)).toEqual([`${path}${query}`]);
    return { ...controlOf(page), did: told(main, "status") };
  };
  const control = {
    word: "Running",
    who: "@alice_two asks",
    done: none,
    verbs: [...runs, asks, teach],
    links: lists,
    did: [],
  };
  expect(await shown("&did=started")).toEqual({ ...control, did: [botMessages.started] });
  await writeDue(stage);
  expect(await shown()).toEqual({ ...control, verbs: [...proposal, ...control.verbs], links: [edit, ...lists] });
  expect(placeOf(await asAlice.get(path), "main form blockquote").textContent).toBe(proposed);
  const editor = placeOf(await asAlice.get(edit), "dialog");
  expect(verbsOf(editor)).toEqual([`edit-tweet tweetId=1 content=${proposed}`]);
  expect([linksOf(editor), sentTo(editor), focusIn(editor)]).toEqual([[path, path], [edit], "content"]);
  expect(placesOf(await asAlice.get(`${path}&edit=2`), "dialog")).toEqual([]);
  await asAlice.post(path, { intent: "approve-tweet", tweetId: "1" });
  await asAlice.post(path, { intent: "stop-bot", analysisId: "1" });
  const can = { verbs: ["start-bot analysisId=1 as=@alice_two", teach], links: lists, did: [] };
  const stopped = { word: "Stopped", who: "@alice_two asks", done: none, ...can };
  expect(await shown("&did=stopped")).toEqual({ ...stopped, did: [botMessages.stopped] });
  expect(await shown("&did=nonsense")).toEqual(stopped);
  await startBot(app, { userId: alice.user.id, analysisId: 1, account: second.networkUserId, review: false });
  const alone = { ...control, who: "@alice_two alone", verbs: [...runs, asksNot, teach] };
  expect(await shown()).toEqual(alone);
  await changeAccount(app.db, second.id, { status: "paused", paused_by: "person", status_reason: "Paused by you." });
  expect(await shown()).toEqual({ ...alone, word: "Paused" });
  const paused = await asAlice.get(path);
  expect(placesOf(paused, "section [role=note]").map(({ textContent }) => textContent.trim())).toEqual([
    "Paused by you.",
  ]);
  expect(ask(paused.html, "main").getByRole("button", { name: "Bot Started" }).hasAttribute("disabled")).toBe(true);
});

test("an analysis that failed can be run again, and one that runs can't", async ({ stage }) => {
  const { app, asAlice } = stage;
  await start(stage, sailing);
  const own = [...runs, asksNot, teach];
  const shown = async () => {
    const page = await asAlice.get(path);
    const main = placeOf(page, "main");
    const facts = wordsOf(placeOf(page, "main section[aria-label]"), "dd");
    expect([sectionOf(page, "Why"), placesOf(page, "main ol"), placesOf(page, "main [role=img]")]).toEqual([
      null,
      [],
      [],
    ]);
    expect(wordsOf(main, "details p")).toEqual([sailing]);
    return { alerts: told(main, "alert"), verbs: verbsOf(main), score: facts[1], status: facts[3] };
  };
  const failed = { state: "failed", error: "The judge is ill.", quality_tenths: null } as const;
  await app.db.updateTable("analyses").set(failed).execute();
  const again = "analyse-again analysisId=1";
  expect(await shown()).toEqual({
    ...{ alerts: ["The judge is ill."], verbs: [again, ...own], score: "None yet", status: "Failed" },
  });
  const held = { lease_token: "held", lease_until: app.clock.now() + hours(1) };
  await app.db
    .updateTable("analyses")
    .set({ state: "pending", error: null, ...held })
    .execute();
  expect(await shown()).toEqual({ alerts: [], verbs: own, score: "None yet", status: "Analysing" });
  const refused = await asAlice.post(`${path}&x=1`, { intent: "analyse-again", analysisId: "1" });
  const main = placeOf(refused, "main");
  expect([refused.status, told(main, "alert"), verbsOf(main)]).toEqual([409, [expect.stringMatching(/running/)], own]);
});

test("test mode shows an analysis to everybody, and starts nothing", async ({ stage }) => {
  const { app, asAlice, guest } = stage;
  const sample = "/product-analyse?test=1";
  const links = [`${sample}&active=1#active-bots`, `${sample}&history=1#all-bots`];
  for (const [who, promise] of [
    [guest, /^Up to 3 tweets a day as one of your accounts/],
    [asAlice, /^Up to 3 tweets a day as @alice_one/],
  ] as const) {
    const page = await who.get(`${sample}&did=started`);
    expect([page.title, controlOf(page)]).toEqual([
      "Analysis Results · Linnet",
      { word: "Stopped", who: expect.any(String) as string, done: [], verbs: ["start-bot analysisId="], links },
    ]);
    expect(told(placeOf(page, "main"), "note")).toEqual([expect.stringMatching(/sample/)]);
    expect(told(placeOf(page, "main"), "status")).toEqual([botMessages.started]);
    const control = sectionOf(page, "Bot Control");
    expect(control && wordsOf(control, "p")).toEqual([
      expect.stringMatching(promise),
      "The demo writer makes the bot’s tweets from stock sentences, without AI.",
    ]);
    const own = placeOf(page, "main details p").textContent;
    const quotes = placesOf(page, "main blockquote").map(({ textContent }) => textContent.slice(1, -1));
    expect(quotes).toHaveLength(6);
    for (const quote of quotes) expect(own).toContain(quote);
    expect(ask(page.html, "main").getByRole("img", { name: "Quality score 8.5 out of 10" })).toBeTruthy();
  }
  const refused = await asAlice.post(sample, { intent: "start-bot", analysisId: "", as: "" });
  expect([refused.status, told(placeOf(refused, "main"), "alert")]).toEqual([422, [botMessages.start]]);
  expect(await app.db.selectFrom("bots").selectAll().execute()).toEqual([]);
  const live = await makeStage();
  Object.assign(live.app.config, { botDailyPosts: 0 });
  const control = sectionOf(await live.asAlice.get(sample), "Bot Control");
  expect(control && wordsOf(control, "p")[0]).toEqual(expect.stringMatching(/^Tweets as @alice_one/));
  await live.close();
});
