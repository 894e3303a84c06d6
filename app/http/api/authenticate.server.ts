// Who calls the API: a bearer key, a key in body or query beside the user's id, or the browser's own session.
import type { App } from "~/app.server";
import { asKept } from "~/ground/api-shapes.server";
import { AppError } from "~/ground/errors";
import { callMessages } from "~/ground/messages";
import { hashToken } from "~/ground/secrets/token.server";
import { KeyRefused, hasKeyPrefix, type NamedKey, requireKey } from "~/features/api-keys/api-keys.server";
import { forAgents, messages } from "~/features/api-keys/scope";
import type { User } from "~/features/users/user";
import { findUserByKey } from "~/features/users/users.server";
import { requireSameOrigin } from "~/http/session/same-origin.server";
import { findSignedIn } from "~/http/session/session.server";

interface Where {
  body: Record<string, unknown>;
  url: URL;
  params: Record<string, string | undefined>;
}

export interface Caller {
  user: User;
  /** The named key that asks; null: a browser, by its key or its cookie. */
  key: NamedKey | null;
  /** The hash of the browser's session, where there is one. */
  sessionHash: string | null;
}

const wrong = () => new KeyRefused("key_unknown", messages.unknown);

/**
 * In the contract's order: Bearer, then `api_key` in the body, then in the query, then the cookie. A key that is
 * there but wrong is refused and never falls through to the next kind; empty strings count as absent. Null: nobody.
 */
export async function authenticate(app: App, request: Request, where: Where): Promise<Caller | null> {
  const beside = [where.body["user_id"], where.url.searchParams.get("user_id")].filter(isGiven).map(asKept);
  const inUrl = where.url.searchParams.get("api_key");
  // Whatever else came along: it stands in logs and histories by now.
  if (isGiven(inUrl) && hasKeyPrefix(inUrl)) throw new KeyRefused("key_in_url", messages.inUrl);
  const bearer = bearerOf(request);
  if (bearer) return byKey(app, bearer, beside);
  const inBody = where.body["api_key"];
  const key = isGiven(inBody) ? inBody : inUrl;
  if (isGiven(key)) {
    if (beside.length === 0 && !isGiven(where.params["user_id"]))
      throw new KeyRefused("unauthenticated", "Please send user_id beside api_key");
    return byKey(app, key, beside);
  }
  const signedIn = await findSignedIn(app, request);
  if (!signedIn) return null;
  if (request.method !== "GET" && request.method !== "HEAD") requireSameOrigin(app, request);
  return { user: signedIn.user, key: null, sessionHash: hashToken(signedIn.sessionId) };
}

const bearerOf = (request: Request): string | undefined =>
  /^Bearer +(\S.*)$/i.exec(request.headers.get("authorization") ?? "")?.[1];

/** Where a key is sent to other servers. */
const otherHeaders = ["X-API-Key", "Api-Key", "X-Auth-Token"];

/** Nobody is known. `detail` names the right way where a key came in another; the key itself is not told back. */
export function notSignedIn({ headers }: Request): AppError {
  const sent = headers.has("authorization") ? messages.noBearer : null;
  const inOther = otherHeaders.find((name) => headers.has(name));
  const detail = sent ?? (inOther === undefined ? null : messages.inOtherHeader(inOther));
  return new AppError("unauthenticated", callMessages.notSignedIn, { detail });
}

/** A named key that came along where nobody needs to be known; throws where it came and is refused. */
export async function findNamedKey(app: App, request: Request): Promise<Caller | null> {
  const bearer = bearerOf(request);
  return bearer !== undefined && hasKeyPrefix(bearer) ? byKey(app, bearer, []) : null;
}

/** Who asks where no browser does: a named key as Bearer, and nothing else. */
export interface KeyCaller {
  user: User;
  key: NamedKey;
}

/** At the way in of agents. Throws unauthenticated where there is no Bearer; key_unknown, key_expired, key_held, key_in_url. */
export async function requireNamedKey(app: App, request: Request): Promise<KeyCaller> {
  const inUrl = new URL(request.url).searchParams.get("api_key");
  if (isGiven(inUrl) && hasKeyPrefix(inUrl)) throw new KeyRefused("key_in_url", messages.inUrl);
  const bearer = bearerOf(request);
  if (bearer === undefined) throw notSignedIn(request);
  if (!hasKeyPrefix(bearer)) throw new KeyRefused("key_unknown", messages.namedOnly);
  return requireKey(app, bearer, forAgents);
}

const isGiven = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The key's owner; refused where a user's id beside it names somebody else. An id in the path is judged later, as 403. */
async function byKey(app: App, key: string, beside: string[]): Promise<Caller> {
  if (hasKeyPrefix(key)) {
    const named = await requireKey(app, key);
    if (beside.some((id) => id !== named.user.id)) throw wrong();
    return { ...named, sessionHash: null };
  }
  const owner = await findUserByKey(app, key);
  if (!owner || beside.some((id) => id !== owner.user.id)) throw wrong();
  return { ...owner, key: null };
}
