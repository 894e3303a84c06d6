// The modal in which a proposal's words are changed, if the URL opens it.
import type { ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import { part } from "~/ui/part";
import type { ActResult } from "./act.server";
import type { EditedProposal } from "./proposal.server";

const ProposalModal = part("proposal-modal", () => import("./proposal-modal"));

export function useProposal(editing: EditedProposal | null, result: ActResult | undefined): ReactNode {
  const [query] = useSearchParams();
  // Closed while the server was away, it may be open in the data yet.
  if (!editing || !query.has("edit")) return null;
  return <ProposalModal key={editing.id} of={editing} result={result} />;
}
