// Internal headers that clients can't set, and paths for requests the app must refuse.

export const peerHeader = "x-linnet-peer";
export const requestIdHeader = "x-request-id";
/** A foreign Origin, hidden from Remix, which would answer a bare 500; our guard returns 403. */
export const foreignOriginHeader = "x-linnet-origin";
export const forwardedHeader = "x-linnet-forwarded";
export const methodHeader = "x-linnet-method";

/** Matches no endpoint; api.server.ts answers. */
export const malformedPath = "/api/malformed-url";
export const unknownPath = "/api/unknown";
export const unknownMethodPath = "/api/unknown-method";
