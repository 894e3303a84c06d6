// The SQLite driver that fits the Node it runs on.
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import type Sqlite from "better-sqlite3";
import { noteFile } from "./faults.server";

/**
 * better-sqlite3 13 needs Node-API 10: on Node 20 loading it is a segmentation fault, so the version is asked for first.
 * Version 12, a devDependency, serves Node 20 alone: it ends the process on Node 24.19 and later, where one of its objects
 * is collected while no script runs.
 */
const fitting = Number(process.versions["napi"]) >= 10 ? "better-sqlite3" : "better-sqlite3-node20";

const Fitting = createRequire(import.meta.url)(fitting) as typeof Sqlite;

/**
 * What a large transaction or a sort needs beside memory, SQLite keeps in files. They are to lie beside the data: in a
 * container that is read-only but for its data /tmp can't be written, and every large transaction would fail. SQLite
 * reads this variable when the first database is opened or, since 3.54, at each such file
 * (https://www.sqlite.org/tempfiles.html, 5).
 */
function keepTempFilesBeside(file: string): void {
  // eslint-disable-next-line no-restricted-properties -- SQLite's own variable, set for it
  if (file !== ":memory:") process.env["SQLITE_TMPDIR"] ||= dirname(resolve(file));
}

/** better-sqlite3's own class: `new Sqlite3(file, options)`. */
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
