// What becomes of a connection beyond the bound: its first words are read, it is told that there is too much to do, and it ends.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { seconds } from "~/ground/time/duration";
import { tooBusyInFull } from "./too-busy.server";

/** Whoever says nothing for so long, or doesn't take the answer. */
const lingerMs = seconds(2);

/** Whether the load balancer's question comes: whether the server lives is told however full it is. */
const isProbe = (words: Buffer): boolean =>
  /^(?:GET|HEAD) \/(?:healthz|readyz)[/? ]/.test(words.toString("latin1", 0, 16));

/**
 * Of more than `max` connections the later ones cost no request: Node neither parses nor keeps them. Node's own bound
 * would close them without a word, so it stands at twice as many. Call it before the server listens.
 */
export function tellWhenFull(server: Server, max: number): void {
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  server.maxConnections = 2 * max;
  let open = 0;
  const admit = (socket: Socket): void => {
    open += 1;
    socket.once("close", () => (open -= 1));
    for (const listener of listeners) listener.call(server, socket);
  };
  server.on("connection", (socket: Socket) => {
    if (open < max) return admit(socket);
    const late = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once("close", () => clearTimeout(late));
    // One that has left already is nobody's fault.
    const ignore = (): void => {};
    socket.on("error", ignore);
    socket.once("data", (words) => {
      if (!isProbe(words)) return void socket.resume().end(tooBusyInFull(words));
      clearTimeout(late);
      socket.pause().off("error", ignore).unshift(words);
      admit(socket);
      socket.resume();
    });
  });
}
