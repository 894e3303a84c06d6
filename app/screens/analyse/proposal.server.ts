// A bot's proposal while its words are being changed, before the person approves it.
import type { ProposalView } from "~/features/bots/bot-view";
import type { Weighed } from "~/features/tweets/count";
import { knownOf } from "~/features/tweets/text.server";

export interface EditedProposal extends Pick<ProposalView, "id" | "text" | "pictures" | "picturesUsd"> {
  /** What of them the browser can't weigh by itself. */
  known: [string, Weighed][];
}

/** `raw` is the URL's word; only what waits for approval on this page opens. */
export function editedProposal(raw: string | null, proposals: readonly ProposalView[]): EditedProposal | null {
  const proposal = proposals.find(({ id }) => String(id) === raw);
  return proposal ? { ...proposal, known: knownOf(proposal.text) } : null;
}
