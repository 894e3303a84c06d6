// The composer's page with a script, as several tests open it.
import type { Locator, Page } from "@playwright/test";
import * as at from "../support/places";
import { stored } from "../support/stored";

export async function open(page: Page, path = "/write"): Promise<void> {
  await page.goto(path);
  await at.takenOver(page);
}

/** Ids of the drafts in this browser. */
export const keptIds = async (page: Page): Promise<string[]> =>
  Object.keys(await stored(page)).filter((key) => key.startsWith("linnet_draft:"));

export const tweet = (page: Page): Locator => page.getByLabel("Tweet", { exact: true });
export const draftButton = (page: Page): Locator => page.getByRole("button", { name: "Save draft", exact: true });

/** The server does what is sent, and its answer never arrives. */
export async function loseAnswers(page: Page): Promise<void> {
  await page.route("**/write.data*", async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
}
