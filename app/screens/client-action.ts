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
    return await serverAction();
  } catch (error) {
    // A redirect is thrown too, and is an answer.
    if (!isUnreached(error)) throw error;
    return unreached(form);
  }
}

/** With the status of a refusal: after any other answer Remix reads the page anew, which could not be reached either. */
function unreached(form: FormData): Response {
  const { intent = "", ...values } = typedOf(form);
  const error = wordsOf(intent)?.unreached ?? generationSays.network;
  const result: ActResult = { ok: false, intent, error, faults: {}, values, said: null, unreached: true };
  return Response.json(result, { status: 503 });
}
