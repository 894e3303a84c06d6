// What the last form of this page came to, for as long as the page is shown.
import { useState } from "react";
import { useActionData, useLocation } from "@remix-run/react";
import type { ActionResult } from "./form-action.server";
import { intentOf } from "./intents";

/**
 * As useActionData, but looking at the page's data once more (another time zone, fresh history) doesn't take it away:
 * the sentence and what was typed would vanish while they are being read. Going elsewhere does.
 */
export function useResult(): ActionResult | undefined {
  const fresh = useActionData<ActionResult>();
  const { key } = useLocation();
  const [kept, keep] = useState({ key, result: fresh });
  // The answer is there before the page that shows it: until that page's data are read, the address is the former one.
  if (fresh !== undefined && (fresh !== kept.result || key !== kept.key)) keep({ key, result: fresh });
  return fresh ?? (kept.key === key ? kept.result : undefined);
}

/** What failed, where this panel is the one to show it. */
export const failedIn = (result: ActionResult | undefined, panel: string): ActionResult | undefined =>
  result?.ok === false && intentOf(result.intent)?.panel === panel ? result : undefined;
