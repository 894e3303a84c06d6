// Finds the bot's proposal that is being edited.
import type { ProposalView } from "~/features/bots/bot-view";
import type { Weighed } from "~/features/tweets/count";
import { knownOf } from "~/features/tweets/text.server";

export interface EditedProposal extends Pick<ProposalView, "id" | "text" | "pictures" | "picturesUsd"> {
  /** Text whose length the browser can't compute itself. */
  known: [string, Weighed][];
}

export function editedProposal(raw: string | null, proposals: readonly ProposalView[]): EditedProposal | null {
  const proposal = proposals.find(({ id }) => String(id) === raw);
  return proposal ? { ...proposal, known: knownOf(proposal.text) } : null;
}
