// Renders the sign-up time zone field, preset to the browser's zone, or to UTC without a script.
import { useEffect, useRef } from "react";
import { Select } from "~/ui/form/field";
import { ownZone } from "./zone-names";
import type { ZoneOption } from "./zones.server";

interface ZoneFieldProps {
  options: readonly ZoneOption[];
  value?: string;
  error?: string | null;
}

/** Also sends the guess, which lets the server tell an untouched guess from a choice. */
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
        hint="Random times avoid the night in this time zone."
        options={options}
        value={value ?? "UTC"}
        error={error}
        ref={select}
      />
    </>
  );
}
