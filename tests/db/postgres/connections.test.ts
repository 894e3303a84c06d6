// Connections to Postgres that break: whoever used one is told, nobody else is, and the next one works.
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { sql } from "kysely";
import { faultOf } from "~db/postgres/faults.server";
import { openPostgres } from "~db/postgres/open.server";
import { type PostgresServer, startPostgres } from "../../support/databases/postgres";
import { startProxy } from "../../support/databases/postgres-proxy";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** A pool of one connection through a proxy. */
async function open() {
  const proxy = await startProxy(server.port);
  const db = openPostgres({ url: proxy.through(server.url("postgres")), pool: 1 });
  onTestFinished(() => db.destroy());
  return { proxy, db };
}

// What nobody listens to would end the process: vitest fails the run that has an uncaught error.
it.each([
  ["between two statements of a transaction", (cut: () => void) => cut()],
  ["during one", (cut: () => void) => void setTimeout(cut, 50)],
])("a connection that breaks %s is an error of that transaction, and of nothing else", async (_when, cutBy) => {
  const { proxy, db } = await open();
  const broken: unknown = await db
    .transaction()
    .execute(async (trx) => {
      await sql`select 1`.execute(trx);
      cutBy(proxy.cut);
      await wait(20);
      await sql`select pg_sleep(1)`.execute(trx);
    })
    .catch((error: unknown) => error);
  expect(faultOf(broken)).toBe("gone");
  expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }]);
});

it("a connection that breaks while nobody uses it is replaced", async () => {
  const { proxy, db } = await open();
  await sql`select 1`.execute(db);
  proxy.cut();
  await wait(50);
  expect((await sql<{ n: number }>`select 2 as n`.execute(db)).rows).toEqual([{ n: 2 }]);
});
