// Renders the form to choose an exact time for a tweet, in the user's time zone.
import { useId, type ElementType } from "react";
import { cityTime } from "~/ground/time/city-time";
import { FieldHint, FieldLabel } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";
import { scheduleAt } from "./slot";
import { isQuestion, type SlotChoices, SlotFields } from "./slot-fields";

/** Local times for a datetime-local field: "2026-11-19T20:42". */
export interface TimeChoice {
  city: string;
  value: string;
  earliest: string;
  latest: string;
  slots: SlotChoices | null;
}

interface ChooseTimeProps {
  tweetId: number;
  account?: string;
  parts?: number;
  choice: TimeChoice;
  Form: ElementType;
  busy: string | null;
  error: string | null;
  typed?: string;
  typedSlot?: Record<string, string>;
}

export function ChooseTime({ tweetId, account, parts, choice, Form, busy, error, typed, typedSlot }: ChooseTimeProps) {
  const id = useId();
  return (
    <details className="fold" open={error !== null}>
      <summary>
        <Icon of="chevron-right" />
        <h3>Pick a time</h3>
      </summary>
      <IntentForm className="field" intent={scheduleAt} fields={{ tweetId, account, parts }} Form={Form} busy={busy}>
        <FieldLabel htmlFor={id} label={`Date and time (${cityTime(choice.city)})`} />
        <div className="field__row">
          <input
            id={id}
            className="input"
            type="datetime-local"
            name="moment"
            required
            defaultValue={typed ?? choice.value}
            min={choice.earliest}
            max={choice.latest}
            aria-invalid={error && typed !== undefined ? true : undefined}
            aria-describedby={`${id}hint`}
            autoFocus={error !== null && typed !== undefined}
          />
          <Submit icon="calendar-clock">Schedule</Submit>
        </div>
        <FieldHint
          id={`${id}hint`}
          hint="Posts at this exact time, even in quiet hours."
          error={typed === undefined ? null : error}
        />
      </IntentForm>
      {choice.slots && (
        <IntentForm className="field" intent={scheduleAt} fields={{ tweetId, account }} Form={Form} busy={busy}>
          <FieldLabel htmlFor={`${id}day`} label="Or move to a random time in a slot" />
          <div className="field__row">
            <SlotFields id={`${id}day`} {...choice.slots} typed={typedSlot} describedBy={`${id}slot`} />
            <Submit icon="calendar-clock">Move</Submit>
            {typed === undefined && isQuestion(error) && (
              <button className="button button--plain" name="anyway" value="1">
                Move anyway
              </button>
            )}
          </div>
          <FieldHint
            id={`${id}slot`}
            hint="Keeps your minimum gap between posts."
            error={typed === undefined ? error : null}
          />
        </IntentForm>
      )}
    </details>
  );
}
