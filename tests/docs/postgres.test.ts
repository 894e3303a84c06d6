// The commands of Postgres's own that docs/postgres.md prints, as they stand there, against a server of the tests.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openPostgres } from "~db/postgres/open.server";
import { hasOpenssl, placeCertificate } from "../support/databases/certificates";
import { type PostgresServer, runOn, startPostgres } from "../support/databases/postgres";
import { findBinaries } from "../support/databases/postgres-binaries.mjs";
import { commandsOf } from "./pages";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs/postgres.md"), "utf8");
const printed = (program: string, words = ""): string => {
  const found = commandsOf(page).filter((command) => command.startsWith(`${program} `) && command.includes(words));
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

  const run = (command: string, input = "") => {
    const { hostname, port, username, password } = new URL(server.url("linnet"));
    const own = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: decodeURIComponent(password) };
    const env = { ...process.env, ...own, DATABASE_URL: server.url("linnet") };
    // Without a terminal a password is read from standard input.
    return execFileSync("setsid", ["--wait", "sh", "-c", command], { env, encoding: "utf8", input });
  };

  it("createuser and createdb make an empty database of its own user's, whose texts are in the order of their bytes", async () => {
    // The tests' server has a linnet already: it is its own user.
    run(printed("createuser").replace(/linnet$/, "another"), "a password\na password\n");
    run(printed("createdb"));
    const [made] = await runOn(
      server.url("linnet"),
      "select datcollate, pg_encoding_to_char(encoding) as encoding, datdba::regrole::text as owner from pg_database where datname = 'linnet'",
    );
    expect(made).toEqual({ datcollate: "C", encoding: "UTF8", owner: "linnet" });
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
    run(printed("psql", "standby1"));
    const [setting] = await runOn(server.url("linnet"), "show synchronous_standby_names");
    expect(setting).toEqual({ synchronous_standby_names: "standby1" });
    await runOn(server.url("linnet"), "alter system reset synchronous_standby_names");
    await runOn(server.url("linnet"), "select pg_reload_conf()");
  });

  it.runIf(hasOpenssl())(
    "openssl makes a CA and a certificate, by which sslmode=verify-full goes through",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "linnet-ca-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const made = commandsOf(page).filter((command) => /^(openssl|printf) /.test(command));
      expect(made).toHaveLength(4);
      // The tests' server has this name.
      for (const command of made)
        execFileSync("sh", ["-c", command.replaceAll("db.example.com", "localhost")], { cwd: folder, stdio: "ignore" });
      placeCertificate(server, { cert: join(folder, "server.crt"), key: join(folder, "server.key") });
      run(printed("psql", "ssl = on"));
      const url = server.url("linnet").replace("127.0.0.1", "localhost");
      const db = openPostgres({ url: `${url}?sslmode=verify-full&sslrootcert=${join(folder, "ca.crt")}`, pool: 1 });
      onTestFinished(() => db.destroy());
      const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
      expect(rows).toEqual([{ ssl: true }]);
    },
  );
});
