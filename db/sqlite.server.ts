// The SQLite driver that fits the Node it runs on.
import { createRequire } from "node:module";
import type Sqlite from "better-sqlite3";

/**
 * better-sqlite3 before 13 takes the process down on Node 24.19 and later: one of its objects that is collected while
 * no script runs fails an assertion of Node's. Since 13 it is built on Node-API 10, which Node 20 does not have.
 */
const fitting = Number(process.versions["napi"]) >= 10 ? "better-sqlite3-napi" : "better-sqlite3";

/** better-sqlite3's own class: `new Sqlite3(file, options)`. */
export const Sqlite3 = createRequire(import.meta.url)(fitting) as typeof Sqlite;
