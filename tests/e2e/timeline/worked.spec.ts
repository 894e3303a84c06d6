// What worked, with and without a script: from a post to its figures, its window, the download, and what is chosen.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Sqlite3 } from "../../../db/sqlite/driver.server";
import type { Visitor } from "../../support/people/browser";
import { insertResults } from "../../support/results";
import type { BuiltServer } from "../../support/server";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const write = async (visitor: Visitor, words: string): Promise<number> => {
  const { body } = await visitor.call<{ data: { id: number } }>("POST", "/api/questions/tweet", {
    tweet_content: words,
  });
  return body.data.id;
};
const save = async (page: Page, level: RegExp) => {
  await page.getByRole("radio", { name: level }).check();
  await page.getByRole("button", { name: "Save" }).click();
};

test("a post is read by one press, once it was switched on with its price in sight, and its figures can be downloaded", async ({
  page,
  arrive,
  script,
}) => {
  const { visitor, handle } = await arrive("alice");
  const id = await write(visitor, "What a hive costs, with every receipt");
  await visitor.call("POST", `/api/questions/publish-now/${id}`, {});
  await page.goto("/timeline");
  await page.getByRole("main").getByRole("link", { name: "Insights" }).click();
  await expect(page.getByRole("heading", { name: "Insights", level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("No metrics yet");
  await expect(page.getByRole("main")).toContainText("Turn metrics on: $0.010 per tweet.");
  await page.getByRole("link", { name: "View prices" }).click();
  await expect(page.getByRole("radio", { name: /^Light \$0\.010 per tweet/ })).toBeInViewport();
  await expect(page.getByRole("radio", { name: /Full \$0\.025 per tweet .* Costs more than posting/ })).toBeVisible();
  await save(page, /^Light/);
  await expect(page.getByText("Saved. Linnet fetches metrics after 24 hours and 7 days.").first()).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Light/ })).toBeChecked();

  await page.goto(`/timeline?tweet=${id}`);
  await page.getByRole("dialog").getByRole("link", { name: "View performance" }).click();
  const window = at.dialog(page, "Tweet performance");
  await expect(window).toContainText("What a hive costs, with every receipt");
  await expect(window).toContainText("$0.005 (free in the sandbox)");
  await window.getByRole("button", { name: "Refresh metrics" }).click();
  await expect(page.getByText("Metrics refreshed. Nothing was charged.").first()).toBeVisible();
  await expect(
    window.getByRole("img", { name: /^[\d,]+ views? as of today.*Sample data \(sandbox\)\.$/ }),
  ).toBeVisible();
  await window.getByText("View as table").click();
  await expect(window.getByRole("row", { name: /^Likes \d+$/ })).toBeVisible();
  if (script) await expect(window.getByRole("button", { name: "Refresh metrics" })).toBeVisible();
  await window.getByRole("link", { name: "Close" }).click();
  await expect(window).toHaveCount(0);

  const list = page.getByRole("table", { name: "Performance of each tweet" });
  await expect(list.getByRole("row", { name: /What a hive costs/ })).toContainText("Sample data (sandbox)");
  await expect(page.getByRole("main")).toContainText("0 of 20 tweets measured. Not enough to compare yet.");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^linnet-results-${handle}-.*\\.csv$`));
  const rows = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatch(/"hand".*"sample data \(sandbox\)","What a hive costs, with every receipt"$/);
});

function fill(server: BuiltServer, userId: string): void {
  const db = new Sqlite3(join(server.dataDir, "linnet.db"));
  db.pragma("busy_timeout = 5000");
  const { id: accountId } = db.prepare("select id from accounts where user_id = ?").get(userId) as { id: number };
  db.transaction(() => insertResults(db, { userId, accountId }))();
  db.close();
}

test("what was read is compared: pictures with tables, an order, pages, and hours without what a person chose", async ({
  page,
  arrive,
  server,
  script,
}) => {
  const { visitor } = await arrive("alice");
  fill(server, visitor.userId);
  await page.goto("/worked?period=90");
  // Once the browser has told its zone, the hours are counted anew: between the two some cells are of each.
  if (script) await at.done(page);
  const main = page.getByRole("main");
  await expect(main).not.toContainText("Not enough to compare");
  await expect(
    page.getByRole("img", { name: /^Engagements per 1,000 views of 90 tweets from the last 90 days: / }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Top three so far" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("region", { name: "Bottom three so far" }).getByRole("listitem")).toHaveCount(3);
  const hours = page.getByRole("region", { name: "Hours" });
  await expect(hours).toContainText("With 60 tweets, Linnet can spot about 1 in 7 hours that get twice the views.");
  await expect(hours.getByRole("columnheader")).toHaveText(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
  const count = async () =>
    (await hours.locator(".heat tbody td").allInnerTexts()).reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
  expect(await count()).toBe(90);
  await hours.getByRole("link", { name: "Exclude times you picked" }).click();
  await expect(hours.getByRole("link", { name: "Include times you picked" })).toBeVisible();
  expect(await count()).toBe(75);
  await expect(page).toHaveURL(/period=90&chosen=off$/);

  const tweets = page.getByRole("region", { name: "Tweets", exact: true });
  await tweets.getByRole("link", { name: "Engagement", exact: true }).click();
  await expect(tweets.getByRole("columnheader", { name: /^Engagement/ })).toHaveAttribute("aria-sort", "descending");
  const rates = (await tweets.locator("tbody td:nth-child(2)").allInnerTexts()).map(Number.parseFloat);
  expect(rates).toHaveLength(30);
  expect(rates).toEqual(rates.toSorted((one, other) => other - one));
  await tweets.getByRole("link", { name: "Next" }).click();
  await expect(tweets).toContainText("Page 2 of 3");
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "30 days" }).click();
  await expect(page).toHaveURL(/period=30/);
  await expect(page).not.toHaveURL(/page=/);
  await tweets.locator("tbody").getByRole("link").first().click();
  await expect(at.dialog(page, "Tweet performance").getByRole("img")).toBeVisible();
});

test("axe finds nothing on the page with all its pictures, its tables open, nor in the window", async ({
  page,
  arrive,
  server,
  script,
}) => {
  test.skip(!script);
  const { visitor } = await arrive("alice");
  fill(server, visitor.userId);
  const faults: string[] = [];
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/worked?period=90&sort=seen");
    for (const fold of await page.getByText("View as table").all()) await fold.click();
    faults.push(...(await faultsOf(page, `/worked, ${width} px`)));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.locator(".tweet-figures a").first().click();
    await at.dialog(page, "Tweet performance").getByText("View as table").click();
    faults.push(...(await faultsOf(page, `the window, ${width} px`)));
  }
  expect(faults).toEqual([]);
});

test("what is refused is said where it was pressed, and nothing is read", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice");
  const id = await write(visitor, "No metrics yet");
  await visitor.call("POST", `/api/questions/publish-now/${id}`, {});
  await page.goto("/worked");
  await save(page, /^Full/);
  await expect(page.getByText("Saved. Linnet fetches metrics 5 times per tweet.").first()).toBeVisible();
  await page.goto(`/worked?tweet=${id}`);
  if (script) await at.done(page);
  // In another tab it was switched off meanwhile.
  await visitor.post("/worked", { intent: "worked", do: "save", level: "off" });
  const window = at.dialog(page, "Tweet performance");
  await window.getByRole("button", { name: "Refresh metrics" }).click();
  await expect(window.getByRole("alert")).toContainText("Metrics are off");
});

test("without a tweet of one's own a sample is shown, marked on every card, and one's own is a click away", async ({
  page,
  arrive,
  script,
}) => {
  await arrive("alice");
  await page.goto("/worked");
  const main = page.getByRole("main");
  await expect(main).toContainText("60 made-up tweets show how this page looks after about 2 months.");
  const cards = main.locator(".card, .figure");
  for (const card of await cards.all()) await expect(card).toContainText("Sample data.");
  if (script) expect(await faultsOf(page, "the sample of Insights")).toEqual([]);
  await main.getByRole("table", { name: "Performance of each tweet" }).getByRole("link").first().click();
  await expect(at.dialog(page, "Tweet performance")).toContainText("Sample data.");
  await at.dialog(page, "Tweet performance").getByRole("link", { name: "Close" }).click();
  await main.getByRole("link", { name: "Show mine" }).click();
  await expect(main).toContainText("No metrics yet");
});
