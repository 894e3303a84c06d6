// The block that an address is of: near enough to know a place again, too wide to name a household. Pure.
import { foldAddress } from "~/features/rate-limits/address";

/** "192.0.2.0/24", "2001:db8:1::/48"; null for what is no address. */
export function addressBlock(address: string): string | null {
  // Every IPv6 address comes as its /64, written one way.
  const folded = foldAddress(address);
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(folded)?.[1];
  if (four !== undefined) return `${four}.0/24`;
  const six = /^([0-9a-f:]+)::\/64$/.exec(folded)?.[1]?.split(":");
  if (!six) return null;
  // Groups of zeros at the end are the gap's.
  const groups = six
    .slice(0, 3)
    .join(":")
    .replace(/(?:^|:)0(?::0)*$/, "");
  return `${groups}::/48`;
}
