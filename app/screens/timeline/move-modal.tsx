// Modal that moves a scheduled tweet to a day and a slot, without dragging or a script.
import { useId } from "react";
import { cityTime } from "~/ground/time/city-time";
import { scheduleAt } from "~/features/timeline/slot";
import { isQuestion, SlotFields } from "~/features/timeline/slot-fields";
import { preview } from "~/features/tweets/text";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { ButtonLink } from "~/ui/form/button";
import { FieldHint, FieldLabel } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import type { OpenedTweet } from "./opened.server";

export default function MoveModal({ opened, result }: { opened: OpenedTweet; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const id = useId();
  const { tweet, moment, choice } = opened;
  const failed = failedIn(result, "time");
  const closeTo = hrefWith({ tweet: null, move: null });
  if (!choice?.slots) return null;
  return (
    <Dialog title={`Move “${preview(tweet.content)}”`} closeTo={closeTo} wide>
      <IntentForm intent={scheduleAt} fields={{ tweetId: tweet.id, account: tweet.account?.ref }} preventScrollReset>
        <DialogBody>
          <p className="quiet">
            Now: <strong>{moment}</strong>. <span>{tweet.reason ?? "You picked it."}</span>
          </p>
          <div className="field">
            <FieldLabel htmlFor={id} label={`Day and time slot (${cityTime(choice.city)})`} />
            <div className="field__row">
              <SlotFields id={id} {...choice.slots} typed={failed?.values} describedBy={`${id}hint`} />
            </div>
            <FieldHint
              id={`${id}hint`}
              hint="Posts at a random minute in the slot, keeping your minimum gap."
              error={failed?.error ?? null}
            />
          </div>
        </DialogBody>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          {isQuestion(failed?.error) && (
            <button className="button button--plain" name="anyway" value="1">
              Move anyway
            </button>
          )}
          <Submit variant="primary" icon="calendar-clock">
            Move
          </Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}
