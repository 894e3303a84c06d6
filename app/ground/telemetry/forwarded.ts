// Whether a proxy's header has reached a process that trusts no proxy: the doctor says what that means.

const place = globalThis as typeof globalThis & { __linnetForwarded?: boolean };

/** True the first time. */
export function noteForwarded(): boolean {
  const isFirst = place.__linnetForwarded !== true;
  place.__linnetForwarded = true;
  return isFirst;
}

export const wasForwarded = (): boolean => place.__linnetForwarded === true;
