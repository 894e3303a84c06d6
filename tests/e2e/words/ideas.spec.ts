// Every text that is not sent, on its own page: pages turned, discarded and brought back, with and without a script.
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("all that is not sent is found by turning pages, and opens where it stands", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  for (let n = 1; n <= 33; n += 1)
    await visitor.call("POST", "/api/questions/tweet", { tweet_content: `Idea number ${n}` });
  await writeTweets(visitor, "keeping bees");
  await page.goto("/timeline");
  await expect(page.getByRole("main")).toContainText("38 drafts not scheduled.");
  await page.getByRole("link", { name: "View drafts" }).click();
  const ideas = page.getByRole("region", { name: "Drafts" });
  await expect(ideas.getByRole("listitem")).toHaveCount(30);
  await expect(ideas.getByRole("listitem").first()).toContainText("keeping bees");
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages.getByRole("link", { name: "Newer" })).toHaveCount(0);
  await pages.getByRole("link", { name: "Older" }).click();
  await expect(ideas.getByRole("listitem")).toHaveCount(8);
  await expect(page).toHaveURL(/before=\d+$/);
  await ideas.getByRole("link", { name: "Idea number 1", exact: true }).click();
  const detail = at.dialog(page, "Not posted yet");
  await expect(detail).toContainText("Idea number 1");
  await detail.getByRole("button", { name: "Add to Timeline" }).click();
  await expect(at.dialog(page, /^Scheduled for /)).toBeVisible();
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await expect(ideas.getByRole("listitem")).toHaveCount(7);
  await pages.getByRole("link", { name: "Newer" }).click();
  await expect(ideas.getByRole("listitem")).toHaveCount(30);
  await expect(pages.getByRole("link", { name: "Newer" })).toHaveCount(0);
});

test("what was discarded is undone, found in the bin, restored, and deleted only after a question", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  for (const words of ["One heron", "Two herons", "Three owls"])
    await visitor.call("POST", "/api/questions/tweet", { tweet_content: words });
  await page.goto("/ideas");
  const ideas = page.getByRole("region", { name: "Drafts" });
  const row = (words: string) => ideas.getByRole("listitem").filter({ hasText: words });
  await row("One heron").locator("summary").click();
  await row("One heron").getByRole("button", { name: "Move to Trash" }).click();
  await expect(row("One heron")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row("One heron")).toHaveCount(1);
  await page.getByRole("searchbox").fill("HERON");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(ideas.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("link", { name: "Select all on this page" }).click();
  await expect(ideas.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await page.getByRole("button", { name: "Move selected to Trash" }).click();
  await expect(page.getByRole("main")).toContainText("No drafts match “HERON”");
  await page.getByRole("navigation", { name: "Ideas" }).getByRole("link", { name: "Trash 2" }).click();
  const trash = page.getByRole("list", { name: "Trash" });
  await trash.getByRole("listitem").filter({ hasText: "Two herons" }).getByRole("button", { name: "Restore" }).click();
  await expect(trash.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: "Empty Trash…" }).click();
  await at.dialog(page, "Empty Trash?").getByRole("button", { name: "Empty Trash" }).click();
  await expect(page.getByRole("main")).toContainText("Trash is empty");
  await page.goto("/ideas");
  await expect(ideas.getByRole("listitem")).toHaveCount(2);
});

test("all topics are one link away from the five latest", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  for (let n = 1; n <= 6; n += 1) await writeTweets(visitor, `topic ${n}`);
  await page.goto("/generate");
  const recent = page.getByRole("region", { name: "Recent topics" });
  await expect(recent.getByRole("listitem")).toHaveCount(5);
  await expect(recent).not.toContainText("topic 1");
  await recent.getByRole("link", { name: "All topics" }).click();
  const all = page.getByRole("region", { name: "All topics" });
  await all.getByRole("link", { name: /^topic 1/ }).click();
  await expect(at.cards(page)).toHaveCount(5);
});
