// A thread by the writer: asked for beside tweets, one card with all its parts in sight, posted from there; with and without a script.
import type { Page } from "@playwright/test";
import { replies } from "../../support/fakes/fake-gemini";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { faultsOf } from "../support/axe";

const form = (page: Page) => page.getByLabel("Format", { exact: true });
const thread = (page: Page) => page.getByRole("region", { name: "Generated Thread" });
const parts = (page: Page) => thread(page).locator("ol").getByRole("listitem");

async function askForThread(page: Page, count: number): Promise<void> {
  await page.goto("/generate");
  await form(page).selectOption(`Thread of ${count}`);
  await at.topic(page).fill("keeping bees");
  await at.create(page).click();
  await expect(thread(page)).toBeVisible();
}

test("a topic becomes a thread, whose parts and price are in sight, and goes out from there", async ({
  page,
  arrive,
  script,
}) => {
  await arrive("alice");
  await askForThread(page, 4);
  // The page shows it: with a script it is read out besides.
  if (script) await expect(page.getByText("Thread of 4 is ready").first()).toBeAttached();
  await expect(parts(page)).toHaveCount(4);
  await expect(thread(page)).toContainText("About $0.06 on X");
  // Nothing of it is refined, written again or scheduled by the way.
  for (const name of ["Refine", "Regenerate drafts", /^Schedule all/])
    await expect(thread(page).getByRole("button", { name }).or(thread(page).getByRole("link", { name }))).toHaveCount(
      0,
    );
  if (script) expect(await faultsOf(page, "a written thread")).toEqual([]);
  await thread(page).getByRole("button", { name: "Post Now" }).click();
  await expect(page.getByText("Part 1 is posted. The rest will follow.").first()).toBeVisible();
  await thread(page).getByRole("button", { name: "Stop after this part" }).click();
  await expect(thread(page)).toContainText("You stopped the thread.");
  await expect(thread(page).getByRole("button", { name: "Continue" })).toBeVisible();
  await expect(thread(page).getByRole("button", { name: /^Post/ })).toHaveCount(0);
});

test("it is changed in its window, scheduled on its card, and discarded", async ({ page, arrive, script }) => {
  await arrive("alice");
  await askForThread(page, 3);
  if (script) await at.done(page);
  await thread(page).getByRole("link", { name: "Edit" }).click();
  const window = page.getByRole("dialog");
  await window.getByLabel("Part 2", { exact: true }).fill("A part of my own");
  await window.getByRole("button", { name: "Save" }).click();
  await expect(window.getByRole("heading", { name: "3 parts" })).toBeVisible();
  if (script) expect(await faultsOf(page, "a written thread's window over its card")).toEqual([]);
  await window.getByRole("link", { name: "Close" }).click();
  await expect(parts(page).nth(1)).toContainText("A part of my own");
  await thread(page).getByRole("button", { name: "Add to Timeline" }).click();
  await expect(thread(page)).toContainText(/Picked at random(?: after your quiet hours,)? between/);
  await thread(page).getByRole("button", { name: "Unschedule" }).click();
  await thread(page).getByRole("button", { name: "Move to Trash" }).click();
  await expect(thread(page)).toHaveCount(0);
});

for (const width of [360, 768, 1440])
  test(`its card holds at ${width} px, and so does the question`, async ({ page, arrive }) => {
    await page.setViewportSize({ width, height: 900 });
    await arrive("alice");
    const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    await page.goto("/generate");
    expect(await isWithin()).toBe(true);
    const shots = process.env["LINNET_SHOTS"];
    if (shots) await page.screenshot({ path: `${shots}/asked-${width}.png` });
    await askForThread(page, 10);
    expect(await isWithin()).toBe(true);
    if (shots) await page.screenshot({ path: `${shots}/written-${width}.png`, fullPage: true });
  });

test.describe("by a live writer", () => {
  test.use({ serverKind: "gemini" });

  test("where it fails, the topic and the number of parts wait for another try", async ({ page, arrive, gemini }) => {
    await arrive("alice");
    gemini.always(replies.text('{"parts": ["One.", "Two."]}'));
    await page.goto("/generate");
    await form(page).selectOption("Thread of 7");
    await at.topic(page).fill("keeping bees");
    await at.create(page).click();
    await expect(page.getByText("Couldn’t read Gemini’s response. Try again.").first()).toBeVisible();
    await page.getByRole("link", { name: "Try Again" }).click();
    await expect(at.topic(page)).toHaveValue("keeping bees");
    await expect(form(page)).toHaveValue("7");
  });
});
