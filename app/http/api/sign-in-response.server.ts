// Builds the shared answer of registration and login: cookie, API key, user.
import { type Admitted, issueKey } from "~/features/users/users.server";
import type { Call } from "./api.server";
import { addressOf } from "~/http/session/client-address.server";
import { signInBrowser } from "~/http/session/session.server";

export async function signInResponse(
  { app, request, headers }: Pick<Call, "app" | "request" | "headers">,
  admitted: Admitted,
) {
  const { user } = admitted;
  const opened = await signInBrowser(app, request, admitted);
  for (const cookie of opened.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  const apiKey = await issueKey(app, user.id, opened.sessionId, addressOf(request));
  return { user_id: user.id, api_key: apiKey, email: user.email };
}
