// The ways out of a panel or modal.
import { expect, test } from "../support/fixtures";

test("a panel or modal closes by its cross and by a press beside it", async ({ page, script }) => {
  for (const panel of ["sidebar", "login", "register", "settings", "help"]) {
    await page.goto(`/generate?panel=${panel}`);
    await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/generate");

    await page.goto(`/generate?panel=${panel}`);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.mouse.click(20, 700);
    await expect(page.getByRole("dialog")).toHaveCount(0);

    if (!script) continue;
    await page.goto(`/generate?panel=${panel}`);
    await expect(page.locator("dialog:modal")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/generate");
  }
});
