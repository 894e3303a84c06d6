// Accepts the last queued connections when the server stops.
import type { Server } from "node:http";
import { seconds } from "~/ground/time/duration";

/** Limit, since new ones keep arriving. One second was too short for twenty on a busy machine. */
const maxMs = seconds(3);

/** Accepts queued connections before closing. Otherwise a proxy shows 502 during rolling upgrades. */
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
    // Node accepts one connection per event-loop turn, so closing waits for two turns without any.
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
