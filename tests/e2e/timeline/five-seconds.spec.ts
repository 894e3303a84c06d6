// Five seconds to take a post back: chosen in Settings, then Post Now brings an Undo, with and without a script.
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("Post Now waits where its person chose so, and Undo takes it back", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  await page.goto("/generate?panel=settings");
  const settings = at.dialog(page, "Settings");
  await settings.getByLabel("5-second undo for Post Now").check();
  await settings.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeAttached();
  await page.goto(`/timeline?tweet=${tweets[0]?.id}`);
  const window = page.getByRole("dialog");
  await window.getByRole("button", { name: "Post Now" }).click();
  await expect(page.locator(".toast", { hasText: "Posting in 5 seconds" })).toBeVisible();
  await window.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("Undone. Nothing was posted.").first()).toBeAttached();
  await expect(window.getByRole("button", { name: "Post Now" })).toBeEnabled();
});
