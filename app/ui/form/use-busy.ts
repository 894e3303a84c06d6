// Finds the form that the page is sending, by its `intent` and other hidden fields.
import { useNavigation } from "@remix-run/react";

/** screens/forms/intents.ts adds the intents' names, so an unknown name doesn't compile. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled there
export interface IntentTable {}

export type Intent = IntentTable extends { name: infer Name extends string } ? Name : string;

export type HiddenFields = Record<string, string | number | undefined>;

/** Returns the sent fields until the response is shown, else null. */
export function useBusy(intent: Intent, fields: HiddenFields = {}): FormData | null {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== intent) return null;
  const isThis = Object.entries(fields).every(
    ([name, value = null]) => formData.get(name) === (value && String(value)),
  );
  return isThis ? formData : null;
}
