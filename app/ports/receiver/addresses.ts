// Which addresses a message may go to that a person of this server named: not those of the server's own surroundings. Pure.
import ipaddr from "ipaddr.js";

/** `public`: the internet alone. `home`: also this machine and the private networks round it. */
export type Allowed = "public" | "home";

/** Where an address lies; `closed` is nobody's to name, whatever is allowed. */
export type Place = "public" | "home" | "closed";

const homeRanges = ["private", "loopback", "uniqueLocal", "carrierGradeNat"];
/**
 * Where clouds tell a machine its own secrets, beside 169.254.0.0/16, which is link-local and closed by that: Amazon (all of its
 * services for a machine), Google, Scaleway, Oracle, Alibaba, Azure. The last one is written as one of the internet's.
 */
const metadata = [
  ...["fd00:ec2::/32", "fd20:ce::254/128", "fd00:42::42/128", "fd00:c1::a9fe:a9fe/128"],
  ...["100.100.100.200/32", "168.63.129.16/32"],
].map((range) => ipaddr.parseCIDR(range));

const isMetadata = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  metadata.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits));

export function placeOf(address: string): Place {
  if (!ipaddr.isValid(address)) return "closed";
  if (isCompatible(address)) return "closed";
  // An IPv4 address inside an IPv6 one is judged as what it is.
  const plain = ipaddr.process(address);
  if (isMetadata(plain)) return "closed";
  const range = plain.range();
  if (range === "unicast") return "public";
  return homeRanges.includes(range) ? "home" : "closed";
}

/** ::/96, an old way to write IPv4 that some systems still follow; `::1` is a thing of its own. */
function isCompatible(address: string): boolean {
  if (!ipaddr.IPv6.isValid(address)) return false;
  const bytes = ipaddr.IPv6.parse(address).toByteArray();
  return (
    bytes.slice(0, 12).every((byte) => byte === 0) &&
    !(bytes.slice(12, 15).every((byte) => byte === 0) && bytes[15] === 1)
  );
}

/** `http:` goes to addresses at home alone: on the internet everybody between could read it. */
export const isAllowed = (address: string, by: { allowed: Allowed; isPlain: boolean }): boolean => {
  const place = placeOf(address);
  return place === "home" ? by.allowed === "home" : place === "public" && !by.isPlain;
};

/** The host of an address as sockets take it: a name, or an address without its brackets. */
export const hostIn = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, "$1");

export const isLiteral = (host: string): boolean => ipaddr.isValid(host);
