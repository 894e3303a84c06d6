// Loads the better-sqlite3 version that fits this Node.
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import type Sqlite from "better-sqlite3";
import { noteFile } from "./faults.server";

/**
 * better-sqlite3 13 needs Node-API 10 and crashes on Node 20. Version 12, a devDependency, crashes on Node 24.19 and
 * later, so only Node 20 uses it.
 */
const fitting = Number(process.versions["napi"]) >= 10 ? "better-sqlite3" : "better-sqlite3-node20";

const Fitting = createRequire(import.meta.url)(fitting) as typeof Sqlite;

/**
 * /tmp may be read-only in a container. SQLite reads this at the first open (https://www.sqlite.org/tempfiles.html, 5).
 */
function keepTempFilesBeside(file: string): void {
  // eslint-disable-next-line no-restricted-properties -- SQLite's own variable, set for it
  if (file !== ":memory:") process.env["SQLITE_TMPDIR"] ||= dirname(resolve(file));
}

export class Sqlite3 extends Fitting {
  constructor(file: string | Buffer, options?: Sqlite.Options) {
    if (typeof file === "string") keepTempFilesBeside(file);
    try {
      super(file, options);
    } catch (error) {
      throw typeof file === "string" ? noteFile(error, file) : error;
    }
  }
}
