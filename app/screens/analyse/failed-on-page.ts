// Returns a failed result unless the open modal shows it already.
import type { ActionResult } from "~/screens/forms/form-action.server";
import { failedIn } from "~/screens/forms/use-result";

interface Modals {
  editing: object | null;
  checklist: object | null;
}

export function failedOnPage({ editing, checklist }: Modals, result: ActionResult | undefined): ActionResult | null {
  if (result?.ok !== false) return null;
  const panel = editing ? "edit" : "start";
  return (editing ?? checklist) && failedIn(result, panel) ? null : result;
}
