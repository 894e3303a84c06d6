// The sandbox's linking: OAuth 1.0a's three legs, with a consent page of Linnet's own where X has its page.
import { sql } from "kysely";
import type { Clock } from "~/clock.server";
import { AppError } from "~/errors";
import { hashToken, newToken } from "~/token.server";
import type { Db } from "~db/client.server";
import { LinkError, type Network } from "./port";
import { displayNameOf, nextId, readHandle, requestLifetime } from "./sandbox-rules";

/** What the consent page needs beyond the Network that features know. */
export interface SandboxConsent {
  /** An open request, or null: unknown, older than 10 minutes or decided. `handles`: known ones, newest first, ≤ 10. */
  findRequest(oauthToken: string): Promise<{ forceLogin: boolean; handles: string[] } | null>;
  /** Consents as `handle` and gives the URL to go back to. Throws AppError: invalid (the handle), not_found. */
  grant(oauthToken: string, handle: string): Promise<string>;
  /** Declines and gives the URL to go back to. Throws AppError not_found. */
  deny(oauthToken: string): Promise<string>;
}

/** Both parts of a token pair are needed to find it, as X needs both to check a signature. */
export const hashPair = (token: string, secret: string): string => hashToken(`${token} ${secret}`);

// The table has no place for the request's secret. It guards nothing here (nothing is signed), but a caller that
// mixes secrets up has to fail as it would at X.
const requestSecretOf = (requestToken: string): string => hashToken(`the secret of ${requestToken}`);

const gone = () => new AppError("not_found", "This request is no longer open. Start linking again from Linnet.");

function withParams(callbackUrl: string, params: Record<string, string>): string {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

type LinkVerbs = Pick<Network, "beginLink" | "finishLink"> & SandboxConsent;

/** The linking half of the sandbox; callbacks must be the app's own, as X only goes back to addresses it was told of. */
export function sandboxLink({ db, clock, appOrigin }: { db: Db; clock: Clock; appOrigin: string }): LinkVerbs {
  const oldestOpen = () => clock.now() - requestLifetime;

  const openRequest = (trx: Db, oauthToken: string) =>
    trx
      .selectFrom("sandbox_requests")
      .selectAll()
      .where("token_hash", "=", hashToken(oauthToken))
      .where("verifier_hash", "is", null)
      .where("created_at", ">", oldestOpen())
      .executeTakeFirst();

  const beginLink: Network["beginLink"] = async ({ callbackUrl, forceLogin }) => {
    if (!URL.canParse(callbackUrl) || new URL(callbackUrl).origin !== appOrigin)
      throw new LinkError("not_permitted", "The sandbox only goes back to this server's own address");
    const requestToken = newToken();
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom("sandbox_requests").where("created_at", "<=", oldestOpen()).execute();
      await trx
        .insertInto("sandbox_requests")
        .values({
          token_hash: hashToken(requestToken),
          callback_url: callbackUrl,
          force_login: forceLogin ? 1 : 0,
          created_at: clock.now(),
        })
        .execute();
    });
    const authorizeUrl = withParams(`${appOrigin}/sandbox/authorize`, {
      oauth_token: requestToken,
      force_login: String(forceLogin),
    });
    return { requestToken, requestSecret: requestSecretOf(requestToken), authorizeUrl };
  };

  const findRequest: SandboxConsent["findRequest"] = async (oauthToken) => {
    const request = await openRequest(db, oauthToken);
    if (!request) return null;
    const users = await db
      .selectFrom("sandbox_users")
      .select("handle")
      .orderBy("created_at", "desc")
      .orderBy(sql`rowid`, "desc")
      .limit(10)
      .execute();
    return { forceLogin: request.force_login === 1, handles: users.map((user) => user.handle) };
  };

  const grant: SandboxConsent["grant"] = async (oauthToken, typed) => {
    const handle = readHandle(typed);
    if (!handle) throw new AppError("invalid", "A handle has 1 to 15 letters, digits or underscores.");
    const verifier = newToken();
    const request = await db.transaction().execute(async (trx) => {
      const open = await openRequest(trx, oauthToken);
      if (!open) throw gone();
      const sandbox_user_id = await findOrMakeUser(trx, handle, clock.now());
      await trx
        .updateTable("sandbox_requests")
        .set({ verifier_hash: hashToken(verifier), sandbox_user_id })
        .where("token_hash", "=", open.token_hash)
        .execute();
      return open;
    });
    return withParams(request.callback_url, { oauth_token: oauthToken, oauth_verifier: verifier });
  };

  const deny: SandboxConsent["deny"] = (oauthToken) =>
    db.transaction().execute(async (trx) => {
      const open = await openRequest(trx, oauthToken);
      if (!open) throw gone();
      await trx.deleteFrom("sandbox_requests").where("token_hash", "=", open.token_hash).execute();
      return withParams(open.callback_url, { denied: oauthToken });
    });

  const finishLink: Network["finishLink"] = ({ requestToken, requestSecret, verifier }) =>
    db.transaction().execute(async (trx) => {
      const request = await trx
        .deleteFrom("sandbox_requests")
        .where("token_hash", "=", hashToken(requestToken))
        .where("verifier_hash", "=", hashToken(verifier))
        .where("created_at", ">", oldestOpen())
        .returning("sandbox_user_id")
        .executeTakeFirst();
      const userId = request?.sandbox_user_id;
      if (!userId || requestSecret !== requestSecretOf(requestToken))
        throw new LinkError("expired", "The link request is unknown, spent or older than 10 minutes");
      const user = await trx.selectFrom("sandbox_users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
      const tokens = { accessToken: `${user.id}-${newToken()}`, accessSecret: newToken() };
      const token_hash = hashPair(tokens.accessToken, tokens.accessSecret);
      await trx
        .insertInto("sandbox_tokens")
        .values({ token_hash, sandbox_user_id: user.id, created_at: clock.now() })
        .execute();
      return { tokens, profile: { id: user.id, username: user.handle, displayName: user.name, imageUrl: null } };
    });

  return { beginLink, finishLink, findRequest, grant, deny };
}

/** The same handle in any case is the same person, under its first spelling. */
async function findOrMakeUser(trx: Db, handle: string, now: number): Promise<string> {
  const known = await trx.selectFrom("sandbox_users").select("id").where("handle", "=", handle).executeTakeFirst();
  if (known) return known.id;
  const last = await trx
    .selectFrom("sandbox_users")
    .select("id")
    .where(sql<boolean>`rowid = (select max(rowid) from sandbox_users)`)
    .executeTakeFirst();
  const id = nextId(now, last?.id);
  await trx
    .insertInto("sandbox_users")
    .values({ id, handle, name: displayNameOf(handle), created_at: now })
    .execute();
  return id;
}
