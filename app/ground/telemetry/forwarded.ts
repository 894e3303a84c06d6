// Notes that a proxy's header reached a process that trusts no proxy, for the doctor.

const place = globalThis as typeof globalThis & { __linnetForwarded?: boolean };

export function noteForwarded(): boolean {
  const isFirst = place.__linnetForwarded !== true;
  place.__linnetForwarded = true;
  return isFirst;
}

export const wasForwarded = (): boolean => place.__linnetForwarded === true;
