// OAuth 1.0a as the fake X checks it: the whole signature (RFC 5849), over X's own address whatever socket was used.
import { createHmac, timingSafeEqual } from "node:crypto";

export interface Signed {
  consumerKey: string;
  token: string | null;
  /** Whether the signature is right for these secrets. */
  isSignedWith(consumerSecret: string, tokenSecret: string): boolean;
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!*'()]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Reads the Authorization header of a request; null where there is no OAuth 1.0a in it. `form`: a form-encoded body. */
export function readSigned(method: string, url: URL, authorization: string, form: string): Signed | null {
  if (!authorization.startsWith("OAuth ")) return null;
  const given = new Map<string, string>();
  for (const [, name, value] of authorization.matchAll(/(\w+)="([^"]*)"/g))
    given.set(name ?? "", decodeURIComponent(value ?? ""));
  const consumerKey = given.get("oauth_consumer_key");
  const signature = given.get("oauth_signature");
  if (!consumerKey || !signature || given.get("oauth_signature_method") !== "HMAC-SHA1") return null;
  given.delete("oauth_signature");

  const pairs = [...given, ...url.searchParams, ...new URLSearchParams(form)].map(([k, v]) => [encode(k), encode(v)]);
  // Clients name the request token in header and body both and sign it once; X has taken that for years.
  const sorted = [...new Set(pairs.map(([k, v]) => `${k}=${v}`))].sort();
  const base = [method, `https://api.x.com${url.pathname}`, sorted.join("&")].map(encode).join("&");
  return {
    consumerKey,
    token: given.get("oauth_token") ?? null,
    isSignedWith(consumerSecret, tokenSecret) {
      const key = `${encode(consumerSecret)}&${encode(tokenSecret)}`;
      const right = createHmac("sha1", key).update(base).digest();
      const got = Buffer.from(signature, "base64");
      return right.length === got.length && timingSafeEqual(right, got);
    },
  };
}
