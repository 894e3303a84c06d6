// The checklist that opens over an analysis, or over the bots, before an account's first bot.
import type { ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import type { ChecklistView } from "~/features/bots/checklist-modal";
import { lazyPart } from "~/ui/lazy-part";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";

const ChecklistModal = lazyPart("checklist-modal", () => import("~/features/bots/checklist-modal"));

/** The checklist, if the URL opens it; it stays open where something of it is missing. */
export function useChecklist(of: ChecklistView | null, result: ActionResult | undefined): ReactNode {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  const [query] = useSearchParams();
  // Closed while the server was away, it may be open in the data yet.
  const checklist = query.has("checklist") ? of : null;
  if (!checklist) return null;
  const error = failedIn(result, "start")?.error ?? null;
  return <ChecklistModal of={checklist} sandbox={sandbox} error={error} closeTo={hrefWith({ checklist: null })} />;
}
