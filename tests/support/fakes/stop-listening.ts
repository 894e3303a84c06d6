// Ends a server of the tests so that its port refuses connections from then on.
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, connect, type Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Somebody else may have got the port meanwhile. */
const maxLooks = 1_000;

/** Closes it with its connections, and resolves once its port refuses others. */
export async function stopListening(server: Server | HttpServer): Promise<void> {
  const address = server.address() as AddressInfo | null;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
  if (address !== null) await untilRefused(address.port);
}

/**
 * Call it with the port of a server that has closed. A child that another thread is starting holds every open socket until
 * it runs its own program: until then the system goes on taking connections, and resets them then. Beside a thread that
 * starts children one in four servers was so, and a test that asked whether a byte could have left was told yes.
 */
export async function untilRefused(port: number): Promise<void> {
  for (let looks = 0; looks < maxLooks && (await isTaken(port)); looks += 1) await pause(1);
}

const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const tell = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once("connect", () => tell(true));
    socket.once("error", (error: NodeJS.ErrnoException) => tell(error.code !== "ECONNREFUSED"));
  });
