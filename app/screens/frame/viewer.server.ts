// Who looks at a page, looked up once a request: its root and its own part both want to know.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { listAccounts } from "~/features/accounts/accounts.server";
import type { User } from "~/features/users/user";
import { knownFault } from "~/http/api/fault.server";
import { requestIdHeader } from "~/http/door/headers.server";
import { findSignedIn } from "~/http/session/session.server";

interface SessionContext {
  user: User | null;
  /** Linked ones; none where nobody is signed in. */
  accounts: Account[];
  /** They could not be read: what the server says of it, or "" where it has no words. */
  accountsFault: string | null;
}

/** What every view is made for: who looks, when, in which zone, and what the URL asks for. */
export interface Viewer extends SessionContext {
  now: number;
  /** UTC for a guest. */
  timeZone: string;
  query: URLSearchParams;
}

/** What a loader is handed: its own copy of the request, and the context that all loaders of one request share. */
export type LoaderArgs = Pick<LoaderFunctionArgs, "request" | "context">;

const contexts = new WeakMap<object, Promise<SessionContext>>();

/** For loaders alone: an action changes who is here, and the loaders that run behind it must see that. */
export async function readViewer({ request, context }: LoaderArgs): Promise<{ app: App; viewer: Viewer }> {
  const app = getApp();
  const found = contexts.get(context) ?? readSessionContext(app, request);
  contexts.set(context, found);
  const session = await found;
  const query = new URL(request.url).searchParams;
  return { app, viewer: { ...session, now: app.clock.now(), timeZone: session.user?.timezone ?? "UTC", query } };
}

async function readSessionContext(app: App, request: Request): Promise<SessionContext> {
  const user = (await findSignedIn(app, request))?.user ?? null;
  if (!user) return { user, accounts: [], accountsFault: null };
  try {
    return { user, accounts: await listAccounts(app, user.id), accountsFault: null };
  } catch (error) {
    app.log.error({ err: error, requestId: request.headers.get(requestIdHeader) }, "the accounts could not be read");
    return { user, accounts: [], accountsFault: knownFault(error)?.message ?? "" };
  }
}
