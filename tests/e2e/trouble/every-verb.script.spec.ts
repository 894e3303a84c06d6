// Every verb that a form of the screens can mean, walked once: pressed while nothing answers, by every way that can come to
// pass, which says its sentence and loses nothing; then pressed again, and listened to: its end is heard once, the focus is
// where one goes on, and nothing that tells of it lies over what can be pressed.
import type { BrowserContext, Page } from "@playwright/test";
import { type IntentName, intents } from "../../../app/screens/forms/intents";
import type { BuiltServer } from "../../support/server";
import { expect, test } from "../support/fixtures";
import { expectHeard, focused, hush, listen } from "../support/listening";
import * as at from "../support/places";
import { expectUncovered } from "../support/uncovered";
import { verbs } from "../support/verbs";
import type { Verb } from "../support/verbs/stage";

interface Cut {
  how: string;
  begin(context: BrowserContext, server: BuiltServer): Promise<unknown>;
  end(context: BrowserContext, server: BuiltServer): Promise<unknown>;
}

const cuts: Cut[] = [
  {
    how: "every request fails",
    begin: (context) => context.route("**/*", (route) => route.abort()),
    end: (context) => context.unrouteAll(),
  },
  {
    how: "the browser is offline",
    begin: (context) => context.setOffline(true),
    end: (context) => context.setOffline(false),
  },
];
/** To the browser it is as if every request failed; so only of one form in each place: over a page, on it, on a card. */
const kill: Cut = {
  how: "the server's process is killed",
  begin: (_, server) => server.kill9(),
  end: (_, server) => server.restart(),
};
const killed: readonly string[] = ["sign-in", "write-tweet", "keep-hours", "post-now"] satisfies IntentName[];

/** What somebody typed or chose, in the page and what lies over it. A field without a name is there to copy from. */
const typedIn = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>("input[name]:not([type=hidden]), textarea[name], select[name]"),
    ].map((one) => [one.name, one.value, one.checked]),
  );

const isPost = (request: { method(): string; url(): string }) =>
  request.method() === "POST" && request.url().includes(".data");

test("every form of every screen is pressed here", () => {
  expect(Object.keys(verbs).toSorted()).toEqual(Object.keys(intents).toSorted());
});

for (const [intent, verb] of Object.entries(verbs) as [IntentName, Verb][])
  test.describe(() => {
    test.use({ serverKind: verb.serverKind ?? "usual" });
    test(`"${intent}" says its sentence while nothing answers, and is heard to be done once the server is back`, async ({
      page,
      context,
      server,
      arrive,
      complaints,
    }) => {
      complaints.allow(/net::ERR_|Failed to fetch/);
      await listen(page);
      await verb.come({ page, arrive, server, script: true });
      await at.takenOver(page);
      await (verb.guest ? page.waitForLoadState("networkidle") : at.done(page));
      await at.mark(page);
      const [here, typed] = [page.url(), await typedIn(page)];
      const { networkError } = intents[intent];
      // What is read out alone stays ten seconds.
      const sentence = page.getByText(networkError).and(page.locator(":not(.visually-hidden, .visually-hidden *)"));

      for (const { how, begin, end } of killed.includes(intent) ? [...cuts, kill] : cuts)
        await test.step(how, async () => {
          await begin(context, server);
          const lost = page.waitForEvent("requestfailed", isPost);
          await verb.press(page);
          await lost;
          await expect(sentence.first()).toBeVisible();
          if (verb.guest === "told over it") await at.dismissError(page, networkError);
          expect(await typedIn(page)).toEqual(typed);
          expect(page.url()).toBe(here);
          await end(context, server);
        });

      expect(await at.wentOn(page)).toBe(true);
      await hush(page);
      const answer = page.waitForResponse((one) => isPost(one.request()));
      await verb.press(page);
      expect((await answer).status()).toBeLessThan(400);
      if (verb.message) await expectHeard(page, verb.message);
      await expect.poll(() => focused(page), { message: "where the focus is" }).toMatch(verb.focus);
      await expect(sentence).toHaveCount(0);
      if (verb.isShown) await expect(page.locator(".toast")).toHaveCount(0);
      else await expectUncovered(page);
    });
  });
