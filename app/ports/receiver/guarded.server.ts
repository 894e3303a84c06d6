// A receiver that a person of this server named: signed bytes go to no address but those it may, whatever its name says.
import type { LookupAddress } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { seconds } from "~/ground/time/duration";
import { type Allowed, hostIn, isLiteral, isAllowed, placeOf } from "./addresses";
import { type Asking, type FindAddresses, findAddresses } from "./names.server";
import { retryAfter } from "./receiver.server";

/** In all: an answer that drips is given up too. */
const patience = seconds(15);
/** Of an answer no more is read, and nothing of it is kept. */
const maxRead = 1024;

export type GuardedAnswer =
  | { kind: "answered"; status: number; retryAfterMs: number | null }
  | { kind: "unreachable"; reason: "timeout" | "network" | "private" | "stopped" };

interface Means extends Asking {
  now: () => number;
  /** Tests hand in another. */
  names?: FindAddresses;
}

class PrivateAddress extends Error {
  constructor() {
    super("The name leads to an address that may not be reached");
  }
}

/** Posts `body`. Never throws; the answer's words are thrown away. A redirect is an answer like any other. */
export async function postGuarded(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { owner, allowed, signal, now, names = findAddresses }: Means,
): Promise<GuardedAnswer> {
  const limit = AbortSignal.timeout(patience);
  try {
    const url = new URL(address);
    const by = { allowed, isPlain: url.protocol === "http:" };
    const whole = AbortSignal.any([limit, signal]);
    // Sockets ask nobody about a literal.
    if (isLiteral(hostIn(url)) && !isAllowed(hostIn(url), by)) throw new PrivateAddress();
    const answer = await exchange(url, body, {
      method: "POST",
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      // A connection of its own: one that is kept would be used without asking for the name again.
      agent: false,
      lookup: guarded((host) => names(host, { owner, allowed, signal: whole }), by),
      signal: whole,
    });
    const after = answer.headers["retry-after"];
    return { kind: "answered", status: answer.statusCode ?? 0, retryAfterMs: retryAfter(after ?? null, now()) };
  } catch (error) {
    if (error instanceof PrivateAddress) return { kind: "unreachable", reason: "private" };
    if (limit.aborted) return { kind: "unreachable", reason: "timeout" };
    return { kind: "unreachable", reason: signal.aborted ? "stopped" : "network" };
  }
}

/** The answer's head, once its body has ended or enough of it was read. Settles at the latest when its signal says so. */
function exchange(url: URL, body: string, options: http.RequestOptions & { signal: AbortSignal }) {
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const { request } = url.protocol === "http:" ? http : https;
    const sent = request(url, options, (answer) => {
      let read = 0;
      const end = () => {
        resolve(answer);
        sent.destroy();
      };
      answer.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read >= maxRead) end();
      });
      answer.on("end", end);
      answer.on("error", reject);
    });
    // 101: another protocol is none that was asked for.
    sent.on("upgrade", (answer, socket) => {
      resolve(answer);
      socket.destroy();
    });
    sent.on("error", reject);
    const isOver = () => reject(new Error("The connection ended without an answer"));
    sent.on("close", isOver);
    options.signal.addEventListener("abort", isOver, { once: true });
    sent.end(body);
  });
}

/** One address among a name's that may not be reached refuses it: nobody honest has both kinds. */
const guarded =
  (find: (host: string) => Promise<LookupAddress[]>, by: { allowed: Allowed; isPlain: boolean }): LookupFunction =>
  (host, options, done) =>
    void find(host).then((addresses) => {
      const [first] = addresses;
      if (!first) return done(new Error("The name has no address"), "");
      if (!addresses.every(({ address }) => isAllowed(address, by))) return done(new PrivateAddress(), "");
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });

export type HostCheck = "public" | "home" | "private" | "unresolved";

/** Whether an address may be named, as its name stands now; it is asked again at every connection. */
export async function checkHost(address: string, asking: Asking, names = findAddresses): Promise<HostCheck> {
  const host = hostIn(new URL(address));
  const found = isLiteral(host) ? [host] : (await names(host, asking)).map((one) => one.address);
  if (found.length === 0) return "unresolved";
  const places = new Set(found.map(placeOf));
  if (places.has("closed") || (places.has("home") && asking.allowed === "public")) return "private";
  return places.has("home") ? (places.has("public") ? "private" : "home") : "public";
}
