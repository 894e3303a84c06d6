// Refining on the cards of a batch: by the menu, undone, another like it, all again; with a script and without one.
import { newHandle, linkInSandbox, register, writeTweets } from "../../support/people/browser";
import { showcase } from "~/ports/ai/demo/showcase";
import { demoLimits } from "~/ports/ai/refine";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("a tweet is said in another way, undone, and a sibling comes below it", async ({ page, context, server }) => {
  const me = await register(server.origin, "alice");
  await linkInSandbox(me, newHandle("alice"));
  const { batchId, tweets } = await writeTweets(me, showcase.topic);
  await context.addCookies(me.cookies());
  await page.goto(`/generate?batch=${batchId}`);
  const card = page.locator(`#tweet-${tweets[0]?.id}`);
  const words = card.locator(".tweet__words");
  const before = await words.innerText();
  const open = async () => card.locator("summary").filter({ hasText: "Refine" }).click();

  await open();
  await expect(card.getByRole("button", { name: "Bolder" })).toHaveCount(0);
  await expect(card.getByText(demoLimits.refusesRefine)).toBeVisible();
  await card.getByRole("button", { name: "Shorter" }).click();
  await expect(card.getByText(/^Shortened, from \d+ to \d+ characters\.$/)).toBeVisible();
  expect(await words.innerText()).not.toBe(before);
  await card.getByRole("button", { name: "Undo" }).click();
  await expect(words).toHaveText(before);

  const count = await at.cards(page).count();
  await open();
  await card.getByRole("button", { name: "More like this" }).click();
  await expect(at.cards(page)).toHaveCount(count + 1);
  await expect(words).toHaveText(before);

  await page.getByRole("button", { name: "Regenerate drafts" }).click();
  await expect(page.getByText(/^Rewritten, from \d+ to \d+ characters\.$/).first()).toBeVisible();
});
