// Imports scripts on demand, with retries.

const failures = new Map<string, number>();

/** Throws TypeError. Older browsers cache a failed import (whatwg/html issue 6768), so a retry changes the URL. */
export async function importScript<Module>(address: string): Promise<Module> {
  const failed = failures.get(address) ?? 0;
  try {
    return (await import(failed ? `${address}?again=${failed}` : address)) as Module;
  } catch (error) {
    failures.set(address, failed + 1);
    throw error;
  }
}

/** The URL that the compiler wrote into `() => import("…")`; null on the server. */
export const addressIn = (load: () => Promise<unknown>): string | null =>
  /import\(["'`]([^"'`]+)["'`]\)/.exec(String(load))?.[1] ?? null;
