// Who sent a request, as far as the front door saw it.
import { peerHeader } from "~/http/door/headers.server";

/** The client's address: the socket's, or with TRUST_PROXY what the proxies say of it. */
export const addressOf = (request: Request): string => request.headers.get(peerHeader) ?? "";

/** For what is kept of a sign-in. */
export const clientOf = (request: Request): { address: string; userAgent: string | null } => ({
  address: addressOf(request),
  userAgent: request.headers.get("user-agent"),
});
