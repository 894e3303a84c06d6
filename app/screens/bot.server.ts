// What /bot loads on its first step: the person's bots, and the proposal whose words the URL opens.
import { type App, getApp } from "~/app.server";
import { botSays } from "~/catalogue";
import type { BotRunView } from "~/features/bots/bot-view";
import { listBots } from "~/features/bots/bots.server";
import type { ChecklistView } from "~/features/bots/checklist-modal";
import type { User } from "~/features/users/user";
import { botCard, toProposal } from "./bot-facts.server";
import { didOf, loadChecklist } from "./product-analyse.server";
import { type EditedProposal, editedProposal } from "./proposal.server";
import { type Asked, visitOf } from "./visit.server";

export interface BotData {
  signedIn: boolean;
  bots: BotRunView[];
  /** Where they could not be read. */
  error: string | null;
  editing: EditedProposal | null;
  checklist: ChecklistView | null;
  /** What was just done, for a page without a script. */
  did: string | null;
}

/** So many stand here; all there ever were are in the history. */
const mostBots = 50;

/** Null on the other steps, which are about nobody's bots. */
export async function loadBot(asked: Asked): Promise<BotData | null> {
  const app = getApp();
  const query = new URL(asked.request.url).searchParams;
  if ((query.get("step") ?? "start") !== "start") return null;
  const { user } = await visitOf(asked);
  const none = { signedIn: user !== null, bots: [], error: null, editing: null, checklist: null, did: null };
  if (!user) return none;
  try {
    const bots = await readRuns(app, user);
    const proposals = bots.flatMap(({ proposal }) => (proposal ? [proposal] : []));
    return {
      ...none,
      bots,
      editing: editedProposal(query.get("edit"), proposals),
      checklist: await loadChecklist(app, user, query.get("checklist")),
      did: didOf(query),
    };
  } catch (error) {
    app.log.error({ err: error }, "the bots could not be read");
    return { ...none, error: botSays.active };
  }
}

async function readRuns(app: App, user: User): Promise<BotRunView[]> {
  const beholder = { now: app.clock.now(), timeZone: user.timezone };
  const found = await listBots(app, user.id, mostBots);
  return found.map(({ analysis, bot }) => ({
    ...botCard(analysis, bot, beholder),
    review: bot.review,
    proposal: bot.proposal && toProposal(bot.proposal),
  }));
}
