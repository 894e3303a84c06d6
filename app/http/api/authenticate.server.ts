// Identifies the API caller by bearer key, key in body or query, or session cookie.
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
  key: NamedKey | null;
  sessionHash: string | null;
}

const wrong = () => new KeyRefused("key_unknown", messages.unknown);

/** Bearer, then `api_key` in body, then in query, then cookie. A wrong key never falls through. Null if none. */
export async function authenticate(app: App, request: Request, input: Where): Promise<Caller | null> {
  const beside = [input.body["user_id"], input.url.searchParams.get("user_id")].filter(isGiven).map(asKept);
  const inUrl = input.url.searchParams.get("api_key");
  // A key in a URL ends up in logs and histories, so it is refused whatever else was sent.
  if (isGiven(inUrl) && hasKeyPrefix(inUrl)) throw new KeyRefused("key_in_url", messages.inUrl);
  const bearer = bearerOf(request);
  if (bearer) return byKey(app, bearer, beside);
  const inBody = input.body["api_key"];
  const key = isGiven(inBody) ? inBody : inUrl;
  if (isGiven(key)) {
    if (beside.length === 0 && !isGiven(input.params["user_id"]))
      throw new KeyRefused("unauthenticated", "Send user_id with api_key.");
    return byKey(app, key, beside);
  }
  const signedIn = await findSignedIn(app, request);
  if (!signedIn) return null;
  if (request.method !== "GET" && request.method !== "HEAD") requireSameOrigin(app, request);
  return { user: signedIn.user, key: null, sessionHash: hashToken(signedIn.sessionId) };
}

const bearerOf = (request: Request): string | undefined =>
  /^Bearer +(\S.*)$/i.exec(request.headers.get("authorization") ?? "")?.[1];

const otherHeaders = ["X-API-Key", "Api-Key", "X-Auth-Token"];

export function notSignedIn({ headers }: Request): AppError {
  const sent = headers.has("authorization") ? messages.noBearer : null;
  const inOther = otherHeaders.find((name) => headers.has(name));
  const detail = sent ?? (inOther === undefined ? null : messages.inOtherHeader(inOther));
  return new AppError("unauthenticated", callMessages.notSignedIn, { detail });
}

/** Returns the named key sent to an open route. Throws if the key is refused. */
export async function findNamedKey(app: App, request: Request): Promise<Caller | null> {
  const bearer = bearerOf(request);
  return bearer !== undefined && hasKeyPrefix(bearer) ? byKey(app, bearer, []) : null;
}

export interface KeyCaller {
  user: User;
  key: NamedKey;
}

/** Authenticates agents. Throws unauthenticated, key_unknown, key_expired, key_held, key_in_url. */
export async function requireNamedKey(app: App, request: Request): Promise<KeyCaller> {
  const inUrl = new URL(request.url).searchParams.get("api_key");
  if (isGiven(inUrl) && hasKeyPrefix(inUrl)) throw new KeyRefused("key_in_url", messages.inUrl);
  const bearer = bearerOf(request);
  if (bearer === undefined) throw notSignedIn(request);
  if (!hasKeyPrefix(bearer)) throw new KeyRefused("key_unknown", messages.namedOnly);
  return requireKey(app, bearer, forAgents);
}

const isGiven = (value: unknown): value is string => typeof value === "string" && value !== "";

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
