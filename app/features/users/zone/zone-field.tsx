// The time zone of who signs up: what the browser takes for its own is chosen already, without a script UTC is.
import { useEffect, useRef } from "react";
import { Select } from "~/ui/form/field";
import { ownZone } from "./zone-names";
import type { ZoneOption } from "./zones.server";

interface ZoneFieldProps {
  options: readonly ZoneOption[];
  /** What was chosen before. */
  value?: string;
  error?: string | null;
}

/** What the person leaves as it stood was a guess: it goes along, so that the server can tell it from a choice. */
export function ZoneField({ options, value, error }: ZoneFieldProps) {
  const select = useRef<HTMLSelectElement>(null);
  const guess = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const browserZone = ownZone();
    if (!select.current || !guess.current || select.current.value !== guess.current.value) return;
    if (!options.some((option) => option.value === browserZone)) return;
    select.current.value = browserZone;
    guess.current.value = browserZone;
  }, [options]);
  return (
    <>
      <input type="text" name="timezoneGuess" defaultValue="UTC" ref={guess} readOnly hidden />
      <Select
        label="Time zone"
        name="timezone"
        hint="Random moments keep out of your night."
        options={options}
        value={value ?? "UTC"}
        error={error}
        ref={select}
      />
    </>
  );
}
