// What the server refuses is said at once, as an alert, and the focus stays on what was pressed.
import { test } from "../support/fixtures";
import { type Stage, write } from "../support/verbs/stage";
import { expectRefused, pause, type Refusal } from "./refusing";

// Not deleted: tweets of earlier tests on this server may name them.
const unlink = (stage: Stage) => write(stage, "update accounts set unlinked_at = 1, is_default = 0, tokens = ''");

const refusals: Record<string, Refusal> = {
  "post-now": { meanwhile: pause, status: 409, message: /paused/, focus: /^button Post Now$/ },
  generate: { meanwhile: unlink, status: 422, message: /Connect a Twitter account first/, focus: /^button Create/ },
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
