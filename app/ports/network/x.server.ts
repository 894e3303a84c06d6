// Implements the network with X, through twitter-api-v2 and OAuth 1.0a.
import type { TwitterApi } from "twitter-api-v2";
import { seconds } from "~/ground/time/duration";
import type { Log } from "~/ground/telemetry/log.server";
import type { Clock } from "~/ground/time/clock.server";
import { LinkError, type Network, type NetworkTokens, type PostAnswer } from "./port";
import { linkError } from "./x-link";
import { exchange, type XKeys } from "./x-connection.server";
import { isGood, type XCall, xReading } from "./x-reading.server";
import { xWriting } from "./x-writing.server";

const patience = seconds(30);
function accessLevelOf(reply: PostAnswer): string | null {
  const level = reply.kind === "answered" ? reply.headers["x-access-level"] : undefined;
  if (level && !level.includes("write"))
    throw new LinkError("read_only", `The X app only has the permission "${level}", but needs "Read and write"`);
  return level ?? null;
}

/** `apiOrigin` redirects API calls, not the browser. Errors and logs never carry a key, token or verifier. */
export function createX(setup: {
  apiKey: string;
  apiSecret: string;
  apiOrigin: string | null;
  clock: Pick<Clock, "now">;
  log: Log;
}): Network {
  const { apiKey, apiSecret, apiOrigin, clock, log } = setup;

  async function call<T>(request: XCall, work: (client: TwitterApi) => Promise<T>) {
    const keys: XKeys = { appKey: apiKey, appSecret: apiSecret, ...request.tokens };
    const { timeoutMs = patience, signal, mayBegin } = request;
    const done = await exchange({ keys, origin: apiOrigin, timeoutMs, signal, mayBegin }, work);
    const { reply } = done;
    const seen = reply.kind === "answered" ? { status: reply.status } : { detail: reply.detail };
    log.debug({ call: request.name, kind: reply.kind, ...seen }, "a call to X");
    return done;
  }

  const beginLink: Network["beginLink"] = async ({ callbackUrl, forceLogin }) => {
    const { reply, result } = await call({ name: "request_token" }, (client) =>
      client.generateAuthLink(callbackUrl, { linkMode: "authorize", ...(forceLogin ? { forceLogin } : {}) }),
    );
    if (!isGood(reply) || !result)
      throw linkError(reply, { unauthorized: "refused", secrets: [apiKey, apiSecret], now: clock.now() });
    if (!result.oauth_token || !result.oauth_token_secret) throw new LinkError("refused", "X gave no request token");
    if (String(result.oauth_callback_confirmed) !== "true")
      throw new LinkError("not_permitted", "X did not confirm the callback URL: add it to the app's settings");
    return { requestToken: result.oauth_token, requestSecret: result.oauth_token_secret, authorizeUrl: result.url };
  };

  const finishLink: Network["finishLink"] = async ({ requestToken, requestSecret, verifier }) => {
    const request = { accessToken: requestToken, accessSecret: requestSecret };
    const login = await call({ name: "access_token", tokens: request }, (client) => client.login(verifier));
    const secrets = [apiKey, apiSecret, requestToken, requestSecret, verifier];
    if (!isGood(login.reply) || !login.result)
      throw linkError(login.reply, { unauthorized: "expired", secrets, now: clock.now() });
    const { accessToken, accessSecret } = login.result;
    if (!accessToken || !accessSecret) throw new LinkError("refused", "X gave no access token");
    const tokens = { accessToken, accessSecret };
    // Check before reading the profile, which X charges for.
    const told = accessLevelOf(login.reply);
    const { profile, accessLevel } = await readProfile(tokens, [...secrets, accessToken, accessSecret]);
    return { tokens, profile, accessLevel: accessLevel ?? told };
  };

  async function readProfile(tokens: NetworkTokens, secrets: string[]) {
    const { reply, result } = await call({ name: "users/me", tokens }, (client) =>
      client.v2.me({ "user.fields": ["name", "username", "profile_image_url"] }),
    );
    const user = result?.data;
    if (reply.kind !== "answered" || !isGood(reply))
      throw linkError(reply, { unauthorized: "refused", secrets, now: clock.now() });
    if (!user?.id || !user.username) throw new LinkError("refused", "X did not say whose account this is");
    const accessLevel = accessLevelOf(reply);
    const { id, username, name, profile_image_url: imageUrl } = user;
    return { profile: { id, username, displayName: name || username, imageUrl: imageUrl ?? null }, accessLevel };
  }

  const secretsWith = (tokens: NetworkTokens) => [apiKey, apiSecret, tokens.accessToken, tokens.accessSecret];
  const reading = xReading({ call, secretsWith, clock, log });
  const writing = xWriting({ call, secretsWith });

  const revoke: Network["revoke"] = async (tokens) => {
    const { reply } = await call({ name: "invalidate_token", tokens }, (client) =>
      client.v1.post("oauth/invalidate_token"),
    );
    if (isGood(reply)) return;
    const detail = reply.kind === "answered" ? `X answered ${reply.status}` : reply.detail;
    log.warn({ detail }, "The account's tokens could not be taken back at X");
  };

  const postUrl: Network["postUrl"] = (username, postId) =>
    `https://x.com/${encodeURIComponent(username)}/status/${encodeURIComponent(postId)}`;

  return { kind: "x", beginLink, finishLink, ...writing, ...reading, revoke, postUrl };
}
