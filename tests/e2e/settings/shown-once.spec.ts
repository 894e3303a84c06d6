// What is shown once is seen: a new key and a webhook's secret come into view, with the focus, on a phone and on a screen.
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { password } from "../../support/people/browser";

const url = "https://93.184.215.14/hook";

async function expectSeen(page: Page, name: string, secret: RegExp): Promise<void> {
  const card = page.getByRole("region", { name });
  await expect(card).toContainText(secret);
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport({ ratio: 1 });
}

for (const width of [360, 1440])
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 740 } });

    test("a key that is made, or gets another secret, is in view and has the focus", async ({
      page,
      arrive,
      script,
    }) => {
      await arrive("alice", { linked: false });
      await page.goto("/settings/programs");
      if (script) await at.done(page);
      const form = page.getByRole("region", { name: "Create API key" });
      await form.getByLabel("Name").fill("n8n");
      await form.getByRole("checkbox", { name: /^read/ }).check();
      await form.getByLabel("Your password").fill(password);
      await form.locator("[type=submit]").last().click();
      await expectSeen(page, "Your new key", /linnet_/);
      await page.getByRole("link", { name: "Rotate n8n" }).click();
      const question = at.dialog(page, "Rotate this key");
      await question.getByLabel("Your password").fill(password);
      await question.locator("[type=submit]").last().click();
      await expect(question).toHaveCount(0);
      await expectSeen(page, "Your new key", /linnet_/);
    });

    test("the secret of a webhook that is added, or renewed, is in view and has the focus", async ({
      page,
      arrive,
      script,
    }) => {
      await arrive("alice", { linked: false });
      await page.goto("/settings/programs?step=add-webhook");
      if (script) await at.done(page);
      const modal = page.getByRole("dialog");
      await modal.locator("[name=url]").fill(url);
      await modal.getByRole("checkbox", { name: /^All tweet events/ }).check();
      await modal.locator("form:has([name=url]) [type=submit]").click();
      await expectSeen(page, "Signing secret", /whsec_/);
      await page.getByRole("link", { name: `Rotate secret of ${url}` }).click();
      await modal.locator("[type=submit]").last().click();
      await expect(modal).toHaveCount(0);
      await expectSeen(page, "Signing secret", /whsec_/);
    });
  });
