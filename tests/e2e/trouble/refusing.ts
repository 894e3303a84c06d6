// Presses a verb that is refused by what happened meanwhile, and looks at what is said and where the focus is.
import { expect } from "../support/fixtures";
import { expectAlerted, focused, hush, listen } from "../support/listening";
import * as at from "../support/places";
import type { IntentName } from "~/screens/forms/intents";
import { verbs } from "../support/verbs";
import { type Stage, write } from "../support/verbs/stage";

export interface Refusal {
  /** What happens meanwhile, elsewhere, that the page doesn't show yet. */
  meanwhile(stage: Stage): Promise<unknown> | void;
  status: number;
  /** Null: a dialog opens that says it, and takes the focus. */
  message: RegExp | null;
  focus: RegExp;
}

/** In another browser. */
export const pause = (stage: Stage) =>
  write(stage, "update accounts set status = 'paused', status_reason = 'You paused it.'");

export async function expectRefused(stage: Stage, name: string, { meanwhile, message, focus }: Refusal): Promise<void> {
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
