// Which form of this page is on its way, told apart by its hidden `intent`.
import { useNavigation } from "@remix-run/react";

/** The fields of the submission in flight with this intent, until its answer is shown; else null. */
export function useBusy(intent: string): FormData | null {
  const { formData } = useNavigation();
  return formData?.get("intent") === intent ? formData : null;
}
