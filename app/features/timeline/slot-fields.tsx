// Renders two selects, day and part of day, to move or write a tweet.
export interface SlotChoice {
  value: string;
  label: string;
  selected: boolean;
}

export interface SlotChoices {
  days: SlotChoice[];
  parts: SlotChoice[];
}

interface SlotFieldsProps extends SlotChoices {
  id: string;
  typed?: Record<string, string>;
  describedBy?: string;
  /** Needed if no label is beside it. */
  dayLabel?: string;
}

export function SlotFields({ id, days, parts, typed, describedBy, dayLabel }: SlotFieldsProps) {
  return (
    <>
      <select
        id={id}
        className="input"
        name="day"
        aria-label={dayLabel}
        defaultValue={typed?.["day"] ?? selectedOf(days)}
      >
        {days.map(optionOf)}
      </select>
      <select
        className="input"
        name="slot"
        aria-label="Time slot"
        defaultValue={typed?.["slot"] ?? selectedOf(parts)}
        aria-describedby={describedBy}
      >
        {parts.map(optionOf)}
      </select>
    </>
  );
}

/** An error that the user can override. */
export const isQuestion = (error: string | null | undefined): boolean => error?.endsWith("anyway?") ?? false;

const selectedOf = (choices: readonly SlotChoice[]): string | undefined =>
  choices.find(({ selected }) => selected)?.value;

const optionOf = ({ value, label }: SlotChoice) => (
  <option key={value} value={value}>
    {label}
  </option>
);
