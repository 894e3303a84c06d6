// Form posts of the screens: who, what is meant (the hidden `intent`), one verb, answer; works without a script.
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { accountSays, analysisSays, botSays, generationSays, ownSays, publishingSays, signInSays } from "~/catalogue";
import { AppError, isAppError, unforeseen } from "~/errors";
import type { ActResult, Done, Intents } from "./act.server";
import { boundedRequest, readForm } from "~/http/body.server";
import { requestIdHeader } from "~/http/front-door.server";
import { common } from "./intents.server";
import { knownFault } from "~/http/fault.server";
import { requireSameOrigin } from "~/http/same-origin.server";
import { findSignedIn } from "~/http/session.server";
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
    const handler = ownOf(intents, form.get("intent"));
    if (!handler) throw new AppError("invalid", "This form is not known here. Please reload the page.");
    const signedIn = await findSignedIn(app, request);
    return answer(request, url, form, await handler({ app, request: bounded, form, signedIn, url }));
  } catch (error) {
    return failure(app, request, form, error);
  }
}

/** What stands under this name, and not what every object has: a form may call its intent "constructor". */
const ownOf = <T>(table: Record<string, T>, name: FormDataEntryValue | null): T | undefined =>
  typeof name === "string" && Object.hasOwn(table, name) ? table[name] : undefined;

/** A document's post is always answered by a redirect, so that reloading never posts again. */
function answer(request: Request, url: URL, form: FormData, done: Done) {
  const isDocument = request.headers.get("accept")?.includes("text/html") ?? false;
  if (done.to !== undefined || isDocument)
    return redirect(done.to ?? `${url.pathname}${url.search}`, { status: 303, headers: done.headers });
  const result: ActResult = {
    ok: true,
    intent: String(form.get("intent")),
    error: null,
    faults: {},
    values: {},
    said: done.said ?? null,
  };
  return data(result, { headers: done.headers });
}

/** What is said of an act that came to nothing for no reason known: spec section 8's words, where it has some. */
const fallbacks: Record<string, string> = {
  "sign-in": signInSays.loginBroke,
  "create-account": signInSays.registerBroke,
  "set-default": accountSays.setDefault,
  "delete-account-link": accountSays.remove,
  "change-password": ownSays.changeBroke,
  "sign-out-everywhere": ownSays.everywhereBroke,
  "delete-my-account": ownSays.leaveBroke,
  generate: generationSays.submit,
  "post-now": publishingSays.failed,
  analyse: analysisSays.failed,
  "analyse-again": analysisSays.failed,
  "start-bot": botSays.start,
  "stop-bot": botSays.stop,
};

function failure(app: App, request: Request, form: FormData, error: unknown) {
  const known = knownFault(error);
  if (!isAppError(error))
    app.log.error({ err: error, requestId: request.headers.get(requestIdHeader) }, "an action broke");
  const result: ActResult = {
    ok: false,
    intent: String(form.get("intent") ?? ""),
    error: known?.message ?? ownOf(fallbacks, form.get("intent")) ?? unforeseen,
    faults: Object.fromEntries((known?.faults ?? []).map((fault) => [String(fault.loc.at(-1)), fault.msg])),
    values: typedOf(form),
    said: null,
  };
  const headers = known?.retryAfterSeconds ? { "Retry-After": String(known.retryAfterSeconds) } : undefined;
  return data(result, { status: known?.status ?? 500, headers });
}
