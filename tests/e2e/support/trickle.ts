// A slow way to a server: pages arrive in drops, as they do on a bad network or a busy machine.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const dropBytes = 2_000;
const betweenDropsMs = 20;

/** What it serves is the server's own, at an address of this machine; only pages trickle. */
export async function trickleFrom(origin: string): Promise<{ origin: string; close(): void }> {
  const proxy = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(new URL(request.url ?? "/", origin), { redirect: "manual" });
      const type = answer.headers.get("Content-Type") ?? "";
      const headers = [...answer.headers].filter(([name]) => !/^(content-(encoding|length)|transfer-.*)$/.test(name));
      response.writeHead(answer.status, Object.fromEntries(headers));
      const body = Buffer.from(await answer.arrayBuffer());
      if (!type.startsWith("text/html")) return void response.end(body);
      for (let at = 0; at < body.length; at += dropBytes) {
        response.write(body.subarray(at, at + dropBytes));
        await pause(betweenDropsMs);
      }
      response.end();
    })();
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
