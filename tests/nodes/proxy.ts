// The way from one node to the database: it can be cut, or swallow everything without a word.
import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface Way {
  port: number;
  /** `cut`: connections are reset and refused. `hole`: what is said on them is swallowed, and new ones say nothing. */
  be(state: "open" | "cut" | "hole"): void;
  /** Leads elsewhere from now on; what leads to the old place is reset. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

export async function openWay(target: number): Promise<Way> {
  let state: "open" | "cut" | "hole" = "open";
  let to = target;
  const sockets = new Set<Socket>();
  const drop = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (state === "cut") return void near.resetAndDestroy();
    // Nothing is read: who speaks gets no answer, and no end.
    if (state === "hole") return void near.pause();
    const far = keep(connect(to, "127.0.0.1"));
    const carry = (from: Socket, on: Socket) => {
      from.on("data", (bytes) => void (state === "open" && on.write(bytes)));
      from.on("close", () => void (state !== "hole" && on.destroy()));
    };
    carry(near, far);
    carry(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    be(next) {
      // What a hole has swallowed is gone: these connections never work again.
      if (next === "cut" || state === "hole") drop();
      state = next;
    },
    leadTo(port) {
      to = port;
      drop();
    },
    async close() {
      drop();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
