// Form posts of the screens: who, what is meant (the hidden `intent`), one verb, answer; works without a script.
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { AppError, isAppError, unforeseen } from "~/errors";
import type { ActResult, Done, Intents } from "./act.server";
import { type IntentName, wordsOf } from "./act-words";
import { boundedRequest, readForm } from "~/http/body.server";
import { requestIdHeader } from "~/http/front-door.server";
import { common } from "./intents.server";
import { knownFault } from "~/http/fault.server";
import { requireSameOrigin } from "~/http/same-origin.server";
import { findSignedIn } from "~/http/session.server";
import { carry } from "./told.server";
import { typedOf } from "./typed";

/**
 * The action of a screen: its own intents and those every screen has (sign in, accounts, settings). Called inside the
 * route's `action`, never at its module's top: there the browser's build would call what it has emptied.
 */
export async function screenAction({ request }: ActionFunctionArgs, own: Intents = {}) {
  const app = getApp();
  const url = new URL(request.url);
  let form = new FormData();
  try {
    requireSameOrigin(app, request);
    const bounded = await boundedRequest(request);
    form = await readForm(bounded.clone());
    const intents: Intents = { ...common, ...own };
    const intent = form.get("intent");
    const handler = wordsOf(intent) && intents[intent as IntentName];
    if (!handler) throw new AppError("invalid", "This form is not known here. Please reload the page.");
    const signedIn = await findSignedIn(app, request);
    return await answer(app, request, url, form, await handler({ app, request: bounded, form, signedIn, url }));
  } catch (error) {
    return failure(app, request, form, error);
  }
}

/** A document's post is always answered by a redirect, so that reloading never posts again. */
async function answer(app: App, request: Request, url: URL, form: FormData, done: Done) {
  const isDocument = request.headers.get("accept")?.includes("text/html") ?? false;
  if (done.to !== undefined || isDocument) {
    const headers = new Headers(done.headers);
    if (done.said !== null) headers.append("Set-Cookie", await carry(done.said, app.config));
    return redirect(done.to ?? `${url.pathname}${url.search}`, { status: 303, headers });
  }
  const result: ActResult = {
    ok: true,
    intent: String(form.get("intent")),
    error: null,
    faults: {},
    values: {},
    said: done.said,
  };
  return data(result, { headers: done.headers });
}

function failure(app: App, request: Request, form: FormData, error: unknown) {
  const known = knownFault(error);
  if (!isAppError(error))
    app.log.error({ err: error, requestId: request.headers.get(requestIdHeader) }, "an action broke");
  const result: ActResult = {
    ok: false,
    intent: String(form.get("intent") ?? ""),
    error: known?.message ?? wordsOf(form.get("intent"))?.broke ?? unforeseen,
    faults: Object.fromEntries((known?.faults ?? []).map((fault) => [String(fault.loc.at(-1)), fault.msg])),
    values: typedOf(form),
    said: null,
  };
  const headers = known?.retryAfterSeconds ? { "Retry-After": String(known.retryAfterSeconds) } : undefined;
  return data(result, { status: known?.status ?? 500, headers });
}
