// Opens the modal that edits a proposal, if the URL names one.
import type { ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import { lazyPart } from "~/ui/lazy-part";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { EditedProposal } from "./proposal.server";

const ProposalModal = lazyPart("proposal-modal", () => import("./proposal-modal"));

export function useProposal(editing: EditedProposal | null, result: ActionResult | undefined): ReactNode {
  const [query] = useSearchParams();
  if (!editing || !query.has("edit")) return null;
  return <ProposalModal key={editing.id} of={editing} result={result} />;
}
