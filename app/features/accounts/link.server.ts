// Links an account: started and finished once, in one browser session, within ten minutes.
import type { App } from "~/app.server";
import { inTransaction, isOrphan, isUniqueViolation } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import type { LoggedAs } from "~/ground/errors";
import { minutes } from "~/ground/time/duration";
import { LinkError } from "~/ports/network/port";
import { hashToken } from "~/ground/secrets/token.server";
import { seal, unseal } from "~/ground/secrets/vault.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { recordEvents } from "~/features/events/events.server";
import { countBack, countOne } from "~/features/rate-limits/rate-limits.server";
import { unlessLeft } from "~/features/users/users.server";
import { type Account, type LinkFailureCode } from "./account";
import * as queries from "./queries.server";
import { sealTokens } from "./tokens.server";

const requestLasts = minutes(10);

export class LinkRefused extends Error {
  override readonly name = "LinkRefused";
  /** When the network's limit ends, ms; null for other failures. */
  readonly until: number | null;
  constructor(
    readonly code: LinkFailureCode,
    { until = null, ...options }: { until?: number | null; cause?: unknown } = {},
  ) {
    super(code, options);
    this.until = until;
  }

  get loggedAs(): LoggedAs {
    return refusals.has(this.code) ? "info" : "warn";
  }
}

/** Caused by the user, the time or a limit, so there is nothing to fix. */
const refusals: ReadonlySet<LinkFailureCode> = new Set<LinkFailureCode>([
  "denied",
  "expired",
  "wrong_state",
  "blocked",
  "limited",
  "too_often",
  "already_linked",
]);

/** Linking is bound to the user and, if a browser began it, to its session. */
export interface Viewer {
  userId: string;
  sessionId: string | null;
}

export const callbackUrlOf = ({ appOrigin }: Pick<App["config"], "appOrigin">): string =>
  `${appOrigin}/api/twitter-auth/callback`;

/** Returns the network's authorization URL. Throws LinkRefused, rate_limited, unauthenticated. */
export async function beginLink(app: App, viewer: Viewer, options: { forceLogin: boolean }): Promise<string> {
  await countOne(app, "linking", viewer.userId);
  const callbackUrl = callbackUrlOf(app.config);
  const started = await orRefuse(() => app.network.beginLink({ callbackUrl, forceLogin: options.forceLogin }));
  const tokenHash = hashToken(started.requestToken);
  const request = {
    tokenHash,
    userId: viewer.userId,
    sessionHash: viewer.sessionId === null ? null : hashToken(viewer.sessionId),
    secret: seal(app.config.encryptionKeys, tokenHash, started.requestSecret),
    now: app.clock.now(),
  };
  await unlessLeft(app, queries.insertLinkRequest(app.db, request));
  return started.authorizeUrl;
}

export interface LinkReturn {
  oauthToken: string | null;
  verifier: string | null;
  denied: string | null;
}

/** A finished link no longer counts as a try. The first account becomes the default. Throws LinkRefused. */
export async function finishLink(
  app: App,
  viewer: Viewer | null,
  callback: LinkReturn,
  address: string | null = null,
): Promise<Account> {
  const token = callback.oauthToken ?? callback.denied;
  if (!token) throw new LinkRefused("wrong_state");
  const tokenHash = hashToken(token);
  const request = await queries.findLinkRequest(app.db, tokenHash);
  if (!request) throw new LinkRefused("expired");
  // Checked before taking the request: a stranger's call must not consume it.
  if (!viewer || !isSameViewer(viewer, request)) throw new LinkRefused("wrong_state");
  const isOurs = await queries.takeLinkRequest(app.db, tokenHash);
  if (!isOurs || request.created_at <= app.clock.now() - requestLasts) throw new LinkRefused("expired");
  if (callback.denied) throw new LinkRefused("denied");
  if (!callback.verifier) throw new LinkRefused("wrong_state");
  const verifier = callback.verifier;
  const requestSecret = unseal(app.config.encryptionKeys, tokenHash, request.secret);
  const {
    tokens,
    profile,
    accessLevel = null,
  } = await orRefuse(() => app.network.finishLink({ requestToken: token, requestSecret, verifier }));
  const sealed = sealTokens(app, viewer.userId, profile.id, tokens);
  const event = { kind: "account.linked" as const, userId: viewer.userId, address, detail: `@${profile.username}` };
  const linked = inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, viewer.userId);
    const owner = await queries.findOwner(trx, app.network.kind, profile.id);
    if (owner !== null && owner !== viewer.userId) throw new LinkRefused("already_linked");
    const now = app.clock.now();
    const link = { userId: viewer.userId, network: app.network.kind, profile, tokens: sealed, accessLevel, now };
    const before = await queries.listAccounts(trx, viewer.userId, app.network.kind);
    const row = await queries.upsertAccount(trx, link);
    if (before.some(({ id, status }) => id === row.id && status !== "active"))
      await recordEvents(trx, app, [{ type: "account.resumed", userId: viewer.userId, accountId: row.id, at: now }]);
    await writeAudit(trx, app, event);
    const others = await queries.listAccounts(trx, viewer.userId, app.network.kind);
    if (!others.some((other) => other.is_default === 1)) {
      await queries.makeDefault(trx, viewer.userId, app.network.kind, row.id);
      return queries.toAccount({ ...row, is_default: 1 });
    }
    return queries.toAccount(row);
  });
  const account = await linked.catch((error: unknown) => {
    // Two users may link the account at the same time: each has locked only their own accounts.
    if (isUniqueViolation(app.db, error)) throw new LinkRefused("already_linked", { cause: error });
    // The user was deleted while linking.
    if (isOrphan(app.db, error)) throw new LinkRefused("expired", { cause: error });
    throw error;
  });
  logAudit(app, event);
  const counted = countBack(app, "linking", viewer.userId);
  // The account is linked even if this fails.
  await counted.catch((error: unknown) => app.log.error({ err: error }, "a finished link could not be counted back"));
  return account;
}

function isSameViewer(viewer: Viewer, request: { user_id: string; session_hash: string | null }): boolean {
  if (viewer.userId !== request.user_id || viewer.sessionId === null) return false;
  return request.session_hash === null || request.session_hash === hashToken(viewer.sessionId);
}

async function orRefuse<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof LinkError) throw new LinkRefused(error.reason, { until: error.until, cause: error });
    throw error;
  }
}

export const pruneLinkRequests = (app: App): Promise<void> =>
  queries.deleteLinkRequestsBefore(app.db, app.clock.now() - requestLasts);
