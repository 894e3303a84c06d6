// Decides which addresses user-chosen URLs may reach, to keep them out of private networks. Pure.
import ipaddr from "ipaddr.js";

/** `public`: the internet only. `home`: also this machine and its private networks. */
export type Allowed = "public" | "home";

export type Place = "public" | "home" | "closed";

const homeRanges = ["private", "loopback", "uniqueLocal", "carrierGradeNat"];
/** Cloud metadata services beside link-local 169.254.0.0/16: Amazon, Google, Scaleway, Oracle, Alibaba, Azure. */
const metadata = [
  ...["fd00:ec2::/32", "fd20:ce::254/128", "fd00:42::42/128", "fd00:c1::a9fe:a9fe/128"],
  ...["100.100.100.200/32", "168.63.129.16/32"],
].map((range) => ipaddr.parseCIDR(range));

const isMetadata = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  metadata.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits));

export function placeOf(address: string): Place {
  if (!ipaddr.isValid(address)) return "closed";
  if (isCompatible(address)) return "closed";
  // IPv4 inside IPv6 is judged as IPv4.
  const plain = ipaddr.process(address);
  if (isMetadata(plain)) return "closed";
  const range = plain.range();
  if (range === "unicast") return "public";
  return homeRanges.includes(range) ? "home" : "closed";
}

/** ::/96, an old notation for IPv4 that some systems still accept; `::1` is excluded. */
function isCompatible(address: string): boolean {
  if (!ipaddr.IPv6.isValid(address)) return false;
  const bytes = ipaddr.IPv6.parse(address).toByteArray();
  return (
    bytes.slice(0, 12).every((byte) => byte === 0) &&
    !(bytes.slice(12, 15).every((byte) => byte === 0) && bytes[15] === 1)
  );
}

/** `http:` is only allowed at home: on the internet it could be read. */
export const isAllowed = (address: string, rules: { allowed: Allowed; isPlain: boolean }): boolean => {
  const place = placeOf(address);
  return place === "home" ? rules.allowed === "home" : place === "public" && !rules.isPlain;
};

export const hostIn = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, "$1");

export const isLiteral = (host: string): boolean => ipaddr.isValid(host);
