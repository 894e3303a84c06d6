// What just happened is told where nothing can be pressed, with and without a script.
import { linkOf } from "../support/verbs/stage";
import { register } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import { expectUncovered } from "../support/uncovered";

test.use({ serverKind: "mail", contextOptions: { reducedMotion: "no-preference" } });

test("over the dialog of signing in a changed password is told beside its fields and buttons", async ({
  page,
  server,
}) => {
  const visitor = await register(server.origin, "alice");
  await page.goto(`/reset-password?token=${linkOf({ server }, visitor, "password")}`);
  await page.getByLabel("New password").fill("another wire 8");
  await page.getByRole("button", { name: "Change password" }).click();
  const told = page.locator(".toast", { hasText: "Your password is changed. Please sign in with it." });
  await expect(told).toBeVisible();
  // Without a script it stays for good, wherever it once came to lie.
  for (const moment of [0, 100, 220]) {
    await page.evaluate((at) => {
      for (const moving of document.getAnimations()) {
        moving.pause();
        moving.currentTime = at;
      }
    }, moment);
    expect(await expectUncovered(page), `${moment} ms after the dialog began to open`).toBe(3);
  }
});
