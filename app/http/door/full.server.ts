// Answers connections over the limit with 503 and closes them.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { seconds } from "~/ground/time/duration";
import { tooBusyInFull } from "./too-busy.server";

const lingerMs = seconds(2);

const isProbe = (words: Buffer): boolean =>
  /^(?:GET|HEAD) \/(?:healthz|readyz)[/? ]/.test(words.toString("latin1", 0, 16));

/** Connections beyond `max` are answered without Node's HTTP parser. */
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
