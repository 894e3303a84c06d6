// The texts that are not sent, on their own page: what each row offers, its pages and searches, topics, and the bin.
import { expect } from "vitest";
import { days } from "~/ground/time/duration";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { makeBatch } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import { type Stage, test } from "../support/people";
import type { Page } from "../support/browse";
import { attributes, dialogOf, headings, links, offers, targets, the, told, words } from "../support/reading";
import { fallsDue, refused, write } from "../support/tweet-states";

/** One that failed, a batch of five from a day ago, and thirty of her own words, by their number. */
async function fill(stage: Stage): Promise<{ failed: number; batchId: string }> {
  const { app, alice, first } = stage;
  const failed = await write(stage, "It failed.", first.networkUserId);
  stage.network.faults.push(refused);
  await fallsDue(stage, failed);
  await sendDue(app);
  const batchId = (await makeBatch(app, alice, first, "bee keeping"))[0]?.batchId ?? "";
  stage.named[batchId] = "BATCH";
  app.clock.advance(days(1));
  for (let n = 1; n <= 30; n += 1) await write(stage, `Idea number ${n}`, null);
  return { failed, batchId };
}

/** A row of the list in lines: what it says, does and leads to. */
function rowsOf(page: Page) {
  return [...page.document.querySelectorAll("li.idea")].map((row) => {
    const id = row.id.replace("tweet-", "");
    const known = { [`tweetId=${id}`]: "IT", "account=REF-OF-ALICE-ONE": "as one" };
    const ticks = [...row.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
    const [first] = row.querySelectorAll(".idea__acts > form button");
    expect(told(first!), "its first button says as whom, and what").toMatch(/@alice_one: \S/);
    return {
      id: Number(id),
      says: words(row),
      offers: offers(row, known),
      links: links(row).map((href) => href.replace(new RegExp(`=${id}$`), "=IT")),
      ticks: ticks.map(
        (tick) => `${tick.name}=${tick.value === id ? "IT" : tick.value} of ${tick.getAttribute("form")}`,
      ),
    };
  });
}

const common = { ticks: ["tweetId=IT of chosen"] };
const own = {
  ...common,
  offers: ["add-to-timeline IT as one", "post-now IT as one", "ideas do=discard IT"],
  links: (at: string) => [`${at}tweet=IT`, `${at}edit=IT`, `${at}tweet=IT`],
};

/** The tabs over it: where they lead, which one is open, and how many each counts. */
const tabsOf = ({ document }: Page) =>
  [...document.querySelectorAll("main nav.tabs a")].map((tab) => [
    `${tab.getAttribute("href")}${tab.getAttribute("aria-current") === "true" ? " is open" : ""}`,
    Number(/\d+/.exec(words(tab))?.[0] ?? NaN),
  ]);
const searchOf = ({ document }: Page) => offers(the(document, "form[role=search]"))[0];
const mainLinks = ({ document }: Page) => links(the(document, ".page__head"));

test("every text that is not sent stands on its own page, with where it comes from", async ({ stage }) => {
  const { asAlice, asBob, guest } = stage;
  const nobodys = await guest.get("/ideas");
  expect(links(the(nobodys.document, "main"))).toEqual([
    ...["/generate", "/ideas?panel=login", "/ideas?panel=login", "/ideas?panel=register"],
  ]);
  expect(nobodys.document.querySelector("main form, li.idea")).toBeNull();
  const none = await asAlice.get("/ideas");
  expect(headings(none.document)).toEqual(["Ideas"]);
  expect(tabsOf(none)).toEqual([
    ["/ideas is open", 0],
    ["/ideas?view=topics", NaN],
    ["/ideas?state=bin", 0],
  ]);
  expect([mainLinks(none), links(the(none.document, ".empty"))]).toEqual([
    ["/generate", "/write?back=%2Fideas"],
    ["/generate"],
  ]);
  expect(offers(the(none.document, "main"))).toEqual(["q= account= state= topic="]);

  const { failed } = await fill(stage);
  const at = "/ideas?x=1&before=nonsense";
  const page = await asAlice.get(at);
  expect(tabsOf(page).map(([, count]) => count)).toEqual([36, NaN, 0]);
  expect(links(the(page.document, ".notice"))).toEqual(["/timeline?tweet=1"]);
  const rows = rowsOf(page);
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, n) => 36 - n));
  for (const { id, says, ...row } of rows) {
    expect(row).toEqual({ ...own, links: own.links(`${at}&`) });
    expect(says).toMatch(new RegExp(`^Idea number ${id - 6}\\b.*@alice_one 1[34] / 280 11:19`));
  }
  expect(attributes(page.document, "li.idea time", "datetime")[0]).toMatch(/^2026-11-20T10:19/);
  expect(targets(the(page.document, ".idea-list"))).toEqual([at]);
  const chosen = the(page.document, "form#chosen");
  expect([links(chosen), attributes(chosen, "[name=do]", "value"), targets(chosen.parentElement!)[0]]).toEqual([
    ...[[`${at}&all=1`], ["schedule", "discard"], at],
  ]);
  expect(attributes(chosen, "input", "value")).toEqual(["ideas"]);

  const [turned = ""] = links(the(page.document, "nav.pager"));
  expect(turned).toBe("/ideas?x=1&before=7");
  const older = await asAlice.get(turned);
  expect(links(the(older.document, "nav.pager"))).toEqual(["/ideas?x=1"]);
  const earlier = rowsOf(older);
  expect(earlier.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, failed]);
  for (const { id, says, ...row } of earlier.filter((one) => one.id !== failed)) {
    const [open = "", ...others] = own.links(`${turned}&`);
    expect(row, String(id)).toEqual({ ...own, links: [open, "/generate?batch=BATCH", ...others] });
    expect(says).toMatch(/bee keeping.*@alice_one \d+ \/ 280/);
  }
  expect(earlier.at(-1)).toEqual({
    ...{ id: failed, says: expect.stringMatching(/^It failed\..*You may not\..*@alice_one/), ...common },
    offers: ["post-now IT as one", "add-to-timeline IT as one", "ideas do=discard IT"],
    links: [`${turned}&tweet=IT`, `${turned}&tweet=IT`],
  });
  expect((await asBob.get("/ideas")).document.querySelector("li.idea")).toBeNull();
  const waiting = [...(await asAlice.get("/timeline")).document.querySelectorAll("main p:has(a[href='/ideas'])")];
  expect(waiting.map(words)).toEqual([expect.stringMatching(/^36 /)]);
});

