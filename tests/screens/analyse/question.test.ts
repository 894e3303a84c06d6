// The question of /product-analyse: what it asks of a guest and of a person, what it keeps, and what was asked before.
import { expect } from "vitest";
import { callMessages } from "~/ground/messages";
import { hours } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import { ask } from "~tests/support/document";
import { sailing, sectionOf, tea } from "../bot/bots";
import { type Stage, test } from "../support/people";
import { focusIn, linksOf, placeOf, placesOf, refusedIn, sentTo, told, verbsOf, wordsOf } from "../support/seen";

const path = "/product-analyse";
const examples = ["saas", "shop", "app", "service"].map((name) => `${path}?example=${name}`);
const ways = [`${path}?panel=login`, `${path}?panel=register`];
const contentIn = async (who: Stage["guest"], at: string) => {
  const page = await who.get(at);
  expect([page.status, page.title, wordsOf(placeOf(page), "h1")]).toEqual([200, "Analyse · Linnet", ["Analysis Tool"]]);
  return placeOf(page, "main textarea").textContent;
};

test("the question about a product, to a guest and to who has asked before", async ({ stage }) => {
  const { app, alice, asAlice, asBob, guest } = stage;
  for (let n = 1; n <= 6; n += 1) {
    await analyse(app, alice.user.id, `${n}. ${sailing}`);
    app.clock.advance(hours(9));
  }
  const failed = app.db
    .updateTable("analyses")
    .set({ state: "failed", error: "Ill.", quality_tenths: null, summary: "" });
  await failed.where("id", "=", 5).execute();
  const recent = [6, 5, 4, 3, 2].map((id) => `${path}?analysis=${id}`);
  for (const [who, links] of [
    [guest, [`${path}?test=1`, ...ways, ...examples]],
    [asBob, [`${path}?test=1`, ...examples]],
    [asAlice, [`${path}?test=1`, ...examples, `${recent[0]}&history=1`, ...recent]],
  ] as const) {
    const page = await who.get(path);
    const main = placeOf(page, "main");
    expect([linksOf(main), verbsOf(main), sentTo(main)]).toEqual([links, ["analyse content="], [path]]);
    // The keywords and the choice of what to analyse are in no form that is sent.
    expect(placesOf(page, "main form [name]").map((field) => field.getAttribute("name"))).toEqual([
      "intent",
      "content",
    ]);
    const modes = placesOf(page, "[role=radiogroup] input[name=mode]");
    expect(modes.map((mode) => [mode.getAttribute("value"), mode.hasAttribute("checked")])).toEqual([
      ...[
        ["Product Description", true],
        ["My Tweets data", false],
        ["Other Accounts", false],
      ],
    ]);
    expect(page.html.includes("sailing schools. Unlike")).toBe(who === asAlice);
  }
  const hers = await asAlice.get(path);
  expect(placesOf(hers, "main li time").map(({ textContent }) => textContent)).toEqual([
    ...["Today", "Yesterday", "Yesterday", "Yesterday", "Thu, Nov 19"],
  ]);
  const scores = placesOf(hers, "main li a").map(({ textContent }) => /\d\.\d \/ 10|no score/.exec(textContent)?.[0]);
  expect(scores).toEqual(["4.8 / 10", "no score", "4.8 / 10", "4.8 / 10", "4.8 / 10"]);
  // A summary is cut to 100 characters.
  expect(placesOf(hers, "main li strong").map(({ textContent }) => textContent)).toEqual(
    [6, 5, 4, 3, 2].map((n) => `${n}. ${sailing}`.slice(0, 100).trim() + "…"),
  );
});

