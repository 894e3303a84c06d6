// The week's own scrollbar on a phone: it opens at today, keys and a drag move it, and where all fits there is none.
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { shiftsOf } from "../support/shifts";

test("keys and a drag move the week; a wide screen needs no bar", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 1400 });
  await page.goto("/timeline");
  await at.takenOver(page);
  const bar = page.getByRole("scrollbar", { name: "Scroll the week" });
  const left = () => page.getByRole("region", { name: /^Week of/ }).evaluate((element) => element.scrollLeft);
  await bar.focus();
  await page.keyboard.press("Home");
  await expect.poll(left).toBe(0);
  await expect(bar).toHaveAttribute("aria-valuenow", "0");
  await page.keyboard.press("End");
  await expect(bar).toHaveAttribute("aria-valuenow", "100");
  const box = await bar.boundingBox();
  if (!box) throw new Error("The bar has no place");
  await page.mouse.move(box.x + box.width - 30, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 5, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(bar).toHaveAttribute("aria-valuenow", "0");
  await page.setViewportSize({ width: 1600, height: 900 });
  await expect(bar).toBeHidden();
});

test("the thumb follows the week without counting as something that jumps", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 1400 });
  await page.goto("/timeline");
  await at.takenOver(page);
  const bar = page.getByRole("scrollbar", { name: "Scroll the week" });
  const week = page.getByRole("region", { name: /^Week of/ });
  for (const share of [1, 0]) {
    await week.evaluate((element, share) => (element.scrollLeft = element.scrollWidth * share), share);
    await expect(bar).toHaveAttribute("aria-valuenow", String(100 * share));
  }
  expect(await shiftsOf(page)).toEqual({ sum: 0, moved: [] });
});
