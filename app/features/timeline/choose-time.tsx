// Choosing an exact time for a tweet, on the clock of the person's own place.
import { useId, type ElementType } from "react";
import { FieldHint, FieldLabel } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";

/** Local times as a datetime-local field takes them, "2026-11-19T20:42". */
export interface TimeChoice {
  /** Whose clock: "Berlin". */
  city: string;
  value: string;
  earliest: string;
  latest: string;
}

interface ChooseTimeProps {
  tweetId: number;
  /** The network's id of the account that the tweet's card names. */
  account?: string;
  choice: TimeChoice;
  Form: ElementType;
  busy: string | null;
  error: string | null;
  /** What was typed before. */
  typed?: string;
}

export function ChooseTime({ tweetId, account, choice, Form, busy, error, typed }: ChooseTimeProps) {
  const id = useId();
  return (
    <details className="fold" open={error !== null}>
      <summary>
        <Icon of="chevron-right" />
        <h3>Choose a time</h3>
      </summary>
      <IntentForm className="field" intent="schedule-at" fields={{ tweetId, account }} Form={Form} busy={busy}>
        <FieldLabel htmlFor={id} label={`Date and time in ${choice.city}`} />
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
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}hint`}
            autoFocus={error !== null}
          />
          <Submit icon="calendar-clock">Schedule</Submit>
        </div>
        <FieldHint id={`${id}hint`} hint="It goes out then, also within your quiet hours." error={error} />
      </IntentForm>
    </details>
  );
}
