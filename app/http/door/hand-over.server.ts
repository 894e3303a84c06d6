// Passes admitted requests to remix-serve's Express, one per event-loop turn.
import type { RequestListener, Server, ServerResponse } from "node:http";
import { isProbe } from "./limits.server";
import { answerTooBusy } from "./too-busy.server";
import { openTurns, restOf } from "./turns.server";

/** Requests for which `isRefused` is true are answered directly. */
export function handOver(server: Server, isRefused: (response: ServerResponse) => boolean): void {
  const listeners = server.listeners("request") as RequestListener[];
  const [usual, probes] = [openTurns(restOf(server)), openTurns()];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (isRefused(response)) return answerTooBusy(request, response);
    const turn = isProbe(request) ? probes : usual;
    void turn().then(() => {
      if (request.socket.destroyed) return;
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}
