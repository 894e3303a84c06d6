// Builds the view of /bot's first step. Pure.
import type { Analysis } from "~/features/analysis/analysis.server";
import type { BotRunView } from "~/features/bots/bot-view";
import type { BotView } from "~/features/bots/bots.server";
import type { ChecklistView } from "~/features/bots/checklist-modal";
import { botMessages } from "~/ground/messages";
import { botCard, didOf, type Pictured, toProposal } from "~/screens/analyse/bot-facts.server";
import { type EditedProposal, editedProposal } from "~/screens/analyse/proposal.server";
import type { Viewer } from "~/screens/frame/viewer.server";

export interface Fetched extends Viewer {
  bots: { bot: BotView; analysis: Analysis }[] | null;
  checklist: ChecklistView | null;
  pictured: Pictured;
}

export interface BotData {
  signedIn: boolean;
  bots: BotRunView[];
  error: string | null;
  editing: EditedProposal | null;
  checklist: ChecklistView | null;
  did: string | null;
}

export function toView({ user, query, bots: found, checklist, pictured, ...viewer }: Fetched): BotData {
  const bots = (found ?? []).map(({ analysis, bot }) => ({
    ...botCard(analysis, bot, viewer),
    review: bot.review,
    proposal: bot.proposal && toProposal(bot.proposal, pictured),
  }));
  const proposals = bots.flatMap(({ proposal }) => proposal ?? []);
  return {
    signedIn: user !== null,
    bots,
    error: found ? null : botMessages.active,
    editing: editedProposal(query.get("edit"), proposals),
    checklist,
    did: user && found ? didOf(query) : null,
  };
}
