// The commands of Postgres's own that docs/postgres.md prints, as they stand there, against a server of the tests.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, runOn, startPostgres } from "../support/databases/postgres";
import { findBinaries } from "../support/databases/postgres-binaries.mjs";
import { commandsOf } from "./pages";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs/postgres.md"), "utf8");
const printed = (beginning: string): string => {
  const found = commandsOf(page).filter((command) => command.startsWith(`${beginning} `));
  expect(found).toHaveLength(1);
  return found[0] ?? "";
};

const has = (program: string): boolean => {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

describe.runIf(findBinaries() !== null && has("psql") && has("createdb"))("as the page prints it,", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const run = (command: string) => {
    const { hostname, port, username, password } = new URL(server.url("linnet"));
    const own = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: decodeURIComponent(password) };
    const env = { ...process.env, ...own, DATABASE_URL: server.url("linnet") };
    return execFileSync("sh", ["-c", command], { env, encoding: "utf8" });
  };

  it("createdb makes an empty database whose texts are in the order of their bytes", async () => {
    run(printed("createdb"));
    const [made] = await runOn(
      server.url("linnet"),
      "select datcollate, pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'linnet'",
    );
    expect(made).toEqual({ datcollate: "C", encoding: "UTF8" });
  });

  it("psql takes out what nodes' secrets are compared by", async () => {
    const url = server.url("linnet");
    await runOn(url, "create table engine (session_probe text, key_probe text)");
    await runOn(url, "insert into engine values ('signed', 'sealed')");
    for (const name of ["session_probe", "key_probe"])
      run(printed(`psql "$DATABASE_URL" -c "update engine set ${name}`));
    expect(await runOn(url, "select * from engine")).toEqual([{ session_probe: null, key_probe: null }]);
  });

  it("psql has each commit wait for the standby that is named", async () => {
    run(printed('psql "$DATABASE_URL" -c "alter'));
    const [setting] = await runOn(server.url("linnet"), "show synchronous_standby_names");
    expect(setting).toEqual({ synchronous_standby_names: "standby1" });
  });
});