test("ideas are searched, and so are topics, each by a form that keeps what was asked", async ({ stage }) => {
  const { asAlice } = stage;
  await fill(stage);
  const found = await asAlice.get("/ideas?q=NUMBER+7");
  expect(searchOf(found)).toBe("q=NUMBER 7 account= state= topic=");
  const form = the(found.document, "form[role=search]");
  expect([form.getAttribute("action"), form.getAttribute("method")]).toEqual(["/ideas", "get"]);
  expect(["account", "state", "topic"].map((name) => attributes(form, `[name=${name}] option`, "value"))).toEqual([
    ...[
      ["", "REF-OF-ALICE-TWO", "REF-OF-ALICE-ONE"],
      ["", "open", "failed"],
      ["", "BATCH"],
    ],
  ]);
  expect(rowsOf(found).map(({ says }) => /number (\d+)/.exec(says)?.[1])).toEqual(["27", "17", "7"]);
  expect(rowsOf(found)[0]?.links).toEqual(own.links("/ideas?q=NUMBER+7&"));
  const nothing = await asAlice.get("/ideas?q=otters&state=failed");
  expect(words(the(nothing.document, ".empty"))).toContain("otters");
  expect(links(the(nothing.document, ".empty"))).toEqual(["/ideas"]);
  expect(searchOf(nothing)).toBe("q=otters account= state=failed topic=");

  const topics = await asAlice.get("/ideas?view=topics");
  expect(tabsOf(topics)[1]?.[0]).toBe("/ideas?view=topics is open");
  expect(searchOf(topics)).toBe("view=topics q=");
  const topic = the(topics.document, "li.topic-row");
  expect(links(topic)).toEqual(["/generate?batch=BATCH", "/ideas?topic=BATCH", "/generate?topic=bee+keeping"]);
  expect(words(topic)).toMatch(/^bee keeping 5 tweets.*5 drafts @alice_one Yesterday, 11:19/);
  expect(told(topic.querySelectorAll("a")[1]!), "the links of a topic say of which").toBe("bee keeping");
});

test("the bin keeps what was discarded, asks before it is emptied, and opens a tweet with one way out", async ({
  stage,
}) => {
  const { app, alice, asAlice, asBob } = stage;
  const { failed } = await fill(stage);
  const path = "/ideas?state=bin";
  const empty = await asAlice.get(path);
  expect(tabsOf(empty)[2]).toEqual([`${path} is open`, 0]);
  expect(empty.document.querySelector(".idea, .bulk")).toBeNull();
  expect(the(empty.document, ".empty")).toBeDefined();
  await moveToTrash(app, { userId: alice.user.id, tweetId: failed });

  const trash = await asAlice.get(path);
  expect(tabsOf(trash).map(([, count]) => count)).toEqual([35, NaN, 1]);
  expect(searchOf(trash)).toBe("state=bin q= account=");
  expect(links(the(trash.document, ".bulk"))).toEqual([`${path}&ask=empty`]);
  const row = the(trash.document, "li.idea");
  expect(words(row)).toMatch(/^It failed\..*today, 11:19 @alice_one 10 \/ 280.*Sun, Dec 20/);
  expect([offers(row), targets(row), links(row)]).toEqual([
    ...[[`ideas do=restore tweetId=${failed}`], [path], [`${path}&ask=${failed}`]],
  ]);
  const question = dialogOf(await asAlice.get(`${path}&ask=empty`));
  expect([offers(question), targets(question), [...new Set(links(question))]]).toEqual([
    ...[["ideas do=empty"], [`${path}&ask=empty`], [path]],
  ]);
  const opened = dialogOf(await asAlice.get(`${path}&tweet=${failed}`));
  expect([offers(opened), targets(opened), links(opened)]).toEqual([
    ...[[`ideas do=restore tweetId=${failed}`], [`${path}&tweet=${failed}`], [path]],
  ]);
  expect(words(opened)).toMatch(/@alice_one.*It failed\..*You may not\./);
  expect((await asBob.get(`${path}&tweet=${failed}`)).html).not.toContain("It failed.");
});
