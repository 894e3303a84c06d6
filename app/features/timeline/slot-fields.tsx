// A day and a part of it, as two selects: where a tweet is moved to, or written for.
export interface SlotChoice {
  value: string;
  label: string;
  selected: boolean;
}

/** Each day with its name, and the parts of a day. */
export interface SlotChoices {
  days: SlotChoice[];
  parts: SlotChoice[];
}

interface SlotFieldsProps extends SlotChoices {
  /** The day's, for its label. */
  id: string;
  /** What was chosen before. */
  typed?: Record<string, string>;
  describedBy?: string;
}

export function SlotFields({ id, days, parts, typed, describedBy }: SlotFieldsProps) {
  return (
    <>
      <select id={id} className="input" name="day" defaultValue={typed?.["day"] ?? selectedOf(days)}>
        {days.map(optionOf)}
      </select>
      <select
        className="input"
        name="slot"
        aria-label="Part of the day"
        defaultValue={typed?.["slot"] ?? selectedOf(parts)}
        aria-describedby={describedBy}
      >
        {parts.map(optionOf)}
      </select>
    </>
  );
}

/** A refusal that a yes overrules. */
export const isQuestion = (error: string | null | undefined): boolean => error?.endsWith("anyway?") ?? false;

const selectedOf = (choices: readonly SlotChoice[]): string | undefined =>
  choices.find(({ selected }) => selected)?.value;

const optionOf = ({ value, label }: SlotChoice) => (
  <option key={value} value={value}>
    {label}
  </option>
);
