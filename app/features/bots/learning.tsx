// Renders the option to show a bot's writer which posts did well. Off by default.
import { Check } from "~/ui/form/check";

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

export const LearnHint = ({ demoWriter }: { demoWriter: boolean }) => (
  <p className="hint">
    From 20 posts on whose results were read.{" "}
    <span>{demoWriter ? "The demo writer takes nothing of it." : "On Gemini’s free tier Google may use them."}</span>
  </p>
);
