// Who is here and which accounts are theirs, looked up once a page: its root and its own part both want to know.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { getApp } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { listAccounts } from "~/features/accounts/accounts.server";
import type { User } from "~/features/users/user";
import { knownFault } from "~/http/fault.server";
import { requestIdHeader } from "~/http/front-door.server";
import { findSignedIn } from "~/http/session.server";

export interface Visit {
  user: User | null;
  /** Linked ones; none where nobody is signed in. */
  accounts: Account[];
  /** They could not be read: what the server says of it, or "" where it has no words. */
  accountsFault: string | null;
}

/** What a loader is handed: its own copy of the request, and the context that all loaders of one request share. */
export type Asked = Pick<LoaderFunctionArgs, "request" | "context">;

const visits = new WeakMap<object, Promise<Visit>>();

/** For loaders alone: an action changes who is here, and the loaders that run behind it must see that. */
export function visitOf({ request, context }: Asked): Promise<Visit> {
  const known = visits.get(context);
  if (known) return known;
  const visit = lookUp(request);
  visits.set(context, visit);
  return visit;
}

async function lookUp(request: Request): Promise<Visit> {
  const app = getApp();
  const user = (await findSignedIn(app, request))?.user ?? null;
  if (!user) return { user, accounts: [], accountsFault: null };
  try {
    return { user, accounts: await listAccounts(app, user.id), accountsFault: null };
  } catch (error) {
    app.log.error({ err: error, requestId: request.headers.get(requestIdHeader) }, "the accounts could not be read");
    return { user, accounts: [], accountsFault: knownFault(error)?.message ?? "" };
  }
}
