// Sign-ins that are refused whatever they hold: answered at the door, so that a flood of them leaves the pages alone.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "~/app.server";
import { refusalOfAll } from "~/features/users/users.server";
import { refused } from "./envelope.server";
import { peerHeader } from "./front-door.server";
import { tellRequest } from "./request-log.server";

const signIn = /^\/api\/users\/login\/*(?:\?|$)/i;

/** True where it has answered: the same that the endpoint would, unread and unparsed. */
export function turnAway(app: App, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "POST" || !signIn.test(request.url ?? "")) return false;
  const refusal = refusalOfAll(app, String(request.headers[peerHeader] ?? ""));
  if (!refusal) return false;
  response.writeHead(refusal.status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": String(refusal.retryAfterSeconds),
  });
  response.end(JSON.stringify(refused(refusal.message)));
  tellRequest(app.log, request, refusal.status, 0);
  return true;
}
