// Reduces an address to its block, which identifies a place but no household. Pure.
import { foldAddress } from "~/features/rate-limits/address";

/** "192.0.2.0/24", "2001:db8:1::/48"; null for an invalid address. */
export function addressBlock(address: string): string | null {
  // `foldAddress` writes every IPv6 address as a canonical /64.
  const folded = foldAddress(address);
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(folded)?.[1];
  if (four !== undefined) return `${four}.0/24`;
  const six = /^([0-9a-f:]+)::\/64$/.exec(folded)?.[1]?.split(":");
  if (!six) return null;
  const groups = six
    .slice(0, 3)
    .join(":")
    .replace(/(?:^|:)0(?::0)*$/, "");
  return `${groups}::/48`;
}
