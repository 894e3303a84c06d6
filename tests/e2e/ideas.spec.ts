// Every text that is not sent, under the week: pages turned by links, with and without a script.
import { writeTweets } from "../support/browser";
import { expect, test } from "./fixtures";
import * as at from "./places";

test("all that is not sent is found by turning pages, and opens where it stands", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  for (let n = 1; n <= 23; n += 1)
    await visitor.call("POST", "/api/questions/tweet", { tweet_content: `Idea number ${n}` });
  await writeTweets(visitor, "keeping bees");
  await page.goto("/timeline");
  const ideas = page.getByRole("region", { name: "Ideas (28)" });
  await expect(ideas.getByRole("listitem")).toHaveCount(20);
  await expect(ideas.getByRole("listitem").first()).toContainText("On “keeping bees”");
  const pages = ideas.getByRole("navigation", { name: "Pages of ideas" });
  await expect(pages.getByRole("link", { name: "Newer" })).toHaveCount(0);
  await pages.getByRole("link", { name: "Older" }).click();
  await expect(ideas.getByRole("listitem")).toHaveCount(8);
  await expect(page).toHaveURL(/drafts=\d+#ideas$/);
  await ideas.getByRole("link", { name: /^Idea number 1 Your own words/ }).click();
  const detail = at.dialog(page, "Not published yet");
  await expect(detail).toContainText("Idea number 1");
  await detail.getByRole("button", { name: "Add to Timeline" }).click();
  await expect(at.dialog(page, /^Scheduled for /)).toBeVisible();
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  const left = page.getByRole("region", { name: "Ideas (27)" });
  await expect(left.getByRole("listitem")).toHaveCount(7);
  await left.getByRole("link", { name: "Newer" }).click();
  await expect(left.getByRole("listitem")).toHaveCount(20);
  await expect(left.getByRole("link", { name: "Newer" })).toHaveCount(0);
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
