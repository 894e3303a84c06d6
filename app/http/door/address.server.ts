// The address that was asked for as Remix's router may see it, and the address that it was asked from.
import { isIP } from "node:net";
import { malformedPath, unknownPath } from "./headers.server";

/** For a NUL, which Postgres takes in no text: an id with it is still nobody's. */
const unknownLetter = "%EF%BF%BD";

/** The URL as the router may see it. */
export function addressFor(url: string): string {
  if (!isWellFormed(url)) return malformedPath;
  const [requested = "", rawQuery] = url.split(/\?(.*)/s, 2);
  // The router's "*" sees no further than a line's end, escaped or not; escaped twice, such an id is still nobody's.
  const path = requested.replace(lineEnds, (end) => end.replaceAll("%", "%25")).replaceAll("%00", unknownLetter);
  const isApi = /^\/api\//i.test(path);
  // The API says which field of its query has a NUL.
  const query = isApi ? rawQuery : rawQuery?.replaceAll("%00", unknownLetter);
  // Remix's own ways to ask for a page's data: an API route has none, and would answer in a form of Remix's.
  if (isApi && path.endsWith(".data")) return unknownPath;
  if (!query?.includes("_data")) return query === undefined ? path : `${path}?${query}`;
  const kept = query.split("&").filter((pair) => !/^_data(=|$)/.test(pair));
  return kept.length > 0 ? `${path}?${kept.join("&")}` : path;
}

/** LF, CR, U+2028 and U+2029. */
const lineEnds = /%0[ad]|%e2%80%a[89]/gi;

function isWellFormed(url: string): boolean {
  if (!url.startsWith("/") || url.startsWith("//")) return false;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

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
