// POST /session/key: the signed-in browser gets its own API key, for the calls it makes itself.
import { type ActionFunctionArgs } from "@remix-run/node";
import { getApp } from "~/app.server";
import { callMessages } from "~/ground/messages";
import { AppError, isAppError } from "~/ground/errors";
import { issueKey } from "~/features/users/users.server";
import { challenge, refused } from "~/http/door/envelope.server";
import { addressOf } from "~/http/session/client-address.server";
import { requireSameOrigin } from "~/http/session/same-origin.server";
import { findSignedIn } from "~/http/session/session.server";

export async function action({ request }: ActionFunctionArgs) {
  const app = getApp();
  try {
    requireSameOrigin(app, request);
    const signedIn = await findSignedIn(app, request);
    if (!signedIn) throw new AppError("unauthenticated", callMessages.notSignedIn);
    const { user, sessionId } = signedIn;
    const apiKey = await issueKey(app, user.id, sessionId, addressOf(request));
    const stored = { user_id: user.id, api_key: apiKey, email: user.email, timezone: user.timezone };
    return Response.json({ success: true, ...stored }, { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, status } = error;
    return Response.json(refused(code, message), {
      status,
      headers: { "Cache-Control": "no-store", ...(status === 401 ? { "WWW-Authenticate": challenge(false) } : {}) },
    });
  }
}
