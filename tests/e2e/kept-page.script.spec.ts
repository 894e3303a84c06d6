// While the server can't be reached by any means the page stays, with what was typed; once it is back, all goes on.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import * as at from "./places";

const staleLine = "Not up to date: the server can't be reached";

test.beforeEach(({ complaints }) => complaints.allow(/net::ERR_|Failed to fetch|Failed to load resource/));

const cut = (page: Page) => page.route("**/*", (route) => route.abort());

test("a background reading that fails keeps the page, says so quietly, and the line goes when one succeeds", async ({
  page,
  arrive,
}) => {
  await arrive("alice");
  await page.goto("/generate");
  await at.settled(page);
  await at.topic(page).fill("keeping bees");
  await cut(page);
  await page.evaluate(() => window.dispatchEvent(new Event("twitter_account_changed")));
  const line = page.getByRole("status").filter({ hasText: staleLine });
  await expect(line).toContainText("加载Twitter账户时出错");
  await expect(at.topic(page)).toHaveValue("keeping bees");
  await page.unrouteAll();
  await expect(line).toHaveCount(0);
  await expect(at.topic(page)).toHaveValue("keeping bees");
});

test("links that lead nowhere leave the page, its address and the history as they are", async ({
  page,
  arrive,
  context,
}) => {
  await arrive("alice");
  await page.goto("/bot");
  await at.settled(page);
  await page.getByRole("link", { name: "Generate" }).click();
  await at.topic(page).fill("keeping bees");
  await page.waitForLoadState("networkidle");
  const [address, entries] = [page.url(), await page.evaluate(() => history.length)];
  await context.setOffline(true);
  for (const name of ["Timeline", "Strategy", "Bot", "Analyse"]) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("Network error. Please try again.");
    await expect(at.topic(page)).toHaveValue("keeping bees");
  }
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(at.topic(page)).toHaveValue("keeping bees");
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await context.setOffline(false);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Timeline" }).click();
  await expect(page.getByRole("heading", { name: "Twitter Publishing Timeline" })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Bot", exact: true })).toBeVisible();
});

test("what lies over the page can be closed while nothing answers", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/timeline?panel=sidebar");
  await at.settled(page);
  await cut(page);
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: staleLine })).toBeVisible();
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(page.getByRole("alert")).toContainText("网络错误，请重试");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
