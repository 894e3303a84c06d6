// Hands what the door has let in to the server's own listeners, which are remix-serve's Express: one request a turn of the loop.
import type { RequestListener, Server, ServerResponse } from "node:http";
import { isProbe } from "./limits.server";
import { answerTooBusy } from "./too-busy.server";
import { openTurns, restOf } from "./turns.server";

/**
 * `isRefused` is asked before: such a request is answered at once, and Express never sees it. Whoever asks whether the
 * server lives has a row of their own, and doesn't wait for sixty pages.
 */
export function handOver(server: Server, isRefused: (response: ServerResponse) => boolean): void {
  const listeners = server.listeners("request") as RequestListener[];
  const [usual, probes] = [openTurns(restOf(server)), openTurns()];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (isRefused(response)) return answerTooBusy(request, response);
    const turn = isProbe(request) ? probes : usual;
    void turn().then(() => {
      // Its client has left while it waited: of a thousand that ask and leave, most have.
      if (request.socket.destroyed) return;
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}
