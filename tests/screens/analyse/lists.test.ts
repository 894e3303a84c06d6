// The two lists of bots under an analysis: which are in them, what each offers, page by page, and nobody else's.
import { expect } from "vitest";
import { botMessages } from "~/ground/messages";
import { stopBot } from "~/features/bots/bots.server";
import { sailing, sectionOf, start, tea, writeDue } from "../bot/bots";
import { type Stage, test } from "../support/people";
import { linksOf, placeOf, placesOf, told, verbsOf, wordsOf } from "../support/seen";

const path = "/product-analyse?analysis=1";
const runs = {
  links: ["/product-analyse?analysis=2"],
  verbs: ["stop-bot analysisId=2"],
  says: ["Running", "@alice_one"],
};
const stopped = {
  ...{ links: [path], verbs: ["start-bot analysisId=1"], says: ["Stopped", "6.0 · Thu, Nov 19"] },
};

async function listsOn(who: Stage["guest"], at: string) {
  const page = await who.get(at);
  return ["Active Bot Status", "All Bot History"].map((title) => {
    const list = sectionOf(page, title);
    const rows = list && placesOf(page, `section[aria-labelledby=${list.getAttribute("aria-labelledby")}] li`);
    const bots = rows?.map((row) => ({ links: linksOf(row), verbs: verbsOf(row), says: wordsOf(row, "div > span") }));
    return list && { bots, counted: /\((\d+)\)/.exec(list.textContent)?.[1], close: linksOf(list)[0] };
  });
}

test("the lists of bots are open where they were opened, each closes alone, and they are nobody else's", async ({
  stage,
}) => {
  const { app, alice, first, asAlice, asBob } = stage;
  await start(stage, sailing);
  await start(stage, tea, { as: first });
  await stopBot(app, alice.user.id, 1);
  await writeDue(stage);
  const active = (close: string) => ({ bots: [runs], counted: "1", close });
  const history = (close: string) => ({ bots: [runs, stopped], counted: "2", close });
  for (const [query, ...lists] of [
    ["&active=1", active(path), null],
    ["&history=1", null, history(path)],
    ["&active=1&history=1&did=started", active(`${path}&history=1`), history(`${path}&active=1`)],
    ["&active=2", null, null],
    ["&history=1&from=x", null, history(path)],
  ] as const) {
    expect({ query, lists: await listsOn(asAlice, `${path}${query}`) }).toEqual({ query, lists });
  }
  for (const [query, active, history] of [
    ["&active=1", "&active=1", "&active=1&history=1"],
    ["&history=1", "&history=1&active=1", "&history=1"],
    ["&active=1&history=1&did=started", "&active=1&history=1", "&active=1&history=1"],
    ["&active=2", "&active=1", "&active=2&history=1"],
  ] as const) {
    const control = sectionOf(await asAlice.get(`${path}${query}`), "Bot Control");
    expect(control && linksOf(control)).toEqual([`${path}${active}#active-bots`, `${path}${history}#all-bots`]);
  }
  const page = await asAlice.get(`${path}&active=1&history=1`);
  for (const id of ["active-bots", "all-bots"]) expect(placeOf(page, `#${id}`).getAttribute("tabindex")).toBe("-1");
  const [ofTea] = placesOf(page, "section[aria-labelledby=active-bots] li");
  expect(ofTea && wordsOf(ofTea, "a")).toEqual([tea]);
  expect(ofTea?.querySelectorAll("time").length).toBe(1);
  const sample = "/product-analyse?test=1";
  const none = (close: string) => ({ bots: [], counted: "0", close });
  expect(await listsOn(asBob, `${sample}&active=1&history=1`)).toEqual([
    ...[none(`${sample}&history=1`), none(`${sample}&active=1`)],
  ]);
});

test("the history of bots goes fifty a page, and what can't be read is told in its place", async ({ stage }) => {
  const { app, asAlice } = stage;
  await start(stage, sailing);
  const row = await app.db.selectFrom("analyses").selectAll().executeTakeFirstOrThrow();
  const { id: _, ...copy } = row;
  const copies = Array.from({ length: 104 }, (_, n) => ({ ...copy, content: `copy ${n}` }));
  await app.db.insertInto("analyses").values(copies).execute();
  const at = `${path}&history=1`;
  for (const [from, count, pages] of [
    ["0", 50, [`${at}&from=50`]],
    ["50", 50, [at, `${at}&from=100`]],
    ["100", 5, [`${at}&from=50`]],
    ["20", 50, [at, `${at}&from=70`]],
  ] as const) {
    const list = sectionOf(await asAlice.get(`${at}&from=${from}`), "All Bot History");
    const shown = list && { from, count: list.querySelectorAll("li").length, close: linksOf(list)[0] };
    expect(shown).toEqual({ from, count, close: path });
    expect(list && linksOf(list).filter((href) => href.startsWith(at))).toEqual(pages);
  }
  await start(stage, tea);
  await app.db.updateTable("analyses").set({ tags: "not JSON" }).where("id", "!=", 1).execute();
  for (const [query, message] of [
    ["&history=1", botMessages.all],
    ["&active=1", botMessages.active],
  ] as const) {
    const page = await asAlice.get(`${path}${query}`);
    expect(told(placeOf(page, "main"), "alert")).toEqual([message]);
    expect([...(await listsOn(asAlice, `${path}${query}`)), verbsOf(placeOf(page, "main")).length]).toEqual([
      null,
      null,
      4,
    ]);
  }
});
