// Sets the default security headers on responses that have none.
import type { ServerResponse } from "node:http";

export const strictPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const permissions = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/** Runs when headers are written, since pages set their own policy and Express adds to existing headers. */
export function setDefaultPolicy(response: ServerResponse): void {
  response.setHeader("Permissions-Policy", permissions);
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  const { writeHead } = response;
  response.writeHead = function (this: ServerResponse, ...head: Parameters<typeof writeHead>) {
    if (!this.hasHeader("Content-Security-Policy")) this.setHeader("Content-Security-Policy", strictPolicy);
    return writeHead.apply(this, head);
  } as typeof writeHead;
}
