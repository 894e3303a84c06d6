// Stores browser sessions in the database; the cookie holds a signed random id.
import { createCookie, createSessionStorage, type SessionStorage } from "@remix-run/node";
import type { App } from "~/app.server";
import { type Client, openSession, sessionLasts } from "~/features/sessions/sessions.server";
import { keepOwnBrowser } from "~/features/passwords/passwords.server";
import { type Admitted, closeSession, findSessionUser, replaceSession } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { readOwnBrowser, setOwnBrowser } from "./own-browser.server";
import { textCookie } from "./own-cookie.server";
import { clientOf } from "./client-address.server";

interface SessionData {
  user: User;
  opening: { admitted: Admitted; client: Client };
}

const storages = new WeakMap<App, SessionStorage<SessionData>>();

function storageOf(app: App): SessionStorage<SessionData> {
  const made = storages.get(app) ?? createStorage(app);
  storages.set(app, made);
  return made;
}

/** Over https, browsers accept `__Host-` only with a cookie bound to this host. */
function createStorage(app: App): SessionStorage<SessionData> {
  const { https, sessionSecrets } = app.config;
  const cookie = createCookie(https ? "__Host-linnet" : "linnet", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: https,
    maxAge: sessionLasts / 1000,
    secrets: sessionSecrets,
  });
  return createSessionStorage<SessionData>({
    cookie: textCookie(cookie),
    createData: async ({ opening }) => {
      if (!opening) throw new Error("A session is somebody's");
      return openSession(app, opening.admitted, opening.client);
    },
    readData: async (id) => {
      const user = await findSessionUser(app, id);
      return user ? { user } : null;
    },
    // A session's data never changes; each sign-in creates a new session.
    updateData: async () => {},
    deleteData: (id) => closeSession(app, id),
  });
}

export interface SignedIn {
  user: User;
  sessionId: string;
}

export async function findSignedIn(app: App, request: Request): Promise<SignedIn | null> {
  const cookie = request.headers.get("cookie");
  if (!cookie) return null;
  const session = await storageOf(app).getSession(cookie);
  const user = session.get("user");
  return session.id && user ? { user, sessionId: session.id } : null;
}

/** Opens a session and ends the request's old one, which prevents session fixation. Throws as `openSession`. */
export async function signInBrowser(
  app: App,
  request: Request,
  admitted: Admitted,
): Promise<{ sessionId: string; headers: Headers }> {
  const storage = storageOf(app);
  const before = await storage.getSession(request.headers.get("cookie"));
  const session = await storage.getSession();
  session.set("opening", { admitted, client: clientOf(request) });
  const setCookie = await storage.commitSession(session);
  const opened = await storage.getSession(setCookie.split(";", 1)[0]);
  if (before.id) await replaceSession(app, { former: before.id, next: opened.id, userId: admitted.user.id });
  const headers = new Headers({ "Set-Cookie": setCookie });
  const browserId = await keepOwnBrowser(app, admitted.user.id, await readOwnBrowser(app, request));
  headers.append("Set-Cookie", await setOwnBrowser(app, browserId));
  return { sessionId: opened.id, headers };
}

export async function signOutBrowser(app: App, request: Request): Promise<string> {
  const storage = storageOf(app);
  return storage.destroySession(await storage.getSession(request.headers.get("cookie")));
}
