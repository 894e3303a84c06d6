// What is out is deleted by a question that an address opens; with and without a script.
import { sendThread, writeTweets } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("a post is deleted once the question is answered, and its window says so", async ({ page, arrive, script }) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  const id = tweets[0]?.id;
  await visitor.call("POST", `/api/questions/publish-now/${id}`, {});
  await page.goto(`/timeline?tweet=${id}`);
  if (script) await at.done(page);
  const window = page.getByRole("dialog");
  await window.getByRole("link", { name: "Delete from the sandbox" }).click();
  await expect(window.getByRole("heading", { name: "Delete this post from the sandbox?" })).toBeVisible();
  await expect(window).toContainText("This can’t be undone.");
  if (script) expect(await faultsOf(page, "the question whether a post is deleted")).toEqual([]);
  await window.getByRole("link", { name: "Cancel" }).click();
  await expect(window.getByRole("link", { name: "View in the sandbox" })).toBeVisible();
  await window.getByRole("link", { name: "Delete from the sandbox" }).click();
  await window.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Deleting…").first()).toBeVisible();
  // With a script the window sees it by itself.
  await expect(async () => {
    if (!script) await page.reload();
    await expect(window.locator(".tweet__state")).toContainText("Deleted.", { timeout: 2_000 });
  }).toPass();
  await expect(window.getByRole("link", { name: "View in the sandbox" })).toHaveCount(0);
  await expect(window.getByRole("link", { name: "Delete from the sandbox" })).toHaveCount(0);
});

test("a thread that goes on stops where what is out of it is deleted", async ({ page, arrive, script }) => {
  const { visitor } = await arrive("alice");
  const id = await sendThread(visitor);
  await visitor.call("POST", `/api/questions/thread/${id}/stop`, {});
  await page.goto(`/timeline?tweet=${id}`);
  if (script) await at.done(page);
  const window = page.getByRole("dialog");
  await window.getByRole("link", { name: "Delete posted parts" }).click();
  await expect(window.getByRole("heading", { name: /^Delete (this post|\d posts) from the sandbox\?$/ })).toBeVisible();
  await window.getByRole("button", { name: "Delete" }).click();
  await expect(async () => {
    if (!script) await page.reload();
    await expect(window).toContainText(
      /1 of 25 parts was posted, then deleted\.|\d of 25 parts were posted, then deleted\./,
      { timeout: 2_000 },
    );
  }).toPass();
  await expect(window.getByRole("button", { name: "Continue" })).toHaveCount(0);
});
