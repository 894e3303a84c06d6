// Returns the result of the page's last form for as long as the page is shown.
import { useState } from "react";
import { useActionData, useLocation } from "@remix-run/react";
import type { ActionResult } from "./form-action.server";
import { intentOf } from "./intents";

/** Like useActionData, but keeps the result when the page's data is reloaded. */
export function useResult(): ActionResult | undefined {
  const fresh = useActionData<ActionResult>();
  const { key } = useLocation();
  const [kept, keep] = useState({ key, result: fresh });
  // The result arrives before the page's data; until then the location is still the previous one.
  if (fresh !== undefined && (fresh !== kept.result || key !== kept.key)) keep({ key, result: fresh });
  return fresh ?? (kept.key === key ? kept.result : undefined);
}

export const failedIn = (result: ActionResult | undefined, panel: string): ActionResult | undefined =>
  result?.ok === false && intentOf(result.intent)?.panel === panel ? result : undefined;
