// Lists the migrations in their order: each is one file in db/migrations/, for SQLite and Postgres alike.
import type { Kysely } from "kysely";
import type { Dialect } from "./dialect.server";
import * as baseline from "./migrations/baseline.server";
import * as undoOffered from "./migrations/undo-offered.server";
import * as writers from "./migrations/writers.server";

export interface Migration {
  name: string;
  up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void>;
}

/** Add a new one at the end. The baseline has the name of the last step that it contains, as names are compared. */
export const migrations: Migration[] = [
  { name: "060-unsent", up: baseline.up },
  { name: "061-writers", up: writers.up },
  { name: "062-undo-offered", up: undoOffered.up },
];
