// A Postgres as it comes, with a database of tweets for rounds to copy.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { runOn, startPostgres } from "~tests/support/databases/postgres";
import { openApp } from "./app";
import { type Seed, seed } from "./seed";

const template = "linnet_template";

/** What every node of the bench is given. */
export const secrets = {
  SESSION_SECRET: "a secret of the bench that is long enough",
  ENCRYPTION_KEY: "another secret of the bench that is long enough",
};

const patience = 300_000;

/** `dueAt` counts from the moment that a round names. */
export async function startPostgresOf(what: Seed) {
  const server = await startPostgres({});
  const ask = (database: string, statement: string) => runOn(server.url(database), statement);
  await ask("postgres", `create database ${template}`);
  await fill(server.url(template), what);
  const [row] = await ask("postgres", "show server_version");

  return {
    version: String(row?.["server_version"]),
    url: server.url,
    ask,
    create: (name: string) => ask("postgres", `create database ${name}`),
    /** A database with all tweets, the first of them due in so many ms. */
    async copy(name: string, inMs = 0): Promise<void> {
      await ask("postgres", `create database ${name} template ${template}`);
      await ask(name, `update tweets set due_at = due_at + ${Date.now() + inMs}`);
    },
    /** As after a while of use: rows in their places, statistics of each table, nothing of it left to write. */
    async tidy(name: string): Promise<void> {
      await ask(name, "vacuum full analyze");
      await ask(name, "checkpoint");
    },
    /** Nothing goes out until it begins. */
    async pause(name: string): Promise<void> {
      await ask(name, "update accounts set status = 'paused', paused_by = 'person'");
    },
    /** Lets all accounts post, and tells the nodes so, as a node does. */
    async resume(name: string): Promise<number> {
      const began = performance.now();
      const resume = "update accounts set status = 'active', paused_by = null";
      await ask(name, `begin; ${resume}; select pg_notify('linnet_due', ''); commit`);
      return began;
    },
    /** Resolves with the moment at which there are no rows in `left` any more. */
    async untilNone(name: string, left: string): Promise<number> {
      const client = new pg.Client(server.url(name));
      await client.connect();
      const gaveUpAt = performance.now() + patience;
      try {
        for (;;) {
          const { rows } = await client.query<{ left: boolean }>(`select exists (select 1 from ${left}) as left`);
          if (!rows[0]?.left) return performance.now();
          if (performance.now() > gaveUpAt) throw new Error(`After ${patience / 1_000} s there is work left`);
          // Looking costs time too, so it looks seldom.
          await sleep(20);
        }
      } finally {
        await client.end();
      }
    },
    drop: (name: string) => ask("postgres", `drop database ${name} with (force)`),
    stop: () => server.stop(),
  };
}

async function fill(url: string, what: Seed): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "linnet-due-"));
  const app = await openApp(folder, { DATABASE_URL: url, ...secrets });
  await seed(app, what);
  await app.db.destroy();
  rmSync(folder, { recursive: true });
}
