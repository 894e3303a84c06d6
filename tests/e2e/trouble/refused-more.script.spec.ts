// The same of other verbs: what the server refuses is said at once, and the focus stays.
import { replies } from "../../support/fakes/fake-gemini";
import { test } from "../support/fixtures";
import { type Stage, write } from "../support/verbs/stage";
import { expectRefused, pause, type Refusal } from "./refusing";

const breakAnalysis = (stage: Stage) => write(stage, "update analyses set state = 'failed', error = 'It broke'");

const refusals: Record<string, Refusal> = {
  "add-to-timeline": { meanwhile: pause, status: 409, message: /paused/, focus: /^button Add to Timeline$/ },
  "schedule-at": { meanwhile: pause, status: 409, message: /paused/, focus: /^button Schedule$/ },
  "start-bot": { meanwhile: breakAnalysis, status: 409, message: /isn’t complete/, focus: /^button Start Bot$/ },
  "sign-in": {
    meanwhile: ({ page }) => page.getByRole("dialog").getByLabel("Password").fill("not her password 7"),
    status: 401,
    message: null,
    focus: /^button OK$/,
  },
};

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
