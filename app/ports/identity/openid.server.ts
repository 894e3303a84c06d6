// Implements OpenID Connect sign-in (code flow with PKCE, state, nonce) with openid-client.
import { createHash } from "node:crypto";
import type * as OpenId from "openid-client";
import type { Config } from "~/ground/config.server";
import { hours } from "~/ground/time/duration";
import { type Claims, type IdentityProvider, ProviderFault, providerPath } from "./port";

export interface OpenIdSettings extends NonNullable<Config["oidc"]> {
  appOrigin: string;
}

/** Seconds; short because a user is waiting. */
const timeout = 8;
const knownFor = hours(1);
/** Maximum age of a fresh sign-in, in seconds. */
const freshFor = 300;

/** Loaded at the first sign-in, to save memory on servers without a provider. */
const load = (): Promise<typeof OpenId> => import("openid-client");

/** Derives all three from one secret, so nothing else is stored. */
const derive = (secret: string, purpose: "state" | "nonce" | "verifier"): string =>
  createHash("sha256").update(`${purpose} ${secret}`).digest("base64url");

export function createOpenId(settings: OpenIdSettings): IdentityProvider {
  const redirectUri = `${settings.appOrigin}${providerPath}`;
  let known: { at: number; provider: Promise<OpenId.Configuration> } | null = null;

  function discover(openId: typeof OpenId): Promise<OpenId.Configuration> {
    const now = performance.now();
    if (known && now - known.at < knownFor) return known.provider;
    const provider = openId.discovery(new URL(settings.issuer), settings.clientId, undefined, clientAuth(openId), {
      timeout,
      [openId.customFetch]: fetchBounded,
      // The configuration allows http: only on this machine.
      execute: settings.issuer.startsWith("http:") ? [openId.allowInsecureRequests] : [],
    });
    known = { at: now, provider };
    // A failed lookup isn't cached.
    provider.catch(() => (known = null));
    return provider;
  }

  /** Some providers return the address only from userinfo. Returns a failure, but throws if it's another user's. */
  async function askMore(
    openId: typeof OpenId,
    provider: OpenId.Configuration,
    accessToken: string,
    claims: OpenId.IDToken,
  ): Promise<{ info: OpenId.UserInfoResponse | null; unread: ProviderFault | null }> {
    const isComplete = (addressIn(claims)?.verified ?? null) !== null;
    if (isComplete || provider.serverMetadata().userinfo_endpoint === undefined) return { info: null, unread: null };
    try {
      // Compares `sub` (OpenID Connect Core 1.0, 5.3.2).
      return { info: await openId.fetchUserInfo(provider, accessToken, claims.sub), unread: null };
    } catch (error) {
      if (isOfAnother(error)) throw error;
      return { info: null, unread: faultOf(openId, error) };
    }
  }

  function toClaims(token: OpenId.IDToken, info: OpenId.UserInfoResponse | null): Omit<Claims, "unread"> {
    // `email_verified` only applies to the address in the same answer.
    const addresses = [addressIn(token), info && addressIn(info)].filter((address) => address !== null);
    const found = addresses.find(({ verified }) => verified !== null) ?? addresses[0];
    const { iss, sub, auth_time } = token;
    return {
      issuer: iss,
      subject: sub,
      email: found?.email ?? null,
      isVerified: found !== undefined && (found.verified ?? settings.trustsEmail),
      shownAt: typeof auth_time === "number" ? auth_time * 1_000 : null,
    };
  }

  /** Uses the header by default, the body if the provider supports nothing else. */
  function clientAuth({ ClientSecretBasic, ClientSecretPost }: typeof OpenId): OpenId.ClientAuth {
    const [basic, post] = [ClientSecretBasic(settings.clientSecret), ClientSecretPost(settings.clientSecret)];
    return (server, client, body, headers) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
      return (methods.includes("client_secret_basic") ? basic : post)(server, client, body, headers);
    };
  }

  return {
    label: settings.label,

    async begin(secret, fresh) {
      const openId = await load();
      try {
        const provider = await discover(openId);
        const url = openId.buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope: "openid email",
          code_challenge: await openId.calculatePKCECodeChallenge(derive(secret, "verifier")),
          code_challenge_method: "S256",
          state: derive(secret, "state"),
          nonce: derive(secret, "nonce"),
          ...(fresh && { max_age: "0" }),
        });
        return url.href;
      } catch (error) {
        throw faultOf(openId, error);
      }
    },

    async finish(callback, secret, fresh) {
      const openId = await load();
      try {
        const provider = await discover(openId);
        const answer = new URL(`${redirectUri}${callback.search}`);
        const tokens = await openId.authorizationCodeGrant(provider, answer, {
          pkceCodeVerifier: derive(secret, "verifier"),
          expectedState: derive(secret, "state"),
          expectedNonce: derive(secret, "nonce"),
          idTokenExpected: true,
          ...(fresh && { maxAge: freshFor }),
        });
        const claims = tokens.claims();
        if (!claims) throw new Error("There is no ID token");
        const { info, unread } = await askMore(openId, provider, tokens.access_token, claims);
        return { ...toClaims(claims, info), unread };
      } catch (error) {
        throw faultOf(openId, error);
      }
    },
  };
}

function addressIn(
  answer: OpenId.IDToken | OpenId.UserInfoResponse,
): { email: string; verified: boolean | null } | null {
  const { email, email_verified: verified } = answer as { email?: unknown; email_verified?: unknown };
  if (typeof email !== "string" || email === "") return null;
  // Some providers send it as a string. Anything else isn't verified.
  return { email, verified: verified == null ? null : verified === true || verified === "true" };
}

const maxAnswer = 256 * 1024;

/** Like `fetch`, but reads the body within the call's limit. Throws if it's too long. */
async function fetchBounded(url: string, options: OpenId.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    length += read.value.length;
    if (length > maxAnswer) {
      void reader?.cancel().catch(() => {});
      throw new Error(`An answer of the provider's has more than ${maxAnswer} bytes`);
    }
    pieces.push(read.value);
  }
  const { status, statusText, headers } = response;
  return new Response(length === 0 ? null : Buffer.concat(pieces), { status, statusText, headers });
}

const isOfAnother = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: unknown }).code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED" || isOfAnother(error.cause));

function faultOf(openId: typeof OpenId, error: unknown): ProviderFault {
  if (error instanceof openId.AuthorizationResponseError) return new ProviderFault("refused", { cause: error });
  const reason = isAway(error) ? "unreachable" : "answer";
  return new ProviderFault(reason, { cause: error });
}

function isAway(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, status } = one as { code?: unknown; status?: unknown };
    if (code === "OAUTH_TIMEOUT" || one.name === "TimeoutError" || one.message === "fetch failed") return true;
    if (typeof status === "number" && status >= 500) return true;
    if (one.cause instanceof Response && one.cause.status >= 500) return true;
  }
  return false;
}
