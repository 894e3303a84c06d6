// What registration and login answer alike: a session cookie, a fresh API key, who it is.
import type { App } from "~/app.server";
import type { User } from "~/features/users/user";
import { issueKey } from "~/features/users/users.server";
import type { Answer } from "./api.server";
import { signInBrowser } from "./session.server";

export async function welcome(
  app: App,
  request: Request,
  user: User,
  says: { status: number; message: string },
): Promise<Answer> {
  const { sessionId, setCookie } = await signInBrowser(app, request, user);
  const apiKey = await issueKey(app, user.id, sessionId);
  return {
    ...says,
    fields: { user_id: user.id, api_key: apiKey, email: user.email },
    headers: { "Set-Cookie": setCookie },
  };
}
