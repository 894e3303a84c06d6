// What just happened is told where nothing can be pressed, with and without a script; every verb: every-verb.script.spec.ts.
import type { IntentName } from "~/screens/forms/intents";
import { expect, test } from "../support/fixtures";
import { expectUncovered } from "../support/uncovered";
import { verbs } from "../support/verbs";
import type { Verb } from "../support/verbs/stage";

/** Of each ground one: the dialog that it leads to, its own, the side panel, a page of cards with Undo, a page of a form. */
const grounds: IntentName[] = ["choose-password", "set-timezone", "pause-account", "ideas", "keep-hours", "sign-out"];

for (const [intent, verb] of grounds.map((name): [IntentName, Verb] => [name, verbs[name]]))
  test.describe(() => {
    test.use({ serverKind: verb.serverKind ?? "usual", contextOptions: { reducedMotion: "no-preference" } });
    test(`"${intent}" is told beside what can be pressed, and nowhere over it`, async ({
      page,
      server,
      arrive,
      script,
    }) => {
      await verb.come({ page, server, arrive, script });
      if (script) await page.waitForLoadState("networkidle");
      await verb.press(page);
      await expect(page.locator(".toast")).toBeVisible();
      // Without a script it stays for good, wherever it came to lie while a dialog opened.
      for (const moment of [0, 100, 220]) {
        await page.evaluate((at) => {
          for (const moving of document.getAnimations()) {
            moving.pause();
            moving.currentTime = at;
          }
        }, moment);
        expect(await expectUncovered(page), `${moment} ms after it began to appear`).toBe(3);
      }
    });
  });
