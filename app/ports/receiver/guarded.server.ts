// Posts signed bytes to a user-chosen URL, never to a forbidden address.
import type { LookupAddress } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { seconds } from "~/ground/time/duration";
import { type Allowed, hostIn, isLiteral, isAllowed, placeOf } from "~/ground/addresses";
import { type Asking, type FindAddresses, findAddresses } from "./names.server";
import { retryAfter } from "./receiver.server";

/** For the whole exchange, including a slow body. */
const patience = seconds(15);
const maxRead = 1024;

export type GuardedAnswer =
  | { kind: "answered"; status: number; retryAfterMs: number | null }
  | { kind: "unreachable"; reason: "timeout" | "network" | "private" | "stopped" };

interface Means extends Asking {
  now: () => number;
  names?: FindAddresses;
}

class PrivateAddress extends Error {
  constructor() {
    super("The name leads to an address that may not be reached");
  }
}

/** Never throws. Ignores the answer's body and doesn't follow redirects. */
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
    // Sockets don't call `lookup` for IP literals.
    if (isLiteral(hostIn(url)) && !isAllowed(hostIn(url), by)) throw new PrivateAddress();
    const answer = await exchange(url, body, {
      method: "POST",
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      // No reuse: a kept connection would skip the lookup.
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

/** One forbidden address rejects the whole name. */
const guarded =
  (find: (host: string) => Promise<LookupAddress[]>, rules: { allowed: Allowed; isPlain: boolean }): LookupFunction =>
  (host, options, done) =>
    void find(host).then((addresses) => {
      const [first] = addresses;
      if (!first) return done(new Error("The name has no address"), "");
      if (!addresses.every(({ address }) => isAllowed(address, rules))) return done(new PrivateAddress(), "");
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });

export type HostCheck = "public" | "home" | "private" | "unresolved";

/** Checks the name's current addresses. Every connection checks them again. */
export async function checkHost(address: string, context: Asking, names = findAddresses): Promise<HostCheck> {
  const host = hostIn(new URL(address));
  const found = isLiteral(host) ? [host] : (await names(host, context)).map((name) => name.address);
  if (found.length === 0) return "unresolved";
  const places = new Set(found.map(placeOf));
  if (places.has("closed") || (places.has("home") && context.allowed === "public")) return "private";
  return places.has("home") ? (places.has("public") ? "private" : "home") : "public";
}
