// Runs a form post: checks the sender, picks the action by `intent`, sends the answer.
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { AppError, isAppError, unforeseen } from "~/ground/errors";
import { formMessages } from "~/ground/messages";
import type { ActionResult, FormAnswer, Run } from "./form-action.server";
import { brokenWords } from "./broken-words.server";
import { boundedRequest, readForm } from "~/http/api/body.server";
import { requestIdHeader } from "~/http/door/headers.server";
import { knownFault } from "~/http/api/fault.server";
import { requireSameOrigin } from "~/http/session/same-origin.server";
import { findSignedIn } from "~/http/session/session.server";
import { setFlash } from "./flash.server";
import { typedOf } from "./typed";

/** Call this inside a route's `action`: the browser build empties server modules, so a top-level call would fail. */
export async function runIntent(
  { request }: ActionFunctionArgs,
  actions: Readonly<Record<string, Run>>,
  maxBody?: number,
) {
  const app = getApp();
  const url = new URL(request.url);
  let form = new FormData();
  try {
    requireSameOrigin(app, request);
    const bounded = await boundedRequest(request, maxBody);
    form = await readForm(bounded.clone(), (data) => (form = data));
    const intent = form.get("intent");
    const run = typeof intent === "string" && Object.hasOwn(actions, intent) && actions[intent];
    if (!run) throw new AppError("invalid", formMessages.unknown);
    const signedIn = await findSignedIn(app, request);
    return await answer(app, request, url, form, await run({ app, request: bounded, form, signedIn, url }));
  } catch (error) {
    return failure(app, request, form, error);
  }
}

/** Redirects a form post without a script, so that a reload doesn't post again. */
async function answer(app: App, request: Request, url: URL, form: FormData, formAnswer: FormAnswer) {
  const isDocument = request.headers.get("accept")?.includes("text/html") ?? false;
  if (formAnswer.to !== undefined || (isDocument && !formAnswer.values)) {
    const headers = new Headers(formAnswer.headers);
    if (formAnswer.message !== null)
      headers.append("Set-Cookie", await setFlash({ ...formAnswer, message: formAnswer.message }, app.config));
    return redirect(formAnswer.to ?? `${url.pathname}${url.search}`, { status: 303, headers });
  }
  const result: ActionResult = {
    ok: true,
    intent: String(form.get("intent")),
    error: null,
    faults: {},
    values: formAnswer.values ?? {},
    message: formAnswer.message,
    ...(formAnswer.undo && { undo: formAnswer.undo }),
  };
  return data(result, { headers: formAnswer.headers });
}

function failure(app: App, request: Request, form: FormData, error: unknown) {
  const known = knownFault(error);
  if (!isAppError(error))
    app.log.error({ err: error, requestId: request.headers.get(requestIdHeader) }, "an action broke");
  const result: ActionResult = {
    ok: false,
    intent: String(form.get("intent") ?? ""),
    error: known?.message ?? brokenWords(form.get("intent")) ?? unforeseen,
    faults: Object.fromEntries((known?.faults ?? []).map((fault) => [String(fault.loc.at(-1)), fault.msg])),
    values: typedOf(form),
    message: null,
  };
  const headers = known?.retryAfterSeconds ? { "Retry-After": String(known.retryAfterSeconds) } : undefined;
  return data(result, { status: known?.status ?? 500, headers });
}
