// Scripts that come later, and may be asked for again.

const failures = new Map<string, number>();

/**
 * The module at `address`. Throws the browser's TypeError where it can't be had; the next call asks the server again.
 * Browsers before the summer of 2026 keep a failure for as long as the page lives and never ask for that address again
 * (whatwg/html issue 6768), so each further try has an address of its own.
 */
export async function importScript<Module>(address: string): Promise<Module> {
  const failed = failures.get(address) ?? 0;
  try {
    return (await import(failed ? `${address}?again=${failed}` : address)) as Module;
  } catch (error) {
    failures.set(address, failed + 1);
    throw error;
  }
}

/** The address that the compiler wrote into `() => import("…")`; null on the server, whose build has none. */
export const addressIn = (load: () => Promise<unknown>): string | null =>
  /import\(["'`]([^"'`]+)["'`]\)/.exec(String(load))?.[1] ?? null;
