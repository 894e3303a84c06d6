// Actions of /product-analyse: analyse, start and stop a bot, approve its proposals.
import type { ActionFunctionArgs } from "@remix-run/node";
import { AppError } from "~/ground/errors";
import { listAccounts } from "~/features/accounts/accounts.server";
import { type Analysis, analyse, analyseAgain } from "~/features/analysis/analysis.server";
import { descriptionSchema } from "~/features/analysis/schema.server";
import {
  approve,
  listConsents,
  giveConsent,
  reject,
  requireStart,
  startBot,
  stopBot,
  teachBot,
} from "~/features/bots/bots.server";
import { rules, seeToAll } from "~/features/bots/checklist";
import { botMessages } from "~/ground/messages";
import { asTyped } from "~/features/tweets/tweet";
import { validate } from "~/http/api/validate.server";
import {
  type Actions,
  type FormAction,
  type FormAnswer,
  field,
  requirePerson,
} from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { analyseIntents } from "~/screens/forms/intents";
import { runIntent } from "~/screens/forms/run-intent.server";
import { frameActions } from "~/screens/frame/actions.server";
import { wordsActions } from "~/screens/timeline/actions.server";

/** Also used by /bot; a proposal may be edited before it is approved. */
export const analyseAction = (args: ActionFunctionArgs) =>
  runIntent(args, { ...frameActions, ...wordsActions, ...analyseActions });

export const analyseActions: Actions<typeof analyseIntents> = {
  async analyse(formAction) {
    const { user } = requirePerson(formAction);
    const content = validate(descriptionSchema, asTyped(field(formAction, "content")), "form");
    return analysed(await analyse(formAction.app, user.id, content));
  },

  async "analyse-again"(formAction) {
    const { user } = requirePerson(formAction);
    return analysed(await analyseAgain(formAction.app, user.id, idOf(formAction, "analysisId")));
  },

  "start-bot": start,

  async "stop-bot"(formAction) {
    await stopBot(formAction.app, requirePerson(formAction).user.id, idOf(formAction, "analysisId"));
    return answerOf(formAction, "stopped", botMessages.stopped);
  },

  async "review-bot"(formAction) {
    const { user } = requirePerson(formAction);
    const review = field(formAction, "review") === "on";
    await startBot(formAction.app, {
      userId: user.id,
      analysisId: idOf(formAction, "analysisId"),
      account: null,
      review,
    });
    return { message: review ? "The bot asks you before each post" : "The bot posts without asking" };
  },

  async "teach-bot"(formAction) {
    const { user } = requirePerson(formAction);
    const learn = field(formAction, "learn") === "on";
    await teachBot(formAction.app, { userId: user.id, analysisId: idOf(formAction, "analysisId"), learn });
    return { message: learn ? "The bot learns from results" : "The bot no longer learns from results" };
  },

  async "approve-tweet"(formAction) {
    const { user } = requirePerson(formAction);
    const seen = formAction.form.has("before") ? field(formAction, "before") : undefined;
    const { reason } = await approve(formAction.app, user.id, idOf(formAction, "tweetId"), seen);
    return { message: reason === null ? "Approved" : `Approved. ${reason}` };
  },

  async "reject-tweet"(formAction) {
    await reject(formAction.app, requirePerson(formAction).user.id, idOf(formAction, "tweetId"));
    return { message: "Writing another suggestion…" };
  },
};

const analysed = ({ id, qualityScore }: Analysis): FormAnswer => ({
  to: `/product-analyse?analysis=${id}`,
  message: `The analysis is ready: ${qualityScore === null ? "no score" : `${qualityScore.toFixed(1)} of 10`}`,
  isShown: true,
});

async function start(formAction: FormAction): Promise<FormAnswer> {
  const { app, form } = formAction;
  const { user } = requirePerson(formAction);
  if (field(formAction, "analysisId") === "")
    throw new AppError("invalid", "This is sample data. Analyse a product of your own, then start its bot.");
  const as = field(formAction, "as");
  const accounts = await listAccounts(app, user.id);
  const named = accounts.find(({ username }) => `@${username}` === as);
  // The checklist was confirmed for one account, so the bot must not start as another.
  if (as !== "" && !named) throw new AppError("not_found", `${as} is no longer connected.`);
  const fromChecklist = form.has("checklist");
  const ask = {
    userId: user.id,
    analysisId: idOf(formAction, "analysisId"),
    account: named?.networkUserId ?? null,
    ...(fromChecklist ? { review: form.has("review"), learn: form.has("learn") } : {}),
  };
  const account = await requireStart(app, ask);
  if (!(await listConsents(app, [account.id])).has(account.id)) {
    if (!fromChecklist)
      return { to: hrefWith(formAction.url, { checklist: `${ask.analysisId}@${account.username}` }), message: null };
    if (rules.some(({ name }) => !form.has(name))) throw new AppError("invalid", seeToAll);
    await giveConsent(app, user.id, account.networkUserId);
  }
  await startBot(app, { ...ask, account: account.networkUserId });
  return answerOf(formAction, "started", botMessages.started);
}

function idOf(formAction: FormAction, name: "analysisId" | "tweetId"): number {
  const raw = field(formAction, name);
  const sentence = name === "tweetId" ? "Suggestion not found." : "This analysis doesn’t exist.";
  if (!/^\d{1,15}$/.test(raw)) throw new AppError("not_found", sentence);
  return Number(raw);
}

/** Where the page stays, the message is a toast; otherwise the URL's `did` makes the page show it. */
function answerOf(formAction: FormAction, did: string, message: string): FormAnswer {
  const isDocument = formAction.request.headers.get("accept")?.includes("text/html") ?? false;
  const leaves = isDocument || formAction.url.searchParams.has("checklist");
  return leaves ? { to: hrefWith(formAction.url, { checklist: null, did }), message: null } : { message };
}
