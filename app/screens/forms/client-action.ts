// Shows a message and keeps the typed text when a form can't reach the server (spec section 8).
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { generationMessages } from "~/ground/messages";
import type { ActionResult } from "./form-action.server";
import { intentOf } from "./intents";
import { typedOf } from "./typed";
import { tellSaved } from "~/screens/browser/drafts/saved-forms";
import { readUser } from "~/screens/browser/store";
import { isNetworkError } from "~/screens/browser/network-error";

export async function clientFormAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const form = await request.clone().formData();
  const toGuests = intentOf(form.get("intent"))?.toGuests;
  if (toGuests !== undefined && isGuest()) return told(form, toGuests, 401);
  try {
    const answer = await serverAction<ActionResult>();
    if (isAsking(form) && answer.ok) return told(form, generationMessages.noTask, 502);
    if (answer.ok) tellSaved(form);
    return answer;
  } catch (error) {
    if (isNetworkError(error)) return requestFailed(form);
    if (isAsking(form) && error instanceof Response && !leadsToTask(error))
      return told(form, generationMessages.noTask, 502);
    if (error instanceof Response && error.headers.has("Location")) tellSaved(form);
    throw error;
  }
}

/** The user may have signed in in another tab, which only the store shows. */
const isGuest = (): boolean => {
  const root = window.__remixRouter.state.loaderData["root"] as { user: unknown } | undefined;
  return root?.user === null && readUser(localStorage) === null;
};

const isAsking = (form: FormData): boolean => intentOf(form.get("intent"))?.leadsToTask === true;

const leadsToTask = ({ headers }: Response): boolean =>
  Boolean(new URL(headers.get("Location") ?? "", location.origin).searchParams.get("job"));

const requestFailed = (form: FormData): Response =>
  told(form, intentOf(form.get("intent"))?.networkError ?? generationMessages.network, 503, { requestFailed: true });

/** With the status of a refusal, after which Remix doesn't reload the page's data. */
function told(form: FormData, error: string, status: number, more: Pick<ActionResult, "requestFailed"> = {}): Response {
  const { intent = "", ...values } = typedOf(form);
  const result: ActionResult = { ok: false, intent, error, faults: {}, values, message: null, ...more };
  return Response.json(result, { status });
}
