// The last connections of a server that is told to stop.
import type { Server } from "node:http";
import { seconds } from "~/ground/time/duration";

/** Somebody always comes anew: so long they are waited for. On a busy machine a second was too short for twenty. */
const maxMs = seconds(3);

/**
 * From now on `server.close()` first takes the connections that the system has already accepted for it. Those that still
 * wait when it stops listening are reset, and a proxy shows its 502: in a rolling upgrade of a busy machine some did.
 */
export function takeBeforeClosing(server: Server): void {
  const close = server.close.bind(server);
  let isClosing = false;
  server.close = (callback) => {
    if (!server.listening) return close(callback);
    if (callback) server.once("close", () => callback());
    if (isClosing) return server;
    isClosing = true;
    const until = performance.now() + maxMs;
    let accepted = 0;
    server.on("connection", () => (accepted += 1));
    // Node takes one a turn of the event loop, and may be about to take another when a turn ends.
    const turn = (before: number, idle: number): void => {
      const idleTurns = accepted === before ? idle + 1 : 0;
      if (idleTurns >= 2 || performance.now() > until) return void close();
      const now = accepted;
      setImmediate(() => turn(now, idleTurns));
    };
    setImmediate(() => turn(accepted, 0));
    return server;
  };
}
