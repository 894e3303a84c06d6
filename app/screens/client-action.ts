// A form whose server can't be reached is told in the sentence of its own kind, and what was typed stays (spec section 8).
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { accountSays, analysisSays, botSays, generationSays, signInSays } from "~/catalogue";
import type { ActResult } from "./act.server";
import { typedOf } from "./typed";

const sentences: Record<string, string> = {
  "sign-in": signInSays.loginBroke,
  "create-account": signInSays.registerBroke,
  "set-default": accountSays.network,
  "pause-account": accountSays.network,
  "resume-account": accountSays.network,
  "delete-account-link": accountSays.network,
  analyse: analysisSays.network,
  "analyse-again": analysisSays.network,
  "start-bot": botSays.network,
  "stop-bot": botSays.network,
  "review-bot": botSays.network,
  "approve-tweet": botSays.network,
  "reject-tweet": botSays.network,
};

/** Asks the server; an answer that never came is told beside the form instead of breaking the page. */
export async function clientAct({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    // A redirect is thrown too, and is an answer.
    if (!(error instanceof Error)) throw error;
    return unreached(form);
  }
}

function unreached(form: FormData): ActResult {
  const { intent = "", ...values } = typedOf(form);
  const error = sentences[intent] ?? generationSays.network;
  return { ok: false, intent, error, faults: {}, values, said: null };
}
