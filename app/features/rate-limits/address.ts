// A client's address as a throttle counts it: pure.

/** An IPv6 client has a whole /64 to choose from, so its network counts; an IPv4 address in IPv6 clothes is itself. */
export function foldAddress(address: string): string {
  const plain = address.split("%", 1)[0] ?? "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!plain.includes(":") || !URL.canParse(`http://[${plain}]/`)) return plain;
  // The URL parser writes every IPv6 address one way: lower case, no leading zeros, `::` for the longest gap.
  const [head = "", tail] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: gap }, () => "0"), ...after];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
