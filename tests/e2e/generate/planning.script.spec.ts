// Schedule all with a script: by keys alone, what is being read stays, the focus has a place, and no fault of axe's.
import { linkInSandbox, newHandle, register, writeTweets } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("goes by keys, and the plan that is read stays while the page is looked at again", async ({
  page,
  context,
  server,
}) => {
  const me = await register(server.origin, "alice");
  await linkInSandbox(me, newHandle("alice"));
  const { batchId, tweets } = await writeTweets(me, "keeping bees");
  await context.addCookies(me.cookies());
  await page.goto(`/generate?batch=${batchId}`);
  await at.takenOver(page);
  await page.getByRole("link", { name: "Schedule all…" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Schedule 5 tweets" });
  await expect(dialog).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(await faultsOf(page, "the plan")).toEqual([]);
  const moments = () => dialog.locator("time").evaluateAll((all) => all.map((one) => one.getAttribute("datetime")));
  const before = await moments();

  // Another tab does something with one of them; this one reads the page again.
  await me.call("POST", `/api/questions/publish-random-auto/${tweets[3]?.id}`);
  const read = page.waitForResponse(/\.data(\?|$)/);
  await page.evaluate(() => window.dispatchEvent(new StorageEvent("storage", { key: "linnet-tasks" })));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await Promise.race([read, page.waitForTimeout(1_500)]);
  expect(await moments()).toEqual(before);

  await dialog.getByRole("checkbox").first().focus();
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("checkbox").first()).not.toBeChecked();
  await dialog.getByRole("button", { name: "Schedule", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(
    page.getByText(/^3 tweets scheduled from .*1 tweet skipped: This tweet is already posting or posted/),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  await page.keyboard.press("Control+z");
  await expect(page.getByText("3 tweets unscheduled")).toBeVisible();

  await page.getByRole("link", { name: /^Schedule 4 pending/ }).click();
  await expect(page.getByRole("dialog", { name: "Schedule 4 tweets" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Schedule 4 pending/ })).toBeFocused();
});
