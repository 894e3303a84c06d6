// The SQLite driver for the benches, which run without a compiler: the same choice as in db/sqlite/driver.server.ts.
import { createRequire } from "node:module";

const fitting = Number(process.versions.napi) >= 10 ? "better-sqlite3" : "better-sqlite3-node20";

export const Sqlite = createRequire(import.meta.url)(fitting);
