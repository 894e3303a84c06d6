// Which form of this page is on its way, told apart by its hidden `intent` and what stands beside it.
import { useNavigation } from "@remix-run/react";

/** The table of intents puts its names in here (screens/forms/intents.ts): a form with another does not compile. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled there
export interface IntentTable {}

export type Intent = IntentTable extends { name: infer Name extends string } ? Name : string;

/** Hidden fields; what is undefined is not sent. */
export type HiddenFields = Record<string, string | number | undefined>;

/** The fields of the submission in flight with this intent, and with these of its fields, until its answer is shown; else null. */
export function useBusy(intent: Intent, fields: HiddenFields = {}): FormData | null {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== intent) return null;
  const isThis = Object.entries(fields).every(
    ([name, value = null]) => formData.get(name) === (value && String(value)),
  );
  return isThis ? formData : null;
}