test("the words of the question are those of the specification, and an example fills it", async ({ stage }) => {
  const { asBob } = stage;
  const page = await asBob.get(path);
  const main = ask(page.html, "main");
  const names = ["SaaS Platform", "E-commerce Store", "Mobile App", "Service Business"];
  const hrefs = names.map((name) => main.getByRole("link", { name }).getAttribute("href"));
  expect(hrefs).toEqual(examples);
  expect(main.getByRole("button", { name: "Analyse Product" }).getAttribute("form")).toBe(
    placeOf(page, "main form").getAttribute("id"),
  );
  expect(main.getByLabelText(/^Additional Keywords/).hasAttribute("name")).toBe(false);
  const filled = await Promise.all(examples.map((at) => contentIn(asBob, at)));
  expect(new Set(filled).size).toBe(4);
  for (const content of filled) expect(content.length).toBeGreaterThan(100);
  for (const query of ["?example=nonsense", "?example=tea", "?test=2"])
    expect(await contentIn(asBob, `${path}${query}`)).toBe("");
});

test("an analysis of somebody else's, or none, is not shown, and a guest is asked to sign in", async ({ stage }) => {
  const { app, alice, asAlice, asBob, guest } = stage;
  const { id } = await analyse(app, alice.user.id, sailing);
  for (const [who, query, alert] of [
    [guest, id, /Sign in/],
    [asBob, id, /^This analysis doesn’t exist.$/],
    [asAlice, "x", /^This analysis doesn’t exist.$/],
    [asAlice, 999, /^This analysis doesn’t exist.$/],
  ] as const) {
    const at = `${path}?analysis=${query}`;
    const page = await who.get(at);
    expect(await contentIn(who, at)).toBe("");
    const main = placeOf(page, "main");
    expect(told(main, "alert")).toEqual([expect.stringMatching(alert)]);
    expect([verbsOf(main), sentTo(main)]).toEqual([["analyse content="], [at]]);
    expect(linksOf(main)).toEqual(
      who === guest
        ? expect.arrayContaining([`${at}&panel=login`, `${at}&panel=register`])
        : expect.not.arrayContaining([`${at}&panel=login`]),
    );
    if (who !== asAlice) expect(page.html).not.toContain(sailing);
  }
});

test("a question that is refused keeps its words and says why, and one that is asked leads to its answer", async ({
  stage,
}) => {
  const { asAlice, guest } = stage;
  const at = `${path}?x=1`;
  for (const [content, why] of [
    ["", /Describe the product/],
    ["x".repeat(9_999), /5,000/],
  ] as const) {
    const page = await asAlice.post(at, { intent: "analyse", content });
    const main = placeOf(page, "main");
    expect([page.status, verbsOf(main), sentTo(main)]).toEqual([422, [`analyse content=${content}`], [at]]);
    expect([refusedIn(main), focusIn(main)]).toEqual([{ content: expect.stringMatching(why) }, "content"]);
    expect(told(main, "alert")).toHaveLength(1);
  }
  const byGuest = await guest.post(at, { intent: "analyse", content: tea });
  const kept = placeOf(byGuest, "main");
  expect([byGuest.status, told(kept, "alert"), verbsOf(kept)]).toEqual([
    ...[401, [callMessages.notSignedIn], [`analyse content=${tea}`]],
  ]);
  expect(linksOf(kept)).toEqual(expect.arrayContaining([`${at}&panel=login`, `${at}&panel=register`]));
  for (const content of ["short", `${tea}\r\nTwice.`]) {
    const done = await asAlice.post(at, { intent: "analyse", content });
    expect(done.status).toBe(303);
    expect(done.to).toMatch(/^\/product-analyse\?analysis=\d+$/);
    const answer = await asAlice.get(done.to ?? "");
    expect(wordsOf(placeOf(answer), "[aria-live=polite]").join(""), "what the page shows is no toast").toBe("");
    expect(placeOf(answer, "main").textContent).toMatch(/\d\.\d/);
    expect(placesOf(answer, "main details p").map(({ textContent }) => textContent)).toEqual([
      content.replace("\r\n", "\n"),
    ]);
    expect(sectionOf(answer, "Bot Control")).not.toBeNull();
  }
});
