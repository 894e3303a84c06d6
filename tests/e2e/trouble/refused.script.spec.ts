// What the server refuses is said at once, as an alert, and the focus stays on what was pressed.
import { replies } from "../../support/fakes/fake-gemini";
import { expect, test } from "../support/fixtures";
import { expectAlerted, focused, hush, listen } from "../support/listening";
import * as at from "../support/places";
import type { IntentName } from "~/screens/forms/intents";
import { verbs } from "../support/verbs";
import { type Stage, write } from "../support/verbs/stage";

interface Refusal {
  /** What happens meanwhile, elsewhere, that the page doesn't show yet. */
  meanwhile(stage: Stage): Promise<unknown> | void;
  status: number;
  /** Null: a dialog opens that says it, and takes the focus. */
  message: RegExp | null;
  focus: RegExp;
}

/** In another browser. */
const pause = (stage: Stage) => write(stage, "update accounts set status = 'paused', status_reason = 'You paused it.'");
// Not deleted: tweets of earlier tests on this server may name them.
const unlink = (stage: Stage) => write(stage, "update accounts set unlinked_at = 1, is_default = 0, tokens = ''");
const breakAnalysis = (stage: Stage) => write(stage, "update analyses set state = 'failed', error = 'It broke'");

const refusals: Record<string, Refusal> = {
  "post-now": { meanwhile: pause, status: 409, message: /paused/, focus: /^button Post Now$/ },
  "add-to-timeline": { meanwhile: pause, status: 409, message: /paused/, focus: /^button Add to Timeline$/ },
  "schedule-at": { meanwhile: pause, status: 409, message: /paused/, focus: /^button Schedule$/ },
  generate: { meanwhile: unlink, status: 422, message: /connect a Twitter account first/, focus: /^button Create/ },
  "start-bot": { meanwhile: breakAnalysis, status: 409, message: /not completed/, focus: /^button Start Bot$/ },
  "sign-in": {
    meanwhile: ({ page }) => page.getByRole("dialog").getByLabel("Password").fill("not her password 7"),
    status: 401,
    message: null,
    focus: /^button OK$/,
  },
};

async function expectRefused(stage: Stage, name: string, { meanwhile, message, focus }: Refusal): Promise<void> {
  const { page } = stage;
  const verb = verbs[name as IntentName];
  await listen(page);
  await verb.come(stage);
  await at.takenOver(page);
  await page.waitForLoadState("networkidle");
  await meanwhile(stage);
  await hush(page);
  await verb.press(page);
  if (message) await expectAlerted(page, message);
  else await expect(page.getByRole("alertdialog", { name: at.sentences.wrong })).toBeVisible();
  await expect.poll(() => focused(page), { message: "where the focus is" }).toMatch(focus);
}

for (const [name, refusal] of Object.entries(refusals))
  test(`"${name}" that is refused is an alert, and the focus is where one tries again`, async ({
    page,
    arrive,
    server,
    complaints,
  }) => {
    complaints.expect(refusal.status);
    await expectRefused({ page, arrive, server, script: true }, name, refusal);
  });

test.describe("with a writer that fails", () => {
  test.use({ serverKind: "gemini" });

  test('"analyse" that comes to nothing is an alert, and the focus is where one tries again', async ({
    page,
    arrive,
    server,
    complaints,
    gemini,
  }) => {
    complaints.expect(502);
    await expectRefused({ page, arrive, server, script: true }, "analyse", {
      meanwhile: () => gemini.always(replies.blockedPrompt("SAFETY")),
      status: 502,
      message: /Gemini wrote nothing/,
      focus: /^button Analyse Product$/,
    });
  });
});
