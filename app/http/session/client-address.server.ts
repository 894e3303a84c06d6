// Who sent a request, as far as the front door saw it.
import { peerHeader } from "~/http/door/headers.server";

/** The client's address: the socket's, or with TRUST_PROXY what the proxies say of it. */
export const addressOf = (request: Request): string => (request.headers.get(peerHeader) ?? "").replace(inDisguise, "");

/** Of an IPv4 address on a socket of IPv6. */
const inDisguise = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** For what is kept of a sign-in. */
export const clientOf = (request: Request): { address: string; userAgent: string | null } => ({
  address: addressOf(request),
  userAgent: request.headers.get("user-agent"),
});
