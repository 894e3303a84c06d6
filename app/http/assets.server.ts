// What the compiler made for browsers, answered at the door: compressed once at the build, not once a visit.
import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";
import type { App } from "~/app.server";
import { tellRequest } from "./request-log.server";

const asset = /^\/build\//;

/**
 * Answers true where it sent the file. The rest is remix-serve's, which serves the same files without a compressed
 * form beside them; in dev it is all of them, since they change.
 */
export function openAssets({ config, clock, log }: Pick<App, "config" | "clock" | "log">) {
  if (config.dev) return () => false;
  const files = sirv("public", { brotli: true, gzip: true, etag: true, immutable: true, maxAge: 365 * 24 * 60 * 60 });
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "GET" || !asset.test(request.url ?? "")) return false;
    const began = clock.monotonic();
    let isThere = true;
    files(request, response, () => void (isThere = false));
    if (isThere)
      response.once("close", () => tellRequest(log, request, response.statusCode, clock.monotonic() - began));
    return isThere;
  };
}
