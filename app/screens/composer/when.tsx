// Choice of the time: random, a slot, exact, or the time that the tweet has.
import { type ReactNode, useId } from "react";
import { SlotFields } from "~/features/timeline/slot-fields";
import { cityTime } from "~/ground/time/city-time";
import type { ComposerForm, Time } from "./form";
import type { ComposerView } from "./to-view.server";

interface WhenProps {
  form: Pick<ComposerForm, "time" | "day" | "slot" | "moment">;
  view: Pick<ComposerView, "city" | "slots" | "earliest" | "latest" | "scheduledFor" | "situation">;
  random: string;
}

export function When({ form, view, random }: WhenProps) {
  const id = useId();
  const { scheduledFor, situation, slots, earliest, latest } = view;
  // The rest of a started thread keeps its times.
  if (situation === "started") return <input type="hidden" name="when" value="keep" />;
  const choice = (time: Time, label: string, hint: string | null, fields?: ReactNode) => (
    <div className="when__choice">
      <label className="when__label">
        <input
          type="radio"
          name="when"
          value={time}
          defaultChecked={form.time === time}
          aria-describedby={hint === null ? undefined : `${id}${time}`}
        />
        <strong>{label}</strong>
        {hint !== null && (
          <small className="quiet" id={`${id}${time}`}>
            {hint}
          </small>
        )}
      </label>
      {fields && <div className="when__fields">{fields}</div>}
    </div>
  );
  return (
    <fieldset className="when">
      <legend>
        When <small className="quiet">{cityTime(view.city)}</small>
      </legend>
      {(scheduledFor !== null || form.time === "keep") && choice("keep", `Keep ${scheduledFor ?? "its time"}`, null)}
      {choice("random", "Random time", random)}
      {choice(
        "slot",
        "Time slot",
        "A random minute in it.",
        <SlotFields id={`${id}day`} {...slots} typed={{ day: form.day, slot: form.slot }} dayLabel="Day" />,
      )}
      {choice(
        "exact",
        "Exact time",
        "Posts then, even in quiet hours.",
        <input
          className="input"
          type="datetime-local"
          name="moment"
          aria-label="Date and time"
          defaultValue={form.moment}
          min={earliest}
          max={latest}
        />,
      )}
    </fieldset>
  );
}
