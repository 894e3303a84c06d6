// A form whose server can't be reached is told in the sentence of its own kind, and what was typed stays (spec section 8).
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { generationSays } from "~/catalogue";
import type { ActResult } from "./act.server";
import { wordsOf } from "./act-words";
import { typedOf } from "./typed";
import { isUnreached } from "./unreached";

/** Asks the server; an answer that never came is told beside the form instead of breaking the page. */
export async function clientAct({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const form = await request.clone().formData();
  try {
    const answer = await serverAction<ActResult>();
    return isAsking(form) && answer.ok ? told(form, generationSays.noTask, 502) : answer;
  } catch (error) {
    if (isUnreached(error)) return unreached(form);
    // A redirect is thrown too, and is an answer.
    if (isAsking(form) && error instanceof Response && !leadsToTask(error))
      return told(form, generationSays.noTask, 502);
    throw error;
  }
}

/** Asking for tweets: the answer leads to the task's own page (spec section 5). */
const isAsking = (form: FormData): boolean => form.get("intent") === "generate";

const leadsToTask = ({ headers }: Response): boolean =>
  Boolean(new URL(headers.get("Location") ?? "", location.origin).searchParams.get("job"));

const unreached = (form: FormData): Response =>
  told(form, wordsOf(form.get("intent"))?.unreached ?? generationSays.network, 503, { unreached: true });

/** With the status of a refusal: after any other answer Remix reads the page anew, which may not be reached either. */
function told(form: FormData, error: string, status: number, more: Pick<ActResult, "unreached"> = {}): Response {
  const { intent = "", ...values } = typedOf(form);
  const result: ActResult = { ok: false, intent, error, faults: {}, values, said: null, ...more };
  return Response.json(result, { status });
}
