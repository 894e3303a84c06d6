// Postgres begins where SQLite's own migrations end.
import type { Step } from "../steps.server";
import * as baseline from "./baseline.server";

export const postgresSteps: Step[] = [{ name: "017-nodes", up: baseline.up }];
