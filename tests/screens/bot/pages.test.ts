// /bot in each of its states: the person's bots first, the four steps, and what is refused there.
import { expect } from "vitest";
import { botMessages } from "~/ground/messages";
import { changeAccount } from "~/features/accounts/accounts.server";
import { giveConsent, stopBot } from "~/features/bots/bots.server";
import { ask } from "~tests/support/document";
import { test } from "../support/people";
import { focusIn, linksOf, placeOf, placesOf, sentTo, told, verbsOf, wordsOf } from "../support/seen";
import { proposed, sailing, sectionOf, start, tea, writeDue } from "./bots";

const waits = `tweetId=1 before=${proposed}`;
const stepLinks = ["/bot?step=topic-generation", "/bot?step=content-creation", "/bot?step=automatic-posting"];

test("/bot shows the four steps, and to whom has no bot the way to one", async ({ stage }) => {
  const { asBob, guest } = stage;
  const steps = ["Start", "Topic generation", "Content creation", "Automatic posting"];
  for (const [who, query, at, links] of [
    [guest, "", 0, ["/product-analyse", "/bot?panel=login", stepLinks[0]]],
    [asBob, "", 0, ["/product-analyse", "/product-analyse", stepLinks[0]]],
    [asBob, "?step=start", 0, ["/product-analyse", "/product-analyse", stepLinks[0]]],
    [asBob, "?step=topic-generation", 1, ["/bot", stepLinks[1]]],
    [asBob, "?step=content-creation", 2, ["/bot", stepLinks[2]]],
    [asBob, "?step=automatic-posting", 3, ["/bot", `${stepLinks[2]}&done=1`]],
    [asBob, "?step=nonsense", 0, ["/product-analyse", stepLinks[0]]],
  ] as const) {
    const page = await who.get(`/bot${query}`);
    const main = placeOf(page, "main");
    expect([page.status, page.title, wordsOf(main, "h1")]).toEqual([200, "Bot · Linnet", ["Bot"]]);
    expect({ query, links: linksOf(main), verbs: verbsOf(main) }).toEqual({ query, links, verbs: [] });
    const items = placesOf(page, "main ol > li");
    expect(items.map(({ textContent }) => textContent.replace(" (done)", ""))).toEqual(steps);
    expect(items.findIndex((item) => item.getAttribute("aria-current") === "step")).toBe(at);
    expect(items.filter(({ textContent }) => textContent.endsWith(" (done)"))).toHaveLength(at);
    expect(sectionOf(page, steps[at] ?? "")).not.toBeNull();
    const crumbs = placeOf(page, "nav[aria-label=Breadcrumb]");
    expect([wordsOf(crumbs, "li"), linksOf(crumbs)]).toEqual(
      at === 0 ? [["Dashboards", "Bot"], []] : [["Dashboards", "Bot", steps[at]], ["/bot"]],
    );
    expect(placesOf(page, "dialog")).toEqual([]);
  }
  const last = ask((await asBob.get(stepLinks[2] ?? "")).html, "main");
  expect(last.getByRole("link", { name: "Back to Start" }).getAttribute("href")).toBe("/bot");
  expect(last.getByRole("link", { name: "Complete Setup" }).getAttribute("href")).toBe(`${stepLinks[2]}&done=1`);
  const end = placeOf(await asBob.get(`${stepLinks[2]}&done=1`), "dialog");
  expect([wordsOf(end, "h2"), linksOf(end), focusIn(end)]).toEqual([
    [expect.stringContaining("coming soon")],
    [stepLinks[2]],
    stepLinks[2],
  ]);
});

