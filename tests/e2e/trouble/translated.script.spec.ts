// A page that the browser translates: every verb that a form of the screens can mean does there what it does elsewhere.
// And a page that breaks in the browser all the same: it says whose fault that is, and never to do once more what is done.
import { type IntentName } from "../../../app/screens/forms/intents";
import { expect, test } from "../support/fixtures";
import { focused } from "../support/listening";
import * as at from "../support/places";
import { translate } from "../support/translation";
import { verbs } from "../support/verbs";
import type { Verb } from "../support/verbs/stage";

for (const [intent, verb] of Object.entries(verbs) as [IntentName, Verb][])
  test.describe(() => {
    test.use({ serverKind: verb.serverKind ?? "usual" });
    test(`"${intent}" does on a translated page what it does elsewhere, and breaks nothing`, async ({
      page,
      server,
      arrive,
    }) => {
      await verb.come({ page, arrive, server, script: true });
      await at.takenOver(page);
      await (verb.guest ? page.waitForLoadState("networkidle") : at.done(page));
      await translate(page);
      const answer = page.waitForResponse(
        (one) => one.request().method() === "POST" && one.request().url().includes(".data"),
      );
      await verb.press(page);
      expect((await answer).status()).toBeLessThan(400);
      // A page that broke has nothing that could take the focus; what the browser complains of fails the test besides.
      await expect.poll(() => focused(page), { message: "where the focus is" }).toMatch(verb.focus);
    });
  });

test("the count beside what is typed on a translated page follows it", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/timeline?write=1");
  await at.done(page);
  await translate(page);
  const box = at.dialog(page, "Write a tweet");
  for (const [words, weight] of [
    ["Friday deploys are fine...", 26],
    ["It sings", 8],
  ] as const) {
    await box.getByRole("textbox").fill(words);
    await expect(box.locator(".weight")).toHaveText(`${weight} /  of 280`);
  }
});

test("a page that breaks after Post Now blames the browser, and shows the posted tweet once it is loaded again", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.allow(/NotFoundError|removeChild/);
  const { visitor } = await arrive("alice");
  await at.openFreshBatch(page, visitor);
  await at.done(page);
  // What an extension took away React can't take away once more.
  await page.evaluate(() => document.querySelectorAll(".tweet__line > span").forEach((one) => one.remove()));
  await at.cards(page).first().getByRole("button", { name: "Post Now" }).click();
  await expect(page.getByText("Your browser couldn’t show this page")).toBeVisible();
  await expect(page.locator("main")).not.toContainText(/try again|our side|server/i);
  await page.getByRole("link", { name: "Reload page" }).click();
  await expect(at.cards(page).first()).toContainText("Published");
});
