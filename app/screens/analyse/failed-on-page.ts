// What a press came to that failed, where the page itself tells it: what the open modal tells is not told behind it too.
import type { ActionResult } from "~/screens/forms/form-action.server";
import { failedIn } from "~/screens/forms/use-result";

interface Modals {
  editing: object | null;
  checklist: object | null;
}

export function failedOnPage({ editing, checklist }: Modals, result: ActionResult | undefined): ActionResult | null {
  if (result?.ok !== false) return null;
  // Of the two the proposal lies on top.
  const panel = editing ? "edit" : "start";
  return (editing ?? checklist) && failedIn(result, panel) ? null : result;
}
