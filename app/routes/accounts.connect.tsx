// GET /accounts/connect: redirects to X. A link, since form-action would block the redirect.
import { type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import { getApp } from "~/app.server";
import { beginLink } from "~/features/accounts/accounts.server";
import { backNotStarted, localPath } from "~/http/session/connect.server";
import { findSignedIn } from "~/http/session/session.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const app = getApp();
  const signedIn = await findSignedIn(app, request);
  if (!signedIn) return redirect("/generate?panel=login", 303);
  try {
    const viewer = { userId: signedIn.user.id, sessionId: signedIn.sessionId };
    return redirectDocument(localPath(app, await beginLink(app, viewer, { forceLogin: true })), 303);
  } catch (error) {
    return backNotStarted(app, error);
  }
}
