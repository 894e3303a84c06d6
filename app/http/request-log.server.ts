// The line of a request in the log, and its measure: without what is secret in its URL.
import type { IncomingMessage } from "node:http";
import type { Log } from "~/log.server";
import { measure } from "~/measures.server";
import { peerHeader, requestIdHeader } from "./front-door.server";

const secretNames = new Set(["api_key", "oauth_token", "oauth_verifier", "denied", "password", "token", "secret"]);
/** What our own keys look like (~/token.server), under whatever name they came. */
const looksLikeKey = /^[\w-]{43}$/;

/** The path and query with the values of secret names taken out. */
export function withoutSecrets(url: string): string {
  const [path = "", query] = url.split(/\?(.*)/s, 2);
  if (!query) return path;
  const shown = new URLSearchParams(query);
  for (const [name, value] of [...shown])
    if (secretNames.has(name.toLowerCase()) || looksLikeKey.test(value)) shown.set(name, "redacted");
  return `${path}?${shown.toString()}`;
}

/** A handful of names, whatever is asked for: each is a series that lives as long as the process. */
function areaOf(path: string): "asset" | "api" | "probe" | "page" {
  if (path.startsWith("/build/")) return "asset";
  if (path.startsWith("/api/")) return "api";
  return /^\/(?:healthz|metrics)(?:\?|$)/.test(path) ? "probe" : "page";
}
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The line of a request that was answered, and its measure. */
export function tellRequest(log: Log, request: IncomingMessage, status: number, tookMs: number): void {
  const { headers, method, url: path = "" } = request;
  const isAsset = path.startsWith("/build/");
  measure({
    kind: "request",
    area: areaOf(path),
    method: methods.has(method ?? "") ? String(method) : "other",
    status,
    tookMs,
  });
  log[isAsset ? "debug" : "info"](
    {
      method,
      path: withoutSecrets(path),
      status,
      ms: Math.round(tookMs),
      requestId: headers[requestIdHeader],
      peer: headers[peerHeader],
    },
    "request",
  );
}
