// Redirects to the identity provider and handles its answer; returns a view only on failure.
import { data, redirect, redirectDocument } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import {
  beginAtProvider,
  finishAtProvider,
  type ProviderPurpose,
  requestLasts,
} from "~/features/single-sign-on/single-sign-on.server";
import { knownFault } from "~/http/api/fault.server";
import { addressOf } from "~/http/session/client-address.server";
import { ownCookie } from "~/http/session/own-cookie.server";
import { isSameOrigin } from "~/http/session/same-origin.server";
import { findSignedIn, signInBrowser } from "~/http/session/session.server";
import { setFlash } from "~/screens/forms/flash.server";
import { AppError, unforeseen } from "~/ground/errors";
import { messages } from "~/features/single-sign-on/identity";
import { type ProviderView, toProviderView } from "./to-view.server";

const security = "/settings/security";

const cookieOf = ({ config }: App) => ownCookie(config, "provider", requestLasts);

/** Throws the redirect to the provider or back; returns only on failure. */
export async function loadProvider({ request }: { request: Request }) {
  const app = getApp();
  const { searchParams } = new URL(request.url);
  const isBack = ["state", "code", "error"].some((name) => searchParams.has(name));
  try {
    throw isBack ? await comeBack(app, request) : await setOff(app, request, searchParams.get("for"));
  } catch (error) {
    if (error instanceof Response) throw error;
    return refused(app, error);
  }
}

async function setOff(app: App, request: Request, wanted: string | null): Promise<Response> {
  const purpose: "join" | "prove" | null = wanted === "join" || wanted === "prove" ? wanted : null;
  const signedIn = purpose && (await findSignedIn(app, request));
  // Another site must not make a user link or confirm an identity.
  if (purpose && !isSameOrigin(app, request)) throw new AppError("cross_site", messages.over);
  if (purpose && !signedIn) return redirect("/generate?panel=login", 303);
  const setting: ProviderPurpose =
    purpose && signedIn ? { purpose, userId: signedIn.user.id, sessionId: signedIn.sessionId } : { purpose: "sign_in" };
  const { url, secret } = await beginAtProvider(app, setting, addressOf(request));
  return redirectDocument(url, { status: 303, headers: { "Set-Cookie": await cookieOf(app).serialize(secret) } });
}

async function comeBack(app: App, request: Request): Promise<Response> {
  const cookie = cookieOf(app);
  const secret: unknown = await cookie.parse(request.headers.get("cookie"));
  if (typeof secret !== "string" || secret === "") throw new AppError("not_found", messages.over);
  const sessionId = (await findSignedIn(app, request))?.sessionId ?? null;
  const back = { url: new URL(request.url), secret, sessionId, address: addressOf(request) };
  const arrival = await finishAtProvider(app, back);
  const end = await cookie.serialize("", { maxAge: 0 });
  if (arrival.purpose === "sign_in") {
    const { headers } = await signInBrowser(app, request, arrival.admitted);
    headers.append("Set-Cookie", end);
    return redirect("/generate?panel=success", { status: 303, headers });
  }
  const headers = new Headers({ "Set-Cookie": end });
  const message = arrival.purpose === "join" ? "Added as a way to sign in" : "Confirmed. Valid for 5 minutes.";
  headers.append("Set-Cookie", await setFlash({ message }, app.config));
  return redirect(security, { status: 303, headers });
}

function refused(app: App, error: unknown) {
  const known = knownFault(error);
  if (!known) app.log.error({ err: error }, "signing in at the provider broke");
  const view: ProviderView = toProviderView(app.identity?.label ?? null, known?.message ?? unforeseen);
  const headers = known?.retryAfterSeconds ? { "Retry-After": String(known.retryAfterSeconds) } : undefined;
  return data(view, { status: known?.status ?? 500, headers });
}
