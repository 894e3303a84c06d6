// A form whose server can't be reached is told in the sentence of its own kind, and what was typed stays (spec section 8).
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { generationMessages } from "~/ground/messages";
import type { ActionResult } from "./form-action.server";
import { intentOf } from "./intents";
import { typedOf } from "./typed";
import { readUser } from "~/screens/browser/store";
import { isUnreached } from "~/screens/browser/unreached";

/** Asks the server, but for a guest where it would only refuse; an answer that never came is told beside the form instead of breaking the page. */
export async function clientFormAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const form = await request.clone().formData();
  const toGuests = intentOf(form.get("intent"))?.toGuests;
  if (toGuests !== undefined && isGuest()) return told(form, toGuests, 401);
  try {
    const answer = await serverAction<ActionResult>();
    return isAsking(form) && answer.ok ? told(form, generationMessages.noTask, 502) : answer;
  } catch (error) {
    if (isUnreached(error)) return unreached(form);
    // A redirect is thrown too, and is an answer.
    if (isAsking(form) && error instanceof Response && !leadsToTask(error))
      return told(form, generationMessages.noTask, 502);
    throw error;
  }
}

/** For the page, and also for the browser: who has just signed in in another tab is none, though this page doesn't know yet. */
const isGuest = (): boolean => {
  const root = window.__remixRouter.state.loaderData["root"] as { user: unknown } | undefined;
  return root?.user === null && readUser(localStorage) === null;
};

/** Asking for tweets: the answer leads to the task's own page (spec section 5). */
const isAsking = (form: FormData): boolean => intentOf(form.get("intent"))?.leadsToTask === true;

const leadsToTask = ({ headers }: Response): boolean =>
  Boolean(new URL(headers.get("Location") ?? "", location.origin).searchParams.get("job"));

const unreached = (form: FormData): Response =>
  told(form, intentOf(form.get("intent"))?.unreached ?? generationMessages.network, 503, { unreached: true });

/** With the status of a refusal: after any other answer Remix reads the page anew, which may not be reached either. */
function told(form: FormData, error: string, status: number, more: Pick<ActionResult, "unreached"> = {}): Response {
  const { intent = "", ...values } = typedOf(form);
  const result: ActionResult = { ok: false, intent, error, faults: {}, values, message: null, ...more };
  return Response.json(result, { status });
}
