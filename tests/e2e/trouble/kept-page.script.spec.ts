// While the server can't be reached by any means the page stays, with what was typed; once it is back, all goes on.
import type { Locator, Page } from "@playwright/test";
import { type Visitor, writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const staleLine = "Can’t reach the server. This page may be out of date.";

test.beforeEach(({ complaints }) => complaints.allow(/net::ERR_|Failed to fetch|Failed to load resource/));

/** The window in which a tweet of hers is edited. */
async function editing(page: Page, visitor: Visitor): Promise<Locator> {
  const { tweets } = await writeTweets(visitor, "keeping bees");
  await page.goto(`/timeline?tweet=${tweets[0]?.id}&edit=1`);
  await at.done(page);
  return at.dialog(page, "Edit tweet");
}

const cut = (page: Page) => page.route("**/*", (route) => route.abort());

test("a background reading that fails keeps the page, says so quietly, and the line goes when one succeeds", async ({
  page,
  arrive,
}) => {
  await arrive("alice");
  await page.goto("/generate");
  await at.done(page);
  await at.topic(page).fill("keeping bees");
  await cut(page);
  await page.evaluate(() => window.dispatchEvent(new Event("twitter_account_changed")));
  const line = page.getByRole("status").filter({ hasText: staleLine });
  await expect(line).toContainText("加载Twitter账户时出错");
  await expect(at.topic(page)).toHaveValue("keeping bees");
  await page.unrouteAll();
  await expect(line).toHaveCount(0);
  await expect(at.topic(page)).toHaveValue("keeping bees");
  // The next reading that fails is none of the accounts.
  await cut(page);
  await page.evaluate(() => window.dispatchEvent(new StorageEvent("storage", { key: "linnet_publish_tasks" })));
  await expect(line).toBeVisible();
  await expect(line).not.toContainText("加载");
});

test("words that could not be saved are not closed without a question", async ({ page, arrive }) => {
  const box = await editing(page, (await arrive("alice")).visitor);
  await box.getByRole("textbox").fill("Words that nobody has kept yet");
  await cut(page);
  await box.getByRole("button", { name: "Save" }).click();
  await expect(box).toContainText("Network error. Please try again.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toContainText("You have unsaved changes");
});

test("what a form came to is told though the page is read anew in the same moment", async ({ page, arrive }) => {
  const box = await editing(page, (await arrive("alice")).visitor);
  await cut(page);
  for (const words of ["Words that nobody has kept yet", "Others", "And others again"]) {
    await box.getByRole("textbox").fill(words);
    await box.getByRole("button", { name: "Save" }).evaluate((button: HTMLButtonElement) => {
      button.click();
      window.dispatchEvent(new Event("twitter_account_changed"));
    });
    await expect(page.getByText("Can’t reach the server. This page may be out of date.").first()).toBeVisible();
    await expect(box).toContainText("Network error. Please try again.");
  }
});

test("what a form came to stays though it came before the page, which is read once more", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const words = { tweet_content: "A post to take as a sample." };
  const { body } = await visitor.call<{ data: { id: number } }>("POST", "/api/questions/tweet", words);
  await visitor.call("POST", `/api/questions/publish-now/${body.data.id}`);
  await page.goto("/settings/voice");
  await at.done(page);
  const release = await at.hold(page, "GET", "**/settings/voice.data*");
  await page.getByRole("button", { name: "Import my last 50 posts (free)" }).click();
  const posts = page.getByRole("group", { name: /^Select the posts/ });
  await expect(posts).toBeVisible();
  release();
  await at.done(page);
  const reading = page.waitForResponse("**/settings/voice.data*");
  await page.evaluate(() => window.dispatchEvent(new Event("twitter_account_changed")));
  await reading;
  await at.done(page);
  await expect(posts).toBeVisible();
});

test("links that lead nowhere leave the page, its address and the history as they are", async ({
  page,
  arrive,
  context,
  complaints,
}) => {
  // Remix now and then tells in the console that it broke off a way itself.
  complaints.allow(/AbortError: signal is aborted without reason/);
  await arrive("alice");
  await page.goto("/bot");
  await at.done(page);
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
  await at.done(page);
  await cut(page);
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: staleLine })).toBeVisible();
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(page.getByRole("alert")).toContainText("网络错误，请重试");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("linking that can't be begun for want of the server says so, and the page stays", async ({ page, arrive }) => {
  await arrive("alice", { linked: false });
  await page.goto("/generate");
  await at.done(page);
  await at.topic(page).fill("keeping bees");
  await cut(page);
  await page.getByRole("link", { name: "Connect a new account" }).click();
  await expect(page.getByRole("alert")).toContainText("启动Twitter授权失败");
  await expect(at.topic(page)).toHaveValue("keeping bees");
  await page.unrouteAll();
  await page.getByRole("link", { name: "Connect a new account" }).click();
  await expect(page.getByLabel("Handle")).toBeVisible();
});

test("an account that can't be taken off for want of the server says so in the question itself", async ({
  page,
  arrive,
}) => {
  const { handle } = await arrive("alice");
  await page.goto("/generate?panel=sidebar");
  await at.done(page);
  await page
    .getByRole("dialog")
    .getByRole("link", { name: `Delete @${handle}` })
    .click();
  const question = at.dialog(page, `@${handle}`);
  await expect(question).toBeVisible();
  await cut(page);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByRole("alert")).toContainText("网络错误，请重试");
  await question.getByRole("link", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
});

test("tweets asked for without a task's id in the answer are asked for again", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/generate");
  await at.done(page);
  await at.topic(page).fill("keeping bees");
  // Another form's answer: all is well, and nothing of a task.
  await page.route("**/generate.data*", (route) =>
    route.request().method() === "POST"
      ? route.continue({ postData: "intent=set-theme&theme=system" })
      : route.continue(),
  );
  await at.create(page).click();
  await expect(at.topic(page)).toHaveAccessibleDescription(/服务器未返回任务ID，请重试/);
  await expect(at.topic(page)).toHaveValue("keeping bees");
  await page.unrouteAll();
  await at.create(page).click();
  await expect(page.getByRole("heading", { name: "Generated Tweets (5)" })).toBeVisible();
});
