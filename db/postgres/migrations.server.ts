// Postgres begins where SQLite's own migrations end.
import type { Migration } from "../migrations.server";
import * as baseline from "./baseline.server";

export const postgresMigrations: Migration[] = [{ name: "017-nodes", up: baseline.up }];
