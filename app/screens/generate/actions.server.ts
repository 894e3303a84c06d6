// Actions of /generate: ask for tweets, and everything that a tweet's forms do.
import { type ActionFunctionArgs, data } from "@remix-run/node";
import { getApp } from "~/app.server";
import { AppError } from "~/ground/errors";
import { listAccounts } from "~/features/accounts/accounts.server";
import { request as requestTweets } from "~/features/generation/generation.server";
import { refusalOf } from "~/features/generation/can-generate";
import { partsSchema, topicSchema } from "~/features/generation/schema.server";
import { validate } from "~/http/api/validate.server";
import { type Actions, type FormAction, type FormAnswer, field } from "~/screens/forms/form-action.server";
import { type generateIntents, intentOf } from "~/screens/forms/intents";
import { runIntent } from "~/screens/forms/run-intent.server";
import { frameActions } from "~/screens/frame/actions.server";
import { tweetActions } from "~/screens/timeline/actions.server";
import { partsIn } from "~/features/generation/thread/format";
import { keepTopic } from "./kept-topic.server";

export async function generateAction(args: ActionFunctionArgs) {
  const { config } = getApp();
  const answer = await runIntent(args, { ...frameActions, ...tweetActions, ...generateActions });
  if (!("data" in answer)) return answer;
  const { ok, intent, values } = answer.data;
  if (ok || !intentOf(intent)?.leadsToTask || !values["topic"]?.trim()) return answer;
  const headers = new Headers(answer.init?.headers);
  const parts = partsIn(values["parts"]);
  for (const cookie of keepTopic({ topic: values["topic"], parts }, config)) headers.append("Set-Cookie", cookie);
  return data(answer.data, { ...answer.init, headers });
}

export const generateActions: Actions<typeof generateIntents> = { generate };

/** Throws invalid with the specification's message if the user may not ask. */
async function generate(formAction: FormAction): Promise<FormAnswer> {
  const { app, signedIn } = formAction;
  const accounts = signedIn ? await listAccounts(app, signedIn.user.id) : [];
  const viewer = {
    signedIn: signedIn !== null,
    accounts: accounts.length,
    hasDefault: accounts.some((account) => account.isDefault),
  };
  const typed = field(formAction, "topic");
  const refusal = refusalOf(viewer, typed);
  if (refusal !== null || !signedIn) throw new AppError(signedIn ? "invalid" : "unauthenticated", refusal ?? "");
  const taskId = await requestTweets(app, {
    userId: signedIn.user.id,
    accountId: null,
    topic: validate(topicSchema, typed, "form"),
    webSearch: formAction.form.has("webSearch"),
    parts: partsOf(formAction),
  });
  const headers = keepTopic(null, app.config).map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return { to: `/generate?job=${taskId}`, headers, message: null };
}

function partsOf(formAction: FormAction): number | null {
  const typed = field(formAction, "parts");
  return typed === "" ? null : validate(partsSchema, Number(typed), "form");
}