test("/bot shows the person's bots first, each with its account, its verbs and what it waits for", async ({
  stage,
}) => {
  const { app, alice, asAlice, asBob, guest, first } = stage;
  await start(stage, sailing, { review: true });
  await start(stage, tea, { as: first });
  await giveConsent(app, alice.user.id, first.networkUserId);
  await writeDue(stage);
  const rows = async (path: string) => {
    const page = await asAlice.get(path);
    expect(sentTo(placeOf(page, "main"))).toEqual([path]);
    return placesOf(page, "main ul > li:has(h3)").map((run) => ({
      links: linksOf(run),
      verbs: verbsOf(run),
      facts: wordsOf(run, "span").filter((word) => /^(@|Running|Stopped|\d+ post)/.test(word)),
    }));
  };
  const [ofSailing, ofTea] = ["/product-analyse?analysis=1", "/product-analyse?analysis=2"];
  const running = { verbs: ["stop-bot analysisId=2"], facts: ["Running", "@alice_one", "0 posts so far"] };
  expect(await rows("/bot?x=1")).toEqual([
    {
      links: [ofSailing, "/bot?x=1&edit=1"],
      verbs: ["stop-bot analysisId=1", `approve-tweet ${waits}`, `reject-tweet ${waits}`],
      facts: ["Running", "@alice_two", "0 posts so far"],
    },
    { links: [ofTea], ...running },
  ]);
  const page = await asAlice.get("/bot?x=1");
  const runs = sectionOf(page, "Your bots");
  expect(runs && wordsOf(runs, "h2, p.hint")).toEqual(["Your bots (2)", "2 running, 1 needs your approval"]);
  expect(runs && wordsOf(runs, "h3 a")).toEqual([sailing, tea]);
  expect(runs?.querySelectorAll("blockquote").length).toBe(1);
  expect(runs?.querySelector("blockquote")?.textContent).toBe(proposed);
  expect(placeOf(page, "main form[aria-label]").textContent).toMatch(/125.*280.*\$0\.015/);
  const next = await app.db.selectFrom("tweets").select("placed_at").where("state", "=", "scheduled").execute();
  expect(next).toHaveLength(1);
  expect(placesOf(page, "main time").map((time) => time.getAttribute("datetime"))).toEqual(
    next.map((tweet) => new Date(tweet.placed_at).toISOString()),
  );
  const note = placeOf(page, "main > [role=note]");
  expect([wordsOf(note, "strong"), linksOf(note)]).toEqual([[expect.stringMatching(/^1 .*approval/)], ["/bot"]]);
  // What was just done is told.
  expect(told(placeOf(await asAlice.get("/bot?did=stopped"), "main"), "status")).toEqual([botMessages.stopped]);
  await stopBot(app, alice.user.id, 1);
  await stopBot(app, alice.user.id, 2);
  const stopped = (id: number, handle: string) => ({
    links: [`/product-analyse?analysis=${id}`],
    verbs: [`start-bot analysisId=${id}`],
    facts: ["Stopped", handle, "0 posts so far"],
  });
  expect(await rows("/bot")).toEqual([stopped(2, "@alice_one"), stopped(1, "@alice_two")]);
  expect(wordsOf(placeOf(await asAlice.get("/bot"), "main section:has(ul)"), "p.hint")).toEqual(["2 stopped"]);
  for (const who of [asBob, guest]) expect((await who.get("/bot")).html).not.toMatch(/sailing|ritual|alice/);
});

test("a proposal is edited in a window, and a bot's start asks for three promises in another", async ({ stage }) => {
  const { asAlice, asBob, guest } = stage;
  await start(stage, sailing, { review: true });
  await writeDue(stage);
  const editPath = "/bot?edit=1&x=1";
  const editor = placeOf(await asAlice.get(editPath), "dialog");
  expect(verbsOf(editor)).toEqual([`edit-tweet tweetId=1 content=${proposed}`]);
  expect([linksOf(editor), sentTo(editor), focusIn(editor)]).toEqual([["/bot?x=1", "/bot?x=1"], [editPath], "content"]);
  const checkPath = "/bot?checklist=1%40alice_two&x=1";
  const list = placeOf(await asAlice.get(checkPath), "dialog");
  const sent = "start-bot analysisId=1 as=@alice_two checklist=1";
  expect(verbsOf(list)).toEqual([`${sent} label=off bio=off owner=off review=off learn=off`]);
  expect([linksOf(list), sentTo(list)]).toEqual([["/bot?x=1", "/bot?x=1"], [checkPath]]);
  expect([...list.querySelectorAll("[required]")].map((box) => box.getAttribute("name"))).toEqual([
    ...["label", "bio", "owner"],
  ]);
  expect(list.textContent).toContain("@alice_two");
  for (const who of [asBob, guest])
    for (const path of [editPath, checkPath]) expect(placesOf(await who.get(path), "dialog")).toEqual([]);
});

test("on /bot what is refused is told on the page, and what is done leads to where it is told", async ({ stage }) => {
  const { app, alice, asAlice, first } = stage;
  await start(stage, sailing, { review: true });
  await start(stage, tea, { as: first });
  await giveConsent(app, alice.user.id, first.networkUserId);
  const refusal = await asAlice.post("/bot?x=1&did=stopped", { intent: "stop-bot", analysisId: "999" });
  expect([refusal.status, told(placeOf(refusal, "main"), "alert")]).toEqual([404, [botMessages.stop]]);
  expect(placeOf(refusal, "main [role=alert]").textContent).toContain("This analysis doesn’t exist.");
  expect(told(placeOf(refusal, "main"), "status")).toEqual([]);
  await changeAccount(app.db, first.id, { status: "reconnect", status_reason: "X took the link away." });
  const away = await asAlice.post("/bot?x=1", { intent: "start-bot", analysisId: "2", as: "@alice_one" });
  expect([away.status, away.to]).toEqual([303, "/bot?x=1&did=started"]);
  const stopped = await asAlice.post("/bot?x=1", { intent: "stop-bot", analysisId: "2" });
  expect([stopped.status, stopped.to]).toEqual([303, "/bot?x=1&did=stopped"]);
  const after = placeOf(await asAlice.get(stopped.to ?? ""), "main");
  expect(told(after, "status")).toEqual([botMessages.stopped]);
  expect(linksOf(after)).toContain("/accounts/connect");
  expect(verbsOf(after)).toEqual(["stop-bot analysisId=1", "start-bot analysisId=2"]);
});
