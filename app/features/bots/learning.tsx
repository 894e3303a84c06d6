// Whether a bot's writer is shown what worked: a tick of its own, off until the person sets it.
import { Check } from "~/ui/form/check";

/** A box of a form; whichever it is has the button. */
export const LearnCheck = ({ checked }: { checked?: boolean }) => (
  <Check
    key={String(checked)}
    name="learn"
    label="Show the bot’s writer what worked"
    on="It is shown up to three of the account’s best received posts and three of the least: words, no figures."
    off="It is shown none of the account’s posts for how they were received."
    {...(checked !== undefined && { checked })}
  />
);

/** From when on there is something to show, and who takes nothing of it. */
export const LearnHint = ({ demoWriter }: { demoWriter: boolean }) => (
  <p className="hint">
    From 20 posts on whose results were read.{" "}
    <span>{demoWriter ? "The demo writer takes nothing of it." : "On Gemini’s free tier Google may use them."}</span>
  </p>
);
