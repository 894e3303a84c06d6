// Before an account's first bot: X's rules for automated accounts, ticked off once.
import "~/ui/kit";
import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Check } from "~/ui/check";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog";
import { Notice } from "~/ui/notice";
import { useBusy } from "~/ui/use-busy";
import { rules } from "./checklist";

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
  const busy = useBusy("start-bot") !== null;
  return (
    <Dialog
      title="Before your bot starts"
      subtitle={`X asks this of every automated account, so of @${username}`}
      closeTo={closeTo}
    >
      <Form className="form" method="post" preventScrollReset>
        <input type="hidden" name="intent" value="start-bot" />
        <input type="hidden" name="analysisId" value={analysisId} />
        <input type="hidden" name="as" value={`@${username}`} />
        <input type="hidden" name="checklist" value="1" />
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
            on="The bot proposes, and you approve."
            off="The bot posts by itself."
          />
          {sandbox && <p className="hint">In the sandbox this is a rehearsal: nothing of it is on X.</p>}
        </DialogBody>
        <DialogFoot>
          <ButtonLink to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Button variant="primary" icon="play" busy={busy}>
            Start Bot
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
