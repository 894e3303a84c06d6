// What all modals share: the page behind them is out of reach and does not scroll; Escape, the veil and the cross close them.
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const names = {
  sidebar: /./,
  settings: "Settings",
  help: "Help & Support",
  login: "Sign In",
  register: "Create Account",
};

test("the page behind does not scroll, and each way out closes and clears", async ({ page, script }) => {
  for (const [panel, name] of Object.entries(names)) {
    const box = at.dialog(page, name);
    const open = async () => {
      await page.goto(`/generate?panel=${panel}`);
      if (script) await expect(page.locator("dialog:modal")).toBeVisible();
      await expect(box).toBeVisible();
      if (panel === "login") await box.getByLabel("Email").fill("alice@linnet.example");
      const overflow = await page.locator("html").evaluate((element) => getComputedStyle(element).overflowY);
      expect(overflow).toBe("hidden");
    };
    await open();
    await box.getByRole("link", { name: "Close" }).click();
    await expect(box).toHaveCount(0);
    await expect(page).toHaveURL("/generate");
    await open();
    await page.mouse.click(8, 400);
    await expect(box).toHaveCount(0);
    await expect(page).toHaveURL("/generate");
    if (!script) continue;
    await open();
    await page.keyboard.press("Escape");
    await expect(box).toHaveCount(0);
    await expect(page).toHaveURL("/generate");
  }
  await at.openFromPanel(page, "Sign In");
  await expect(at.dialog(page, "Sign In").getByLabel("Email")).toHaveValue("");
});
