// Changing words where they stand, with a script: Escape, what is not saved, several at once, no fault of axe's.
import { writeTweets } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("Escape leaves words as they were, and asks before what was typed is lost", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  await page.goto(`/generate?batch=${batchId}`);
  await at.takenOver(page);
  const [one, two] = [0, 1].map((n) => page.locator(`#tweet-${tweets[n]?.id}`)) as [
    ReturnType<typeof page.locator>,
    ReturnType<typeof page.locator>,
  ];
  const area = one.getByRole("textbox", { name: "Tweet", exact: true });
  const edit = one.getByRole("link", { name: "Edit" });

  await edit.focus();
  await page.keyboard.press("Enter");
  await expect(area).toBeFocused();
  await page.waitForLoadState("networkidle");
  expect(await faultsOf(page, "the editor")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(area).toHaveCount(0);
  await expect(edit).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(area).toBeFocused();
  await page.keyboard.type(" More.");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "You have unsaved changes" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(area).toBeFocused();
  await expect(area).toHaveValue(`${tweets[0]?.tweet_content} More.`);

  // Another editor beside it takes nothing from it.
  await two.getByRole("link", { name: "Edit" }).click();
  await expect(two.getByRole("textbox", { name: "Tweet", exact: true })).toBeFocused();
  await two.getByRole("textbox", { name: "Tweet", exact: true }).fill("The second one.");
  await two.getByRole("button", { name: "Save" }).click();
  await expect(two).toContainText("The second one.");
  await expect(two.getByRole("link", { name: "Edit" })).toBeFocused();
  await expect(area).toHaveValue(`${tweets[0]?.tweet_content} More.`);

  await area.press("Escape");
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(area).toHaveCount(0);
  await expect(edit).toBeFocused();
  await expect(one).toContainText(tweets[0]?.tweet_content ?? "");
  await edit.click();
  await expect(area).toHaveValue(tweets[0]?.tweet_content ?? "");
});

test("the cursor is behind the words as soon as the field has the focus", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  await page.goto(`/generate?batch=${batchId}`);
  await at.takenOver(page);
  await page.evaluate(() => {
    addEventListener("focusin", ({ target }) =>
      queueMicrotask(() => {
        if (target instanceof HTMLTextAreaElement) document.body.dataset["cursor"] = String(target.selectionStart);
      }),
    );
  });
  await page.locator(`#tweet-${tweets[0]?.id}`).getByRole("link", { name: "Edit" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-cursor", String(tweets[0]?.tweet_content.length));
});
