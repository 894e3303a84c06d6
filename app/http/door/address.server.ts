// Cleans the request URL for Remix's router and finds the client address.
import { isIP } from "node:net";
import { malformedPath, unknownPath } from "./headers.server";

/** Replaces NUL, which Postgres text can't hold. */
const unknownLetter = "%EF%BF%BD";

export function addressFor(url: string): string {
  const requested = readTarget(url);
  if (!requested) return malformedPath;
  // The router's "*" stops at line breaks, even escaped ones, so they are escaped twice.
  const path = requested.pathname
    .replace(lineEnds, (end) => end.replaceAll("%", "%25"))
    .replaceAll("%00", unknownLetter);
  const isApi = /^\/api\//i.test(decodeURIComponent(path));
  // Remix's data requests don't apply to API routes, which would answer in Remix's format.
  if (isApi && path.endsWith(".data")) return unknownPath;
  const query = requested.search
    .slice(1)
    .split("&")
    .filter((pair) => !new URLSearchParams(pair).has("_data"))
    .join("&");
  return query === "" ? path : `${path}?${isApi ? query : query.replaceAll("%00", unknownLetter)}`;
}

const lineEnds = /%0[ad]|%e2%80%a[89]/gi;

/** Null for "#", backslashes and empty path parts, which could turn a link into "//evil.example". */
function readTarget(target: string): URL | null {
  const [path = ""] = target.split("?", 1);
  if (!path.startsWith("/") || path.includes("\\") || path.includes("//") || target.includes("#")) return null;
  const requested = new URL(`http://localhost${target}`);
  try {
    decodeURIComponent(requested.pathname);
  } catch {
    return null;
  }
  // "/..//x" parses to "//x".
  return requested.pathname.startsWith("//") ? null : requested;
}

export const countHeaders = (raw: readonly string[], name: string): number =>
  raw.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length;

export const isHost = (host: string): boolean => /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}/`);

/** The address `trustProxy` hops away. Without trusted proxies, the socket's address, whatever headers say. */
export function clientAddress(forwarded: string | string[] | undefined, peer: string, trustProxy: number): string {
  if (trustProxy === 0 || !forwarded) return peer;
  const hops = [forwarded].flat().join(",").split(",");
  const hop = (hops.at(-trustProxy) ?? hops[0] ?? "").trim();
  const address = hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1").replace(/^\[(.+)\](?::\d+)?$/, "$1");
  return isIP(address) ? address : peer;
}
