// The files of public/, answered at the door: compressed once at the build, not once a visit.
import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";
import type { App } from "~/app.server";
import { tellRequest } from "./request-log.server";

/** Their names hold a hash of what is in them. */
const unchanging = /^\/build\//;

/**
 * Answers true where it sent a file; the list of them is read once. In dev they change, and it is remix-serve that looks
 * for them.
 */
export function openAssets({ config, clock, log }: Pick<App, "config" | "clock" | "log">) {
  if (config.dev) return () => false;
  const files = sirv("public", {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) =>
      response.setHeader(
        "Cache-Control",
        unchanging.test(path) ? "public,max-age=31536000,immutable" : "public,max-age=3600",
      ),
  });
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const began = clock.monotonic();
    let isThere = true;
    files(request, response, () => void (isThere = false));
    if (isThere)
      response.once("close", () => tellRequest(log, request, response.statusCode, clock.monotonic() - began));
    return isThere;
  };
}

/**
 * Takes remix-serve's own file server out of its Express: before every page it asks the disk for a file of the page's
 * name, a twentieth of what a page costs, and all that it could find is in the list above.
 */
export function serveNoFiles(express: unknown): void {
  const { _router: router } = express as { _router?: { stack: { name: string }[] } };
  if (router) router.stack = router.stack.filter(({ name }) => name !== "serveStatic");
}
