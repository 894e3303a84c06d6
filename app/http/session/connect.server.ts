// Starts and finishes linking an X account, bound to the browser session.
import { redirect } from "@remix-run/node";
import type { App } from "~/app.server";
import { linkMessages } from "~/ground/messages";
import { AppError, isAppError } from "~/ground/errors";
import { beginLink, LinkRefused } from "~/features/accounts/accounts.server";
import { againAt, linkFailureSentence } from "~/features/accounts/account";
import type { User } from "~/features/users/user";
import { findSignedIn } from "./session.server";

export async function authUrl(app: App, request: Request, user: User, forceLogin: boolean): Promise<string> {
  const signedIn = await findSignedIn(app, request);
  const viewer = { userId: user.id, sessionId: signedIn?.user.id === user.id ? signedIn.sessionId : null };
  try {
    return await beginLink(app, viewer, { forceLogin });
  } catch (error) {
    if (!(error instanceof LinkRefused)) throw error;
    const now = app.clock.now();
    const { code, until } = error;
    const message = linkMessages.startFor(linkFailureSentence(code, againAt(until, user.timezone, now)));
    if (code !== "limited" || until === null) throw new AppError("network_refused", message, { cause: error });
    const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000));
    throw new AppError("network_limited", message, { retryAfterSeconds, cause: error });
  }
}

export const localPath = (app: App, url: string): string =>
  url.startsWith(`${app.config.appOrigin}/`) ? url.slice(app.config.appOrigin.length) : url;

const untilOf = (error: unknown): string =>
  error instanceof LinkRefused && error.until !== null ? `&until=${error.until}` : "";

const isTooOften = (error: unknown): boolean => isAppError(error) && error.code === "rate_limited";

export function backNotStarted(app: App, error: unknown): Response {
  const code = error instanceof LinkRefused ? error.code : isTooOften(error) ? "too_often" : null;
  app.log.error({ err: error }, "couldn't start connecting an account");
  return redirect(`/generate?connect_error=${code ?? "broke"}${untilOf(error)}`, 303);
}

export function backWithFailure(app: App, error: unknown): Response {
  if (!(error instanceof LinkRefused)) throw error;
  app.log.warn({ err: error, code: error.code }, "linking failed");
  return redirect(`/generate?twitter_error=${error.code}${untilOf(error)}`, 303);
}
