// The timeline's list and a slot's window where there is more than a page shows: so many rows, and the ways to the others.
import { expect } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import type { Page } from "../support/browse";
import { type Stage, test } from "../support/people";
import { attributes, dialogOf, links, the, words } from "../support/reading";

/** So many of the account that is not the default, from two days ahead on. */
async function fill({ app, alice, second }: Stage, count: number, every: number): Promise<void> {
  const ask = { userId: alice.user.id, account: second.networkUserId };
  for (let n = 0; n < count; n += 1) {
    const { id: tweetId } = await writeTweet(app, { ...ask, content: `Tern ${n}` });
    await scheduleAt(app, { ...ask, tweetId, executeAt: app.clock.now() + days(2) + n * every });
  }
}

/** As her browser asks; in what it shows the account's id has a name of its own. */
const get = ({ asAlice, second }: Stage, path: string) =>
  asAlice.get(path.replace("REF-OF-ALICE-TWO", second.networkUserId));
const rowsOf = (page: Page) => [...page.document.querySelectorAll(".queued__words [id]")].map(words);
const pagers = (page: Page) => [...page.document.querySelectorAll(".pager")].map(links);
const terns = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `Tern ${from + n}`);
const after = (page: Page) => /after=(\d+-\d+)/.exec(pagers(page)[0]?.at(-1) ?? "")?.[1];

test("the list shows fifty of what is coming and leads on, with the rest of the address kept", async ({ stage }) => {
  await fill(stage, 101, hours(1));
  const at = "/timeline?view=list&account=REF-OF-ALICE-TWO&before=1-1";
  const one = await get(stage, at);
  expect(rowsOf(one)).toEqual(terns(0, 50));
  const first = after(one);
  expect(pagers(one)[0]).toEqual([`${at}&after=${first}#coming`]);
  const two = await get(stage, `${at}&after=${first}`);
  expect(rowsOf(two)).toEqual(terns(50, 100));
  expect(pagers(two)[0]).toEqual([`${at}#coming`, `${at}&after=${after(two)}#coming`]);
  const three = await get(stage, `${at}&after=${after(two)}`);
  expect(rowsOf(three)).toEqual(terns(100, 101));
  expect(pagers(three)[0]).toEqual([`${at}#coming`]);
  for (const page of [one, two, three]) expect(attributes(page.document, "#coming", "class")).toEqual(["week__range"]);
  const ways = links(the(three.document, ".row--spread"));
  for (const way of [...ways, ...links(the(three.document, ".week__bar"))]) expect(way).not.toMatch(/after|before/);

  // A place is of no account: it shows nobody another's.
  expect(rowsOf(await stage.asBob.get(`/timeline?view=list&after=${first}`))).toEqual([]);
  expect(rowsOf(await get(stage, "/timeline?view=list&account=REF-OF-ALICE-TWO&after=x"))).toEqual(terns(0, 50));
});

test("the window of a tweet of many events shows the last hundred, and tells how many there are", async ({ stage }) => {
  await fill(stage, 1, 0);
  const { id } = await stage.app.db.selectFrom("tweets").select("id").executeTakeFirstOrThrow();
  const events = Array.from({ length: 150 }, (_, n) => ({
    tweet_id: id,
    at: n,
    kind: "edited" as const,
    detail: null,
  }));
  await stage.app.db.insertInto("tweet_events").values(events).execute();
  const window = dialogOf(await get(stage, `/timeline?account=REF-OF-ALICE-TWO&tweet=${id}`));
  expect(window.querySelectorAll(".journal__line")).toHaveLength(100);
  const fold = the(window, ".fold:has(.journal)");
  expect(words(fold)).toMatch(/15\d events.*the latest 100 events\./);
});

test("a slot of many tweets tells how many, shows the first ones, and leads to all in the list", async ({ stage }) => {
  await fill(stage, 60, minutes(1));
  const at = "/timeline?account=REF-OF-ALICE-TWO";
  const grid = await get(stage, at);
  const slots = attributes(grid.document, "a.stack", "href");
  expect(slots).toHaveLength(1);
  expect(words(the(grid.document, "a.stack"))).toMatch(/^60 tweets:.*60$/);
  expect(grid.document.querySelectorAll(".stack__row")).toHaveLength(2);
  const sent = JSON.stringify(grid.document.documentElement.outerHTML).match(/Tern \d+/g) ?? [];
  expect(new Set(sent).size, "the page carries no more of them than it may show").toBeLessThanOrEqual(5);

  const opened = dialogOf(await get(stage, slots[0]!));
  expect(words(the(opened, "h2"))).toContain("60 tweets");
  expect(opened.querySelectorAll("li")).toHaveLength(50);
  const all = links(opened).at(-1)!;
  expect(all).toMatch(/^\/timeline\?account=REF-OF-ALICE-TWO&view=list&after=\d+-0&before=\d+-0$/);
  expect(rowsOf(await get(stage, all))).toEqual(terns(0, 50));
});
