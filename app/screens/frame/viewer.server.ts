// Reads who views a page, once per request, for all loaders.
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
  accounts: Account[];
  accountsFault: string | null;
}

export interface Viewer extends SessionContext {
  now: number;
  timeZone: string;
  query: URLSearchParams;
}

export type LoaderArgs = Pick<LoaderFunctionArgs, "request" | "context">;

const contexts = new WeakMap<object, Promise<SessionContext>>();

/** Only for loaders: an action may change the session, and the loaders after it must see that. */
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
