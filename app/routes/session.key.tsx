// POST /session/key: returns the signed-in browser's API key and stores its time zone.
import { type ActionFunctionArgs } from "@remix-run/node";
import { getApp } from "~/app.server";
import { callMessages } from "~/ground/messages";
import { AppError, isAppError } from "~/ground/errors";
import { issueKey } from "~/features/users/users.server";
import { challenge, refused } from "~/http/door/envelope.server";
import { addressOf } from "~/http/session/client-address.server";
import { requireSameOrigin } from "~/http/session/same-origin.server";
import { writeBrowserZone } from "~/http/session/browser-zone.server";
import { findSignedIn } from "~/http/session/session.server";
import { isTimeZone } from "~/ground/time/zone";

export async function action({ request }: ActionFunctionArgs) {
  const app = getApp();
  try {
    requireSameOrigin(app, request);
    const signedIn = await findSignedIn(app, request);
    if (!signedIn) throw new AppError("unauthenticated", callMessages.notSignedIn);
    const { user, sessionId } = signedIn;
    const apiKey = await issueKey(app, user.id, sessionId, addressOf(request));
    const stored = { user_id: user.id, api_key: apiKey, email: user.email, timezone: user.timezone };
    const headers = new Headers({ "Cache-Control": "no-store" });
    const zone = new URL(request.url).searchParams.get("timezone");
    if (isTimeZone(zone)) headers.set("Set-Cookie", await writeBrowserZone(zone, app.config));
    return Response.json({ success: true, ...stored }, { headers });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, status } = error;
    return Response.json(refused(code, message), {
      status,
      headers: { "Cache-Control": "no-store", ...(status === 401 ? { "WWW-Authenticate": challenge(false) } : {}) },
    });
  }
}
