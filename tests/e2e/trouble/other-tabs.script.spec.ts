// What one tab learns from another by the browser's own store; the server stays the truth.
import type { Page } from "@playwright/test";
import { linkInSandbox, newHandle, writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { stored, taskOf } from "../support/stored";

test("a second tab follows: another default account, a tweet sent, a person gone", async ({
  page,
  arrive,
  context,
}) => {
  const { visitor, handle } = await arrive("alice");
  const second = newHandle("studio");
  await linkInSandbox(visitor, second);
  const { batchId } = await writeTweets(visitor, "keeping bees");
  await page.goto("/generate");
  await at.done(page);
  const other = await context.newPage();
  await other.goto("/generate");
  await at.done(other);
  await expect(other.getByText(`Posting as @${handle}`)).toBeVisible();

  await page.getByRole("link", { name: "Change account" }).click();
  await page
    .getByRole("dialog")
    .locator("[aria-pressed]")
    .filter({ hasText: `@${second}` })
    .click();
  await expect(other.getByText(`Posting as @${second}`)).toBeVisible();
  expect(await stored(page)).toMatchObject({ twitter_account_changed: expect.any(Number) });

  await other.goto(`/generate?batch=${batchId}`);
  await page.goto(`/generate?batch=${batchId}`);
  await at.done(other);
  await at.cards(page).nth(2).getByRole("button", { name: "Post Now" }).click();
  await expect(at.cards(other).nth(2)).toContainText("Published");

  await at.signOut(page);
  await expect(other.getByRole("link", { name: "Log in" })).toBeVisible();
});

test("another tab follows when this one goes back, and back again", async ({ page, arrive, context }) => {
  const { visitor, handle } = await arrive("alice");
  const second = newHandle("studio");
  await linkInSandbox(visitor, second);
  await page.goto("/generate");
  await at.done(page);
  const other = await context.newPage();
  await other.goto("/generate");
  await at.done(other);
  const choose = async (tab: Page, name: string): Promise<void> => {
    await tab.getByRole("link", { name: "Change account" }).click();
    const panel = tab.getByRole("dialog");
    await panel
      .locator("[aria-pressed]")
      .filter({ hasText: `@${name}` })
      .click();
    await expect(panel.locator("[aria-pressed=true]").filter({ hasText: `@${name}` })).toBeVisible();
    await panel.getByRole("link", { name: "Close" }).click();
  };
  await choose(page, second);
  await expect(other.getByText(`Posting as @${second}`)).toBeVisible();
  // A tab that has heard of one change tells of its own next one.
  await choose(other, handle);
  await expect(page.getByText(`Posting as @${handle}`)).toBeVisible();
  await choose(page, second);
  await expect(other.getByText(`Posting as @${second}`)).toBeVisible();
});

test("another tab follows when this one goes back to a batch of which something was sent", async ({
  page,
  arrive,
  context,
}) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await at.openFreshBatch(page, visitor);
  const [first] = tweets as [(typeof tweets)[0]];
  await at.done(page);
  await at.cards(page).nth(0).getByRole("button", { name: "Post Now" }).click();
  await expect.poll(() => taskOf(page, first.id)).toMatchObject({ status: "published" });
  const next = await writeTweets(visitor, "keeping goats");
  await page.goto(`/generate?batch=${next.batchId}`);
  await expect.poll(() => taskOf(page, first.id)).toBeUndefined();

  const other = await context.newPage();
  await other.goto("/bot");
  await at.done(other);
  const reading = other.waitForRequest(/bot\.data/);
  await page.goBack();
  await expect.poll(() => taskOf(page, first.id)).toMatchObject({ status: "published" });
  await reading;
});

test("the window's own word that an account changed reads the accounts anew", async ({ page, arrive }) => {
  const { visitor, handle } = await arrive("alice", { linked: true });
  await page.goto("/generate");
  await at.done(page);
  const second = newHandle("studio");
  await linkInSandbox(visitor, second);
  const { body } = await visitor.call<{ accounts: { id: number; twitter_username: string }[] }>(
    "GET",
    "/api/twitter/accounts/list",
  );
  const added = body.accounts.find((account) => account.twitter_username === second);
  await visitor.call("POST", `/api/twitter/accounts/${added?.id}/set-default`, {});
  await expect(page.getByText(`Posting as @${handle}`)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("twitter_account_changed")));
  await expect(page.getByText(`Posting as @${second}`)).toBeVisible();
});
