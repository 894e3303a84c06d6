// Linking an account: begun in one browser session, finished in the same one, once, within ten minutes.
import type { App } from "~/app.server";
import { minutes } from "~/duration";
import { LinkError } from "~/ports/network/port";
import { hashToken } from "~/token.server";
import { seal, unseal } from "~/vault.server";
import { type Account, type LinkFailureCode } from "./account";
import * as queries from "./queries.server";
import { sealTokens } from "./tokens.server";

const requestLasts = minutes(10);

/** Linking failed; `code` is of the closed list that the browser may be told. */
export class LinkRefused extends Error {
  override readonly name = "LinkRefused";
  constructor(
    readonly code: LinkFailureCode,
    options?: { cause?: unknown },
  ) {
    super(code, options);
  }
}

/** Who links, and in which browser session: linking is bound to both, or to the person where no browser began it. */
export interface Visitor {
  userId: string;
  sessionId: string | null;
}

/** Where the network sends the browser back to. */
export const callbackUrlOf = ({ appOrigin }: Pick<App["config"], "appOrigin">): string =>
  `${appOrigin}/api/twitter-auth/callback`;

/** Asks the network for a request token; answers where to send the browser. Throws LinkRefused. */
export async function beginLink(app: App, visitor: Visitor, ask: { forceLogin: boolean }): Promise<string> {
  const callbackUrl = callbackUrlOf(app.config);
  const begun = await orRefuse(() => app.network.beginLink({ callbackUrl, forceLogin: ask.forceLogin }));
  const tokenHash = hashToken(begun.requestToken);
  await queries.insertLinkRequest(app.db, {
    tokenHash,
    userId: visitor.userId,
    sessionHash: visitor.sessionId === null ? null : hashToken(visitor.sessionId),
    secret: seal(app.config.encryptionKeys, tokenHash, begun.requestSecret),
    now: app.clock.now(),
  });
  return begun.authorizeUrl;
}

export interface LinkReturn {
  oauthToken: string | null;
  verifier: string | null;
  denied: string | null;
}

/** The way back from the network. The first linked account becomes the default. Throws LinkRefused. */
export async function finishLink(app: App, visitor: Visitor | null, back: LinkReturn): Promise<Account> {
  const token = back.oauthToken ?? back.denied;
  if (!token) throw new LinkRefused("wrong_state");
  const tokenHash = hashToken(token);
  const request = await queries.findLinkRequest(app.db, tokenHash);
  if (!request) throw new LinkRefused("expired");
  // Checked before the request is taken out: a stranger's call must not spend it.
  if (!visitor || !isSameVisitor(visitor, request)) throw new LinkRefused("wrong_state");
  const taken = await queries.takeLinkRequest(app.db, tokenHash);
  if (!taken || request.created_at <= app.clock.now() - requestLasts) throw new LinkRefused("expired");
  if (back.denied) throw new LinkRefused("denied");
  if (!back.verifier) throw new LinkRefused("wrong_state");
  const verifier = back.verifier;
  const requestSecret = unseal(app.config.encryptionKeys, tokenHash, request.secret);
  const {
    tokens,
    profile,
    accessLevel = null,
  } = await orRefuse(() => app.network.finishLink({ requestToken: token, requestSecret, verifier }));
  const sealed = sealTokens(app, visitor.userId, profile.id, tokens);
  return app.db.transaction().execute(async (trx) => {
    const owner = await queries.findOwner(trx, app.network.kind, profile.id);
    if (owner !== null && owner !== visitor.userId) throw new LinkRefused("already_linked");
    const now = app.clock.now();
    const link = { userId: visitor.userId, network: app.network.kind, profile, tokens: sealed, accessLevel, now };
    const row = await queries.upsertAccount(trx, link);
    const others = await queries.listAccounts(trx, visitor.userId, app.network.kind);
    if (!others.some((other) => other.is_default === 1)) {
      await queries.makeDefault(trx, visitor.userId, app.network.kind, row.id);
      return queries.toAccount({ ...row, is_default: 1 });
    }
    return queries.toAccount(row);
  });
}

function isSameVisitor(visitor: Visitor, request: { user_id: string; session_hash: string | null }): boolean {
  if (visitor.userId !== request.user_id || visitor.sessionId === null) return false;
  return request.session_hash === null || request.session_hash === hashToken(visitor.sessionId);
}

async function orRefuse<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof LinkError) throw new LinkRefused(error.reason, { cause: error });
    throw error;
  }
}

export const pruneLinkRequests = (app: App): Promise<void> =>
  queries.deleteLinkRequestsBefore(app.db, app.clock.now() - requestLasts);
