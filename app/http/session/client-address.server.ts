// Where a request came from, as the front door saw it.
import { peerHeader } from "~/http/door/headers.server";

/** The client's address: the socket's, or with TRUST_PROXY what the proxies say of it. */
export const addressOf = (request: Request): string => request.headers.get(peerHeader) ?? "";
