// Finds the client address of a request, as set by the front door.
import { peerHeader } from "~/http/door/headers.server";

export const addressOf = (request: Request): string => (request.headers.get(peerHeader) ?? "").replace(inDisguise, "");

const inDisguise = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

export const clientOf = (request: Request): { address: string; userAgent: string | null } => ({
  address: addressOf(request),
  userAgent: request.headers.get("user-agent"),
});
