// Opens the checklist before an account's first bot.
import type { ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import type { ChecklistView } from "~/features/bots/checklist-modal";
import { lazyPart } from "~/ui/lazy-part";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";

const ChecklistModal = lazyPart("checklist-modal", () => import("~/features/bots/checklist-modal"));

export function useChecklist(view: ChecklistView | null, result: ActionResult | undefined): ReactNode {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  const [query] = useSearchParams();
  // After closing offline, the data still has it open; the URL decides.
  const checklist = query.has("checklist") ? view : null;
  if (!checklist) return null;
  const error = failedIn(result, "start")?.error ?? null;
  return <ChecklistModal of={checklist} sandbox={sandbox} error={error} closeTo={hrefWith({ checklist: null })} />;
}
