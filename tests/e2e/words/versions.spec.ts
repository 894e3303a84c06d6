// What a tweet said before: listed in its window, brought back, and that undone; with a script and without one.
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("an earlier wording is brought back from the tweet's window, and that is undone", async ({
  page,
  arrive,
  script,
}) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  const [tweet] = tweets;
  const first = tweet?.tweet_content ?? "";
  await page.goto(`/timeline?tweet=${tweet?.id}`);
  const dialog = page.getByRole("dialog");
  const words = dialog.locator(".words");
  await expect(dialog.getByText("Version history")).toHaveCount(0);
  for (const content of ["Bees keep us.", "We keep bees."])
    await visitor.call("PUT", `/api/questions/tweet/${tweet?.id}`, { tweet_content: content });
  await page.reload();
  await expect(words).toHaveText("We keep bees.");

  // A form that is sent before the script runs loads the page again, and the focus is lost.
  if (script) await at.takenOver(page);
  const fold = dialog.locator("details", { hasText: "Version history" });
  await fold.locator("summary").click();
  const rows = fold.getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("Bees keep us.");
  await expect(rows.nth(0)).toContainText("Written by you");
  await expect(rows.nth(1)).toContainText(first);
  await expect(rows.nth(1)).toContainText("Written by AI");

  const back = rows.nth(1).getByRole("button", { name: "Restore" });
  await back.focus();
  await page.keyboard.press("Enter");
  await expect(words).toHaveText(first);
  const toast = dialog.locator(".toast", { hasText: "Earlier version restored" });
  await expect(toast).toBeVisible();
  if (script) {
    await expect(fold.getByRole("button", { name: "Restore" }).last()).toBeFocused();
    await expect(rows).toHaveCount(3);
  }
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(words).toHaveText("We keep bees.");
});

test("what is out keeps its earlier words in sight, and none is brought back", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  const [tweet] = tweets;
  const content = { tweet_content: "Bees keep us." };
  await visitor.call("PUT", `/api/questions/tweet/${tweet?.id}`, content);
  await page.goto(`/timeline?tweet=${tweet?.id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Version history").click();
  if (script) await at.done(page);
  // In another tab.
  await visitor.call("POST", `/api/questions/publish-now/${tweet?.id}`, {});
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "This tweet is already posting or posted, so it can’t be changed.",
  );
  await page.goto(`/timeline?tweet=${tweet?.id}`);
  await dialog.getByText("Version history").click();
  await expect(dialog.getByText(tweet?.tweet_content ?? "")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Restore" })).toHaveCount(0);
});
