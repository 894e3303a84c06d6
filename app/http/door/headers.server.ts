// What the front door tells the handlers, in headers that no client can set, and the addresses that it sends requests to.

export const peerHeader = "x-linnet-peer";
export const requestIdHeader = "x-request-id";
/** A foreign Origin, moved out of Remix's sight: it would answer a bare 500, our guard answers 403. */
export const foreignOriginHeader = "x-linnet-origin";
/** "1" where any header says that a proxy passed it on. */
export const forwardedHeader = "x-linnet-forwarded";
/** The method as it came, where Remix could not bear it. */
export const methodHeader = "x-linnet-method";

/** Paths that no endpoint has: what goes there is answered in the app's own words (api.server.ts). */
export const malformedPath = "/api/malformed-url";
export const unknownPath = "/api/unknown";
/** Where a method goes that no page has. The API and /mcp say by themselves what they take. */
export const unknownMethodPath = "/api/unknown-method";
