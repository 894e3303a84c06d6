// One Postgres server for all tests of a run that want one, with an empty database of the newest schema to copy.
import type { TestProject } from "vitest/node";
import { migrate } from "../../../db/migrate.server";
import { openPostgres } from "../../../db/postgres/open.server";
import { runOn, startPostgres } from "./postgres";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the server's own database; left out where the tests run on SQLite. */
    postgres?: string;
  }
}

/** The database that each test's own is copied from. */
export const template = "linnet_template";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await runOn(server.url("postgres"), `create database ${template}`);
  const db = openPostgres({ url: server.url(template), unhurried: true, pool: 1 });
  await migrate(db);
  await db.destroy();
  project.provide("postgres", server.url("postgres"));
  return () => server.stop();
}
