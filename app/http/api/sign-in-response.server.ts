// What registration and login answer alike: a session cookie, a fresh API key, who it is.
import { type Admitted, issueKey } from "~/features/users/users.server";
import type { Call } from "./api.server";
import { addressOf } from "~/http/session/client-address.server";
import { signInBrowser } from "~/http/session/session.server";

export async function signInResponse(
  { app, request, headers }: Pick<Call, "app" | "request" | "headers">,
  admitted: Admitted,
) {
  const { user } = admitted;
  const { sessionId, setCookie } = await signInBrowser(app, request, admitted);
  headers.append("Set-Cookie", setCookie);
  const apiKey = await issueKey(app, user.id, sessionId, addressOf(request));
  return { user_id: user.id, api_key: apiKey, email: user.email };
}
