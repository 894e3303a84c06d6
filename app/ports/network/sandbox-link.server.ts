// Links accounts in the sandbox: OAuth 1.0a's three legs with Linnet's own consent page.
import { type Db, inTransaction } from "~db/database.server";
import { lockSandbox } from "~db/locks.server";
import type { Clock } from "~/ground/time/clock.server";
import { AppError } from "~/ground/errors";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { LinkError, type Network, type NetworkTokens } from "./port";
import { displayNameOf, nextId, readHandle, requestLifetime } from "./sandbox-rules";
import * as queries from "./store/link.server";

export interface SandboxConsent {
  /** Returns an open request; null if unknown, older than 10 minutes or decided. */
  findRequest(oauthToken: string): Promise<{ forceLogin: boolean } | null>;
  /** Consents as `handle` and returns the URL to go back to. Throws AppError: invalid (the handle), not_found. */
  grant(oauthToken: string, handle: string): Promise<string>;
  deny(oauthToken: string): Promise<string>;
}

/** Hashes both parts together, as X needs both to check a signature. */
export const hashPair = (token: string, secret: string): string => hashToken(`${token} ${secret}`);

export const hashOf = (tokens: NetworkTokens): string => hashPair(tokens.accessToken, tokens.accessSecret);

// Derived because the table doesn't store it. It protects nothing, but mixed-up secrets must fail as on X.
const requestSecretOf = (requestToken: string): string => hashToken(`the secret of ${requestToken}`);

const gone = () => new AppError("not_found", "This request is no longer valid. Connect the account again in Linnet.");

function withParams(callbackUrl: string, params: Record<string, string>): string {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

type LinkVerbs = Pick<Network, "beginLink" | "finishLink"> & SandboxConsent;

/** Callbacks must be the app's own, because X only redirects to registered addresses. */
export function sandboxLink({ db, clock, appOrigin }: { db: Db; clock: Clock; appOrigin: string }): LinkVerbs {
  const oldestOpen = () => clock.now() - requestLifetime;

  const openRequest = (trx: Db, oauthToken: string) =>
    queries.findOpenRequest(trx, hashToken(oauthToken), oldestOpen());

  const beginLink: Network["beginLink"] = async ({ callbackUrl, forceLogin }) => {
    if (!URL.canParse(callbackUrl) || new URL(callbackUrl).origin !== appOrigin)
      throw new LinkError("not_permitted", "The sandbox only goes back to this server's own address");
    const requestToken = newToken();
    await inTransaction(db, async (trx) => {
      await queries.deleteRequestsUntil(trx, oldestOpen());
      await queries.insertRequest(trx, {
        token_hash: hashToken(requestToken),
        callback_url: callbackUrl,
        force_login: forceLogin ? 1 : 0,
        created_at: clock.now(),
      });
    });
    const authorizeUrl = withParams(`${appOrigin}/sandbox/authorize`, {
      oauth_token: requestToken,
      force_login: String(forceLogin),
    });
    return { requestToken, requestSecret: requestSecretOf(requestToken), authorizeUrl };
  };

  const findRequest: SandboxConsent["findRequest"] = async (oauthToken) => {
    const request = await openRequest(db, oauthToken);
    return request ? { forceLogin: request.force_login === 1 } : null;
  };

  const grant: SandboxConsent["grant"] = async (oauthToken, input) => {
    const handle = readHandle(input);
    if (!handle) throw new AppError("invalid", "A handle has 1 to 15 letters, digits or underscores.");
    const verifier = newToken();
    const request = await inTransaction(db, async (trx) => {
      await lockSandbox(trx);
      const open = await openRequest(trx, oauthToken);
      if (!open) throw gone();
      const userId = await findOrMakeUser(trx, handle, clock.now());
      await queries.grantRequest(trx, open.token_hash, { verifierHash: hashToken(verifier), userId });
      return open;
    });
    return withParams(request.callback_url, { oauth_token: oauthToken, oauth_verifier: verifier });
  };

  const deny: SandboxConsent["deny"] = (oauthToken) =>
    inTransaction(db, async (trx) => {
      const open = await openRequest(trx, oauthToken);
      if (!open) throw gone();
      await queries.deleteRequest(trx, open.token_hash);
      return withParams(open.callback_url, { denied: oauthToken });
    });

  const finishLink: Network["finishLink"] = ({ requestToken, requestSecret, verifier }) =>
    inTransaction(db, async (trx) => {
      const userId = await queries.takeGranted(trx, {
        tokenHash: hashToken(requestToken),
        verifierHash: hashToken(verifier),
        after: oldestOpen(),
      });
      if (!userId || requestSecret !== requestSecretOf(requestToken))
        throw new LinkError("expired", "The connection request is unknown, already used or more than 10 minutes old");
      const user = await queries.getUser(trx, userId);
      const tokens = { accessToken: `${user.id}-${newToken()}`, accessSecret: newToken() };
      await queries.insertToken(trx, {
        token_hash: hashPair(tokens.accessToken, tokens.accessSecret),
        sandbox_user_id: user.id,
        created_at: clock.now(),
      });
      return { tokens, profile: { id: user.id, username: user.handle, displayName: user.name, imageUrl: null } };
    });

  return { beginLink, finishLink, findRequest, grant, deny };
}

async function findOrMakeUser(trx: Db, handle: string, now: number): Promise<string> {
  const known = await queries.findUser(trx, handle);
  if (known) return known;
  const id = nextId(now, await queries.lastUserId(trx));
  await queries.insertUser(trx, { id, handle, name: displayNameOf(handle), created_at: now });
  return id;
}
