// The checklist that opens over an analysis, or over the bots, before an account's first bot.
import type { ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import type { ChecklistView } from "~/features/bots/checklist-modal";
import { part } from "~/ui/part";
import type { ActResult } from "./act.server";
import { useScreen } from "./screen";
import { useHere } from "./use-here";

const ChecklistModal = part("checklist-modal", () => import("~/features/bots/checklist-modal"));

/** The checklist, if the URL opens it; it stays open where something of it is missing. */
export function useChecklist(of: ChecklistView | null, result: ActResult | undefined): ReactNode {
  const { here } = useHere();
  const { sandbox } = useScreen();
  const [query] = useSearchParams();
  // Closed while the server was away, it may be open in the data yet.
  const checklist = query.has("checklist") ? of : null;
  if (!checklist) return null;
  const error = result?.ok === false && result.intent === "start-bot" ? result.error : null;
  return <ChecklistModal of={checklist} sandbox={sandbox} error={error} closeTo={here({ checklist: null })} />;
}
