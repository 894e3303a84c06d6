// The address that was asked for as Remix's router may see it, and the address that it was asked from.
import { isIP } from "node:net";
import { malformedPath, unknownPath } from "./headers.server";

/** For a NUL, which Postgres takes in no text: an id with it is still nobody's. */
const unknownLetter = "%EF%BF%BD";

/** The URL as the router may see it: read here once as Remix reads it later, so that nothing means two things. */
export function addressFor(url: string): string {
  const requested = readTarget(url);
  if (!requested) return malformedPath;
  // The router's "*" sees no further than a line's end, escaped or not; escaped twice, such an id is still nobody's.
  const path = requested.pathname
    .replace(lineEnds, (end) => end.replaceAll("%", "%25"))
    .replaceAll("%00", unknownLetter);
  const isApi = /^\/api\//i.test(decodeURIComponent(path));
  // Remix's own ways to ask for a page's data: an API route has none, and would answer in a form of Remix's.
  if (isApi && path.endsWith(".data")) return unknownPath;
  const query = requested.search
    .slice(1)
    .split("&")
    .filter((pair) => !new URLSearchParams(pair).has("_data"))
    .join("&");
  // The API says which field of its query has a NUL.
  return query === "" ? path : `${path}?${isApi ? query : query.replaceAll("%00", unknownLetter)}`;
}

/** LF, CR, U+2028 and U+2029. */
const lineEnds = /%0[ad]|%e2%80%a[89]/gi;

/**
 * Null for what no client sends that means well: a path with a backslash or an empty part, which a link of the page would
 * take for another host ("//evil.example"), or a "#", which is no part of what a server is asked.
 */
function readTarget(target: string): URL | null {
  const [path = ""] = target.split("?", 1);
  if (!path.startsWith("/") || path.includes("\\") || path.includes("//") || target.includes("#")) return null;
  const requested = new URL(`http://localhost${target}`);
  try {
    decodeURIComponent(requested.pathname);
  } catch {
    return null;
  }
  // "/..//x" has come out as "//x".
  return requested.pathname.startsWith("//") ? null : requested;
}

/** How many of the headers as they came have this name; Node keeps the first and drops the others without a word. */
export const countHeaders = (raw: readonly string[], name: string): number =>
  raw.filter((one, at) => at % 2 === 0 && one.toLowerCase() === name).length;

/** A name with a port at most: the request's URL is built with it. */
export const isHost = (host: string): boolean => /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}/`);

/** The address `trustProxy` hops before us; without trusted proxies the socket's own, whatever a header says. */
export function clientAddress(forwarded: string | string[] | undefined, peer: string, trustProxy: number): string {
  if (trustProxy === 0 || !forwarded) return peer;
  const hops = [forwarded].flat().join(",").split(",");
  const hop = (hops.at(-trustProxy) ?? hops[0] ?? "").trim();
  // Some proxies write the port beside it.
  const address = hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1").replace(/^\[(.+)\](?::\d+)?$/, "$1");
  return isIP(address) ? address : peer;
}
