// The composer with a script: keys, drafts, images by paste and drop, and a server that is away.
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { draftButton, keptIds, loseAnswers, open, tweet } from "./composing";

/** Pastes or drops a small picture. */
const give = (page: Page, selector: string, kind: "paste" | "drop", withText = false) =>
  page.evaluate(
    async ([where, how, hasText]) => {
      const canvas = document.createElement("canvas");
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
      const data = new DataTransfer();
      if (blob) data.items.add(new File([blob], "a.png", { type: "image/png" }));
      if (hasText) data.setData("text/plain", "words of an office program");
      const init = { bubbles: true, cancelable: true };
      const event =
        how === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data });
      document.querySelector(where)?.dispatchEvent(event);
    },
    [selector, kind, withText] as const,
  );

test("Ctrl+Enter schedules, and the form opened again is empty", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await tweet(page).pressSequentially("Bees keep us");
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/timeline/);
  await expect.poll(() => keptIds(page)).toEqual([]);
  await open(page);
  await expect(tweet(page)).toHaveValue("");
});

test("a thread with its image is back after a reload, and Discard empties it", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await tweet(page).fill("First");
  await give(page, "[name=part_1]", "paste");
  await expect(page.getByLabel("Alt text for image 1")).toBeVisible();
  await page.getByLabel("Alt text for image 1").fill("Nothing much");
  await page.getByRole("button", { name: "Add part" }).click();
  await page.keyboard.type("Second");
  await expect(page.getByText("Saved on this device")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Part 2", { exact: true })).toHaveValue("Second");
  await expect(page.getByLabel("Alt text for image 1")).toHaveValue("Nothing much");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(tweet(page)).toHaveValue("");
  await expect.poll(() => keptIds(page)).toEqual([]);
});

test("a dropped image is added to its part, and a paste with text keeps the text alone", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await tweet(page).fill("First");
  await page.getByRole("button", { name: "Add part" }).click();
  await give(page, "[name=part_1]", "paste", true);
  await give(page, "[name=part_1]", "drop");
  await expect(page.locator("#part-1").getByLabel("Alt text for image 1")).toBeVisible();
  await expect(page.locator("#part-1").getByLabel("Alt text for image 2")).toHaveCount(0);
  await expect(page.locator("#part-2").getByLabel("Alt text for image 1")).toHaveCount(0);
});

test("parts are moved and removed by keys, and the focus stays with them", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await tweet(page).fill("First");
  await page.getByRole("button", { name: "Add part" }).click();
  await page.keyboard.type("Second");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByLabel("Part 1", { exact: true })).toHaveValue("Second");
  await expect(page.getByLabel("Part 1", { exact: true })).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(tweet(page)).toHaveValue("First");
  await expect(tweet(page)).toBeFocused();
});

test("where the answer is lost, a second press saves one tweet", async ({ page, arrive, complaints }) => {
  complaints.allow(/net::ERR_FAILED/);
  await arrive("alice");
  await open(page);
  await tweet(page).fill("Bees keep us");
  await loseAnswers(page);
  await draftButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Couldn’t reach Linnet. Your text is kept.");
  await expect(tweet(page)).toHaveValue("Bees keep us");
  await page.unroute("**/write.data*");
  await draftButton(page).click();
  await expect(page).toHaveURL(/\/timeline/);
  await page.goto("/ideas");
  await expect(page.getByRole("main").getByRole("link", { name: /^Bees keep us/ })).toHaveCount(1);
});

test("signed out elsewhere, the text stays, and is saved after signing in", async ({
  page,
  arrive,
  context,
  complaints,
}) => {
  complaints.expect(401);
  await arrive("alice");
  await open(page);
  await tweet(page).fill("Bees keep us");
  const kept = await context.cookies();
  await context.clearCookies();
  await draftButton(page).click();
  await expect(page.getByRole("alert")).toContainText("You’re signed out. Nothing was saved.");
  await expect(tweet(page)).toHaveValue("Bees keep us");
  // The page is loaded again, for no one.
  await page.evaluate(() => window.__remixRouter.revalidate());
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("You’re signed out. Nothing was saved.");
  await expect(tweet(page)).toHaveValue("Bees keep us");
  await context.addCookies(kept);
  await draftButton(page).click();
  await expect(page).toHaveURL(/\/timeline/);
});
