// Renders X's rules for automated accounts, to confirm before an account's first bot.
import { ButtonLink } from "~/ui/form/button";
import { Check } from "~/ui/form/check";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Notice } from "~/ui/messages/notice";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { startBot } from "./bot-state";
import { rules } from "./checklist";
import { LearnCheck } from "./learning";

export interface ChecklistView {
  analysisId: string;
  username: string;
}

interface ChecklistModalProps {
  of: ChecklistView;
  sandbox: boolean;
  error: string | null;
  closeTo: string;
}

export default function ChecklistModal({ of: { analysisId, username }, sandbox, error, closeTo }: ChecklistModalProps) {
  return (
    <Dialog
      title="Before your bot starts"
      subtitle={`X requires this of automated accounts, including @${username}`}
      closeTo={closeTo}
    >
      <IntentForm
        className="form"
        intent={startBot}
        fields={{ analysisId, as: `@${username}`, checklist: 1 }}
        preventScrollReset
      >
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <ul className="checklist">
            {rules.map(({ name, label, how }) => (
              <li key={name}>
                <Check name={name} label={label} on={how} off={how} required />
              </li>
            ))}
          </ul>
          <Check
            name="review"
            label="Ask me before each post"
            on="The bot suggests, you approve."
            off="The bot posts without asking."
          />
          <LearnCheck />
          {sandbox && <p className="hint">You’re in the sandbox: nothing is posted to X.</p>}
        </DialogBody>
        <DialogFoot>
          <ButtonLink to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Submit variant="primary" icon="play">
            Start Bot
          </Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}
