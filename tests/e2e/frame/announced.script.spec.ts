// What somebody is told who doesn't see the page: the end of every verb, once, and the focus not lost by it.
import { expect, test } from "../support/fixtures";
import { expectHeard, focused, hush, listen } from "../support/listening";
import * as at from "../support/places";
import { verbs } from "../support/verbs";
import type { Verb } from "../support/verbs/stage";

for (const [name, verb] of Object.entries(verbs) as [string, Verb][])
  test.describe(() => {
    test.use({ serverKind: verb.serverKind ?? "usual" });
    test(`the end of "${name}" is announced, and the focus is where one goes on`, async ({ page, arrive, server }) => {
      await listen(page);
      await verb.come({ page, arrive, server });
      await at.takenOver(page);
      await hush(page);
      await verb.press(page);
      if (verb.message) await expectHeard(page, verb.message);
      await expect.poll(() => focused(page), { message: "where the focus is" }).toMatch(verb.focus);
    });
  });
