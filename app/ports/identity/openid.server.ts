// The identity provider by OpenID Connect: authorization code with PKCE, state and nonce, all by openid-client.
import { createHash } from "node:crypto";
import type * as OpenId from "openid-client";
import type { Config } from "~/ground/config.server";
import { hours } from "~/ground/time/duration";
import { type Claims, type IdentityProvider, ProviderFault, providerPath } from "./port";

export interface OpenIdSettings extends NonNullable<Config["oidc"]> {
  appOrigin: string;
}

/** In seconds: it is asked while a person waits. */
const timeout = 8;
/** What the provider says of itself is asked anew after so long. */
const knownFor = hours(1);
/** A sign-in that is to be fresh is no older, in seconds. */
const freshFor = 300;

/** Loaded at the first sign-in: a server without a provider never has it in memory. */
const load = (): Promise<typeof OpenId> => import("openid-client");

/** Three that must not be guessed, of one secret: nothing more has to be kept. */
const derive = (secret: string, what: "state" | "nonce" | "verifier"): string =>
  createHash("sha256").update(`${what} ${secret}`).digest("base64url");

export function createOpenId(settings: OpenIdSettings): IdentityProvider {
  const redirectUri = `${settings.appOrigin}${providerPath}`;
  let known: { at: number; provider: Promise<OpenId.Configuration> } | null = null;

  function discover(openId: typeof OpenId): Promise<OpenId.Configuration> {
    const now = performance.now();
    if (known && now - known.at < knownFor) return known.provider;
    const provider = openId.discovery(new URL(settings.issuer), settings.clientId, undefined, clientAuth(openId), {
      timeout,
      // The configuration allows it for this very machine alone.
      execute: settings.issuer.startsWith("http:") ? [openId.allowInsecureRequests] : [],
    });
    known = { at: now, provider };
    // What failed is asked again by the next one.
    provider.catch(() => (known = null));
    return provider;
  }

  /** By the header, as the standard has it, or in the body where the provider says that it takes nothing else. */
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

    async finish(back, secret, fresh) {
      const openId = await load();
      try {
        const provider = await discover(openId);
        const answer = new URL(`${redirectUri}${back.search}`);
        const tokens = await openId.authorizationCodeGrant(provider, answer, {
          pkceCodeVerifier: derive(secret, "verifier"),
          expectedState: derive(secret, "state"),
          expectedNonce: derive(secret, "nonce"),
          idTokenExpected: true,
          ...(fresh && { maxAge: freshFor }),
        });
        const claims = tokens.claims();
        if (!claims) throw new Error("There is no ID token");
        // Many providers tell the address only where they are asked for it.
        const more = "email" in claims ? claims : await openId.fetchUserInfo(provider, tokens.access_token, claims.sub);
        return toClaims(claims, more);
      } catch (error) {
        throw faultOf(openId, error);
      }
    },
  };
}

function toClaims({ iss, sub, auth_time }: OpenId.IDToken, more: OpenId.IDToken | OpenId.UserInfoResponse): Claims {
  const { email, email_verified } = more as { email?: unknown; email_verified?: unknown };
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === "string" && email !== "" ? email : null,
    // Some send it as text.
    isVerified: email_verified === true || email_verified === "true",
    shownAt: typeof auth_time === "number" ? auth_time * 1_000 : null,
  };
}

function faultOf(openId: typeof OpenId, error: unknown): ProviderFault {
  if (error instanceof openId.AuthorizationResponseError) return new ProviderFault("refused", { cause: error });
  const reason = isAway(error) ? "unreachable" : "answer";
  return new ProviderFault(reason, { cause: error });
}

/** No connection, no name, no answer in time, or a server that says it is in trouble: somewhere in what led to it. */
function isAway(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, status } = one as { code?: unknown; status?: unknown };
    if (code === "OAUTH_TIMEOUT" || one.name === "TimeoutError" || one.message === "fetch failed") return true;
    if (typeof status === "number" && status >= 500) return true;
    if (one.cause instanceof Response && one.cause.status >= 500) return true;
  }
  return false;
}
