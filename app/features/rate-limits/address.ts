// Normalizes client addresses for rate limits. Pure.

/** An IPv6 client controls a whole /64, so the network counts. IPv4-mapped addresses count as IPv4. */
export function foldAddress(address: string): string {
  const plain = address.split("%", 1)[0] ?? "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!plain.includes(":") || !URL.canParse(`http://[${plain}]/`)) return plain;
  const [head = "", tail] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: gap }, () => "0"), ...after];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
