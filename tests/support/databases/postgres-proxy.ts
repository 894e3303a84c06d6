// The way to Postgres through a door that shuts at a word: what was asked may arrive, and its answer never does.
import { createConnection, createServer, type Socket } from "node:net";
import { once } from "node:events";
import { onTestFinished } from "vitest";

export interface Door {
  /** The statement at which the connection breaks, the first time that it follows the other. */
  breakAt: string;
  after: string;
  /** Whether it arrives before that. */
  passOn: boolean;
  /** Nobody gets through any more after it. */
  thenClosed?: boolean;
}

/** A way to the Postgres on `port`; without a door it breaks only when it is told to. */
export async function startProxy(port: number, door?: Door) {
  let isClosed = false;
  let hasBroken = false;
  let isAfter = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (isClosed) return void client.destroy();
    const upstream = createConnection(port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
    let isBroken = false;
    client.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      isAfter ||= door !== undefined && text.includes(door.after);
      if (!door || !isAfter || hasBroken || !text.includes(`${door.breakAt}\0`)) return void upstream.write(bytes);
      isBroken = hasBroken = true;
      isClosed = door.thenClosed ?? false;
      if (door.passOn) upstream.write(bytes);
      else for (const socket of [upstream, client]) socket.destroy();
    });
    upstream.on("data", (bytes) => {
      // The answer: it is done, and nobody hears of it.
      if (isBroken) client.destroy();
      else client.write(bytes);
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port: own } = server.address() as { port: number };
  return {
    through: (url: string) => url.replace(`:${port}/`, `:${own}/`),
    /** Every connection breaks, on both sides. */
    cut: () => sockets.forEach((socket) => socket.destroy()),
    open: () => void (isClosed = false),
  };
}
