// By keyboard: Escape, which asks before it takes words away, and a task of the grid that opens.
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("Escape asks before it takes away what was written, and only then", async ({ page, arrive, complaints }) => {
  await arrive("alice");
  await page.goto("/timeline?write=1");
  await at.takenOver(page);
  const area = page.getByRole("textbox", { name: "Tweet", exact: true });
  await area.fill("Half a thought");
  const question = page.getByRole("alertdialog", { name: "You have unsaved changes" });
  for (const stay of ["Escape", "Enter", "Escape"]) {
    await page.keyboard.press("Escape");
    await expect(question).toBeVisible();
    await expect(page.getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press(stay);
    await expect(question).toBeHidden();
    await expect(area).toHaveValue("Half a thought");
    await expect(page.locator("dialog:modal")).toBeVisible();
    await expect(area).toBeFocused();
  }
  // What could not be saved would be lost as well.
  complaints.allow(/net::ERR_FAILED/);
  await page.route("**/timeline.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Save" }).click();
  await expect(area).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await expect(area).toHaveValue("Half a thought");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL("/timeline");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("/timeline?write=1");
  // Before it is modal there is nothing that Escape could close, and the page's script may still be on its way.
  await expect(page.locator("dialog:modal")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/timeline");
  await expect(question).toHaveCount(0);
});

test("a task of the grid opens without loading the page, and in a tab of its own where that is asked for", async ({
  page,
  context,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  await visitor.call("POST", `/api/questions/publish-now/${tweets[0]?.id}`, {});
  await page.goto("/timeline");
  await at.takenOver(page);
  await at.mark(page);
  const task = page.getByRole("table").getByRole("link", { name: /^Published: / });
  const [tab] = await Promise.all([context.waitForEvent("page"), task.click({ modifiers: ["ControlOrMeta"] })]);
  await expect(tab).toHaveURL(`/timeline?tweet=${tweets[0]?.id}`);
  await tab.close();
  await expect(page).toHaveURL("/timeline");
  await task.click();
  await expect(at.dialog(page, /^Published /)).toBeVisible();
  expect(await at.wentOn(page)).toBe(true);
});
