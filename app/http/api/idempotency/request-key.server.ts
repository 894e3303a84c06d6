// Reads the Idempotency-Key header and fingerprints requests.
import { createHash } from "node:crypto";
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { sign } from "~/ground/secrets/mac.server";
import { credentials, type Endpoint } from "~/http/contract/endpoint.server";
import type { Params } from "../api-router.server";

export const keyHeader = "Idempotency-Key";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

const aKey = /^(?:"([\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/;

export const aboutKey = (code: "invalid" | "idempotency_mismatch", msg: string): AppError =>
  new AppError(code, msg, { faults: [{ loc: ["header", keyHeader], msg, type: "invalid" }] });

/** Hash of the key, quoted or bare; null if absent. Throws invalid. */
export function keyHashOf(request: Request): string | null {
  const given = request.headers.get(keyHeader);
  if (given === null) return null;
  const [, quoted, bare] = aKey.exec(given.trim()) ?? [];
  const key = quoted ?? bare;
  if (key === undefined) throw aboutKey("invalid", `${keyHeader} must be 1 to 255 visible ASCII characters.`);
  return sha256(key);
}

/** Ignores credentials and field order. A keyed hash keeps passwords in some requests from being guessed. */
export function fingerprintOf(
  { config }: Pick<App, "config">,
  { method, path, showsSecret }: Pick<Endpoint, "method" | "path" | "showsSecret">,
  { params, search, raw }: { params: Params; search: URLSearchParams; raw: Record<string, unknown> },
): string {
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const query = [...search].filter(([name]) => !isCredential(name)).sort();
  const body = Object.fromEntries(Object.entries(raw).filter(([name]) => !isCredential(name)));
  const text = JSON.stringify([method, at, query, inOrder(body)]);
  return showsSecret ? sign(config.encryptionKeys, "requests that come again", text) : sha256(text);
}

const isCredential = (name: string): boolean => credentials.some((credential) => credential === name);

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  // Pairs, since an object would lose a name such as `__proto__`.
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, inOrder(one)]);
}
