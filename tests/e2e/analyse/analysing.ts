// How a person analyses a product and starts its bot, for the tests of both.
import type { Locator, Page } from "@playwright/test";
import { expect } from "../support/fixtures";
import * as at from "../support/places";

export const description =
  "A booking page for small sailing schools that turns a good forecast into last-minute offers. " +
  "Unlike a newsletter it fills 9 of 10 empty seats. Try it free for a month.";

export const question = (page: Page): Locator => page.getByLabel("What does your product do, and who is it for?");
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name });
export const control = (page: Page): Locator => page.getByRole("region", { name: "Bot Control" });
export const list = (page: Page, name: string): Locator => page.getByRole("region", { name: new RegExp(`^${name}`) });

export async function analyse(page: Page, words = description): Promise<void> {
  await page.goto("/product-analyse");
  await question(page).fill(words);
  await button(page, "Analyse Product").click();
  await expect(page.getByRole("heading", { name: "Analysis Results" })).toBeVisible();
}

/** By way of the checklist, which an account's first bot asks for. */
export async function startBot(page: Page, { review = false } = {}): Promise<void> {
  await control(page).getByRole("button", { name: "Start Bot" }).click();
  const modal = at.dialog(page, "Before your bot starts");
  for (const name of [/“Automated” label/, /says that it’s a bot/, /linked as its owner/])
    await modal.getByRole("checkbox", { name }).check();
  if (review) await modal.getByRole("checkbox", { name: /Ask me before each post/ }).check();
  await modal.getByRole("button", { name: "Start Bot" }).click();
  await expect(page.getByText("Bot started successfully!")).toBeVisible();
}
