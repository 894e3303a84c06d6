// What stands before several nodes, as deploy/Caddyfile.postgres has it but in turns: each request goes to the next node.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  /** What people call: http://127.0.0.1:PORT. */
  origin: string;
  /** How many requests could not be handed to the node whose turn it was, and went to another. */
  passedOn(): number;
  /** What was neither answered nor passed on: each request with what became of its connection. */
  broken(): string[];
  close(): Promise<void>;
}

interface Setup {
  /** The ports of the nodes, asked for at each request. */
  ports(): readonly number[];
  /** The address that the nodes believe in (APP_ORIGIN): TLS ends here. */
  publicOrigin: string;
}

/**
 * As Caddy does with `lb_try_duration`: where nobody listens, or nobody any more, the request was not read and goes to
 * another; a GET does whatever broke, before an answer has begun.
 */
const mayGoOn = (req: IncomingMessage, error: NodeJS.ErrnoException): boolean =>
  error.code === "ECONNREFUSED" || req.method === "GET";

export async function startRoundRobin({ ports, publicOrigin }: Setup): Promise<RoundRobin> {
  let turn = 0;
  let passed = 0;
  const broken: string[] = [];
  let own = "";
  const agent = new Agent({ keepAlive: false });

  const toPublic = (text: string) => text.replace(own, publicOrigin);
  const headersOf = (req: IncomingMessage) => ({
    ...req.headers,
    host: new URL(publicOrigin).host,
    "x-forwarded-for": req.socket.remoteAddress ?? "",
    "x-forwarded-proto": "https",
    ...(req.headers.origin === undefined ? {} : { origin: toPublic(req.headers.origin) }),
    ...(req.headers.referer === undefined ? {} : { referer: toPublic(req.headers.referer) }),
  });

  const send = (req: IncomingMessage, res: ServerResponse, body: Buffer, left: readonly number[]): void => {
    const [port, ...others] = left;
    const began = performance.now();
    if (port === undefined) return void res.writeHead(502).end();
    const options = { host: "127.0.0.1", port, method: req.method, path: req.url, headers: headersOf(req), agent };
    const far = request(options, (answer) => {
      const { location } = answer.headers;
      const headers = { ...answer.headers, ...(location && { location: location.replace(publicOrigin, own) }) };
      res.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(res);
      answer.on("error", () => res.destroy());
    });
    far.on("error", (error: NodeJS.ErrnoException) => {
      if (res.headersSent || !mayGoOn(req, error)) {
        broken.push(
          `${req.method} ${req.url} on ${port}: ${error.code ?? error.message} after ${Math.round(performance.now() - began)} ms`,
        );
        return void res.destroy(error);
      }
      passed += 1;
      send(req, res, body, others);
    });
    far.end(body);
  };

  const server = createServer((req, res) => {
    const pieces: Buffer[] = [];
    req.on("data", (piece: Buffer) => pieces.push(piece));
    req.on("end", () => {
      const all = ports();
      const first = (turn += 1) % all.length;
      send(req, res, Buffer.concat(pieces), [...all.slice(first), ...all.slice(0, first)]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: own,
    passedOn: () => passed,
    broken: () => broken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
