// Loads /settings/security: the account, and the data of each card.
import { redirect } from "@remix-run/node";
import type { App } from "~/app.server";
import type { HappenedView } from "~/features/audit/audit-card";
import { listRecent } from "~/features/audit/audit.server";
import { siteOf } from "~/features/passkeys/passkey";
import { mayAdd } from "~/features/passkeys/passkeys.server";
import { isOperator } from "~/features/people/people.server";
import type { SessionView } from "~/features/sessions/sessions-card";
import type { IdentitiesView } from "~/features/single-sign-on/identities-card";
import { listIdentities } from "~/features/single-sign-on/single-sign-on.server";
import { hasFreshProof, hasPassword } from "~/features/users/users.server";
import { browserNameOf, listSessions } from "~/features/sessions/sessions.server";
import { readSecondFactor } from "~/features/second-factor/second-factor.server";
import { readCommon } from "~/http/session/common-password.server";
import { findSignedIn } from "~/http/session/session.server";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";
import { type OwnIdentities, type SecondFactorView, toFactor, toHappened, toIdentities, toSession } from "./to-cards";

export interface SecurityView {
  email: string;
  isOperator: boolean;
  hasCommonPassword: boolean;
  factor: SecondFactorView;
  sessions: SessionView[];
  happened: HappenedView[];
  identities: IdentitiesView | null;
}

export async function loadSecurity(args: LoaderArgs): Promise<SecurityView> {
  const { app, viewer } = await readViewer(args);
  // The viewer becomes part of the page's view, so it has no session id.
  const signedIn = viewer.user && (await findSignedIn(app, args.request));
  if (!signedIn) throw redirect("/generate?panel=login", 303);
  const { user, sessionId } = signedIn;
  const whose = { userId: user.id, sessionId };
  const site = siteOf(app.config.appOrigin);
  const [operator, factor, sessions, happened, mayAddNow, hasCommonPassword, identities] = await Promise.all([
    isOperator(app, user.id),
    readSecondFactor(app, user),
    listSessions(app, whose),
    listRecent(app, user.id),
    mayAdd(app, whose),
    readCommon(app, args.request),
    fetchIdentities(app, whose),
  ]);
  const page = {
    query: viewer.query,
    siteFault: typeof site === "string" ? site : null,
    mayAdd: mayAddNow,
    browser: browserNameOf(args.request.headers.get("user-agent")),
  };
  return {
    email: user.email,
    isOperator: operator,
    hasCommonPassword,
    factor: toFactor(factor, page, viewer),
    sessions: sessions.map((session) => toSession(session, viewer)),
    happened: happened.map((group) => toHappened(group, viewer)),
    identities: identities && toIdentities(identities, viewer),
  };
}

async function fetchIdentities(app: App, owner: { userId: string; sessionId: string }): Promise<OwnIdentities | null> {
  if (!app.identity) return null;
  const [own, hasOne, isShown] = await Promise.all([
    listIdentities(app, owner.userId),
    hasPassword(app, owner.userId),
    hasFreshProof(app, owner),
  ]);
  return { own, label: app.identity.label, hasPassword: hasOne, isShown };
}
