// The headers that say what an answer may do in a browser, for every answer that doesn't say it itself.
import type { ServerResponse } from "node:http";

/** Of what is no page: opened by itself it loads nothing, sends nothing, and stands in no frame. */
export const strictPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const permissions = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/** A page's own policy comes from its renderer, and Express adds to what is there: so this one waits for the head. */
export function setDefaultPolicy(response: ServerResponse): void {
  response.setHeader("Permissions-Policy", permissions);
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  const { writeHead } = response;
  response.writeHead = function (this: ServerResponse, ...head: Parameters<typeof writeHead>) {
    if (!this.hasHeader("Content-Security-Policy")) this.setHeader("Content-Security-Policy", strictPolicy);
    return writeHead.apply(this, head);
  } as typeof writeHead;
}
