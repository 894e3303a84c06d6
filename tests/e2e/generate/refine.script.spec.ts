// The menu Refine with a script: by keys, one open at a time, closed by Escape or a press elsewhere; and no fault of axe's.
import { showcase } from "~/ports/ai/demo/showcase";
import { linkInSandbox, newHandle, register, writeTweets } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("the menu goes by keys, gives the focus back, and tells what came of it", async ({ page, context, server }) => {
  const me = await register(server.origin, "alice");
  await linkInSandbox(me, newHandle("alice"));
  const { batchId, tweets } = await writeTweets(me, showcase.topic);
  await context.addCookies(me.cookies());
  await page.goto(`/generate?batch=${batchId}`);
  await at.takenOver(page);
  const [one, two] = [tweets[0]?.id, tweets[1]?.id].map((id) => page.locator(`#tweet-${id}`)) as [
    ReturnType<typeof page.locator>,
    ReturnType<typeof page.locator>,
  ];
  const summary = one.locator("summary").filter({ hasText: "Refine" });
  const menu = one.locator("details.menu");

  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(menu).toHaveAttribute("open");
  await page.waitForLoadState("networkidle");
  expect(await faultsOf(page, "the menu")).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect(one.getByRole("button", { name: "Shorter" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(one.getByRole("button", { name: "More like this" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(one.getByRole("button", { name: "Move to Trash", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).not.toHaveAttribute("open");
  await expect(summary).toBeFocused();

  await summary.click();
  await two.locator("summary").filter({ hasText: "Refine" }).click();
  await expect(menu).not.toHaveAttribute("open");
  await page.locator("h1").first().click();
  await expect(two.locator("details.menu")).not.toHaveAttribute("open");

  await summary.click();
  await one.getByRole("button", { name: "Shorter" }).click();
  await expect(one.getByText(/^Shortened/)).toBeVisible();
  await expect(menu).not.toHaveAttribute("open");
});
