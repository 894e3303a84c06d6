// A form whose server can't be reached stays as it is, and says so in the spec's words.
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { analysisSays, botSays } from "~/catalogue";
import type { ActResult } from "./act.server";
import { typedOf } from "./typed";

/** Asks the server; an answer that never came is told beside the form instead of breaking the page. */
export async function orNetworkError({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    // What the browser throws where no answer came; redirects and refusals are no TypeError.
    if (!(error instanceof TypeError)) throw error;
    const intent = String(form.get("intent"));
    const told: ActResult = {
      ok: false,
      intent,
      error: intent.startsWith("analyse") ? analysisSays.network : botSays.network,
      faults: {},
      values: typedOf(form),
      said: null,
    };
    return told;
  }
}
