// Renders the option to show a bot's writer which posts did well. Off by default.
import { usedBy } from "~/ports/ai/writer-words";
import { Check } from "~/ui/form/check";

export const LearnCheck = ({ checked }: { checked?: boolean }) => (
  <Check
    key={String(checked)}
    name="learn"
    label="Let the bot learn from results"
    on="Sends up to three top posts and three weak ones to the AI. Text only, no numbers."
    off="The AI doesn’t see the account’s results."
    {...(checked !== undefined && { checked })}
  />
);

export const LearnHint = ({ writer }: { writer: string }) => (
  <p className="hint">
    Starts after 20 posts with metrics. <span>{usedBy(writer)}</span>
  </p>
);
