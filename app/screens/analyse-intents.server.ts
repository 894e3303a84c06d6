// What the forms of /product-analyse can mean: analyse, start and stop a bot, approve what it proposes.
import type { ActionFunctionArgs } from "@remix-run/node";
import { AppError } from "~/errors";
import { listAccounts } from "~/features/accounts/accounts.server";
import { type Analysis, analyse, analyseAgain } from "~/features/analysis/analysis.server";
import { descriptionSchema } from "~/features/analysis/schema.server";
import { approve, hasPledged, pledge, reject, requireStart, startBot, stopBot } from "~/features/bots/bots.server";
import { rules, seeToAll } from "~/features/bots/checklist";
import { botSays } from "~/catalogue";
import { asTyped } from "~/features/tweets/tweet";
import { validate } from "~/http/validate.server";
import { type Act, type Done, field, type Intents, requirePerson } from "./act.server";
import { here } from "./here";
import { screenAction } from "./screen-action.server";
import { tweetIntents } from "./tweet-intents.server";

/** Of both pages that show bots: a proposal may be changed before it is approved. */
export const actOnAnalyse = (args: ActionFunctionArgs) =>
  screenAction(args, { ...analyseIntents, "edit-tweet": tweetIntents["edit-tweet"] });

export const analyseIntents: Intents = {
  async analyse(act) {
    const { user } = requirePerson(act);
    const content = validate(descriptionSchema, asTyped(field(act, "content")), "form");
    return analysed(await analyse(act.app, user.id, content));
  },

  async "analyse-again"(act) {
    const { user } = requirePerson(act);
    return analysed(await analyseAgain(act.app, user.id, idOf(act, "analysisId")));
  },

  "start-bot": start,

  async "stop-bot"(act) {
    await stopBot(act.app, requirePerson(act).user.id, idOf(act, "analysisId"));
    return done(act, "stopped", botSays.stopped);
  },

  async "review-bot"(act) {
    const { user } = requirePerson(act);
    const review = field(act, "review") === "on";
    await startBot(act.app, { userId: user.id, analysisId: idOf(act, "analysisId"), account: null, review });
    return { said: review ? "The bot asks you before each post" : "The bot posts without asking" };
  },

  async "approve-tweet"(act) {
    const { reason } = await approve(act.app, requirePerson(act).user.id, idOf(act, "tweetId"));
    return { said: reason === null ? "Approved" : `Approved. ${reason}` };
  },

  async "reject-tweet"(act) {
    await reject(act.app, requirePerson(act).user.id, idOf(act, "tweetId"));
    return { said: "Another one will be written" };
  },
};

const analysed = ({ id, qualityScore }: Analysis): Done => ({
  to: `/product-analyse?analysis=${id}`,
  said: `The analysis is ready: ${qualityScore === null ? "no score" : `${qualityScore.toFixed(1)} of 10`}`,
});

/** An account's first bot asks for the checklist first; a later one starts at once. */
async function start(act: Act): Promise<Done> {
  const { app, form } = act;
  const { user } = requirePerson(act);
  if (field(act, "analysisId") === "")
    throw new AppError("invalid", "This is sample data. Analyse a product of your own, then start its bot.");
  const as = field(act, "as");
  const accounts = await listAccounts(app, user.id);
  const named = accounts.find(({ username }) => `@${username}` === as);
  // Whoever ticked the checklist for one account must not start the bot as another.
  if (as !== "" && !named) throw new AppError("not_found", `${as} is no longer linked`);
  const fromChecklist = form.has("checklist");
  const ask = {
    userId: user.id,
    analysisId: idOf(act, "analysisId"),
    account: named?.networkUserId ?? null,
    ...(fromChecklist ? { review: form.has("review") } : {}),
  };
  const account = await requireStart(app, ask);
  if (!(await hasPledged(app, [account.id])).has(account.id)) {
    if (!fromChecklist)
      return { to: here(act.url, { checklist: `${ask.analysisId}@${account.username}` }), said: null };
    if (rules.some(({ name }) => !form.has(name))) throw new AppError("invalid", seeToAll);
    await pledge(app, user.id, account.networkUserId);
  }
  await startBot(app, { ...ask, account: account.networkUserId });
  return done(act, "started", botSays.started);
}

function idOf(act: Act, name: "analysisId" | "tweetId"): number {
  const raw = field(act, name);
  const sentence = name === "tweetId" ? "This proposal does not exist" : "This analysis does not exist";
  if (!/^\d{1,15}$/.test(raw)) throw new AppError("not_found", sentence);
  return Number(raw);
}

/** Said as a toast where the page stays, else by a notice of the page, which the address asks for. */
function done(act: Act, did: string, said: string): Done {
  const isDocument = act.request.headers.get("accept")?.includes("text/html") ?? false;
  const leaves = isDocument || act.url.searchParams.has("checklist");
  return leaves ? { to: here(act.url, { checklist: null, did }), said: null } : { said };
}
