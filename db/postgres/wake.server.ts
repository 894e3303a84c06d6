// Wakes other nodes with NOTIFY and tests whether LISTEN works, which pgbouncer can prevent.
import { createRequire } from "node:module";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type Pg from "pg";
import { clientOptions } from "./client.server";
import type { Db } from "../dialect.server";
import type { Wake } from "../wake.server";

const channel = "linnet_due";
const together = 20;
const againAfter = 5_000;
const testLasts = 2_000;

interface Options {
  db: Db;
  /** Must bypass any pooler; uses one connection. */
  listenUrl: string;
  onTold(): void;
}

export function postgresWake({ db, listenUrl, onTold }: Options): Wake {
  const pg = createRequire(import.meta.url)("pg") as typeof Pg;
  const options = clientOptions(listenUrl);
  const tests = new Map<string, () => void>();
  let client: Pg.Client | null = null;
  let isClosed = false;
  let telling: NodeJS.Timeout | null = null;
  let again: NodeJS.Timeout | null = null;

  const notify = (word: string) => sql`select pg_notify(${channel}, ${word})`.execute(db);

  const listen = async (): Promise<void> => {
    const one = new pg.Client({
      ...options,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      application_name: "linnet listens",
    });
    client = one;
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      void one.end().catch(() => undefined);
      if (isClosed) return;
      again = setTimeout(() => void listen(), againAfter);
      again.unref();
    };
    one.on("error", over);
    one.on("end", over);
    one.on("notification", ({ payload = "" }) => {
      tests.get(payload)?.();
      if (payload === "") onTold();
    });
    try {
      await one.connect();
      await one.query(`listen ${channel}`);
      onTold();
    } catch {
      over();
    }
  };
  const listening = listen();

  return {
    tell() {
      if (telling !== null || isClosed) return;
      telling = setTimeout(() => {
        telling = null;
        void notify("").catch(() => undefined);
      }, together);
      telling.unref();
    },
    async test() {
      await listening;
      const word = randomUUID();
      let timer: NodeJS.Timeout | undefined;
      try {
        return await new Promise<boolean>((resolve) => {
          timer = setTimeout(() => resolve(false), testLasts);
          tests.set(word, () => resolve(true));
          void notify(word).catch(() => resolve(false));
        });
      } finally {
        clearTimeout(timer);
        tests.delete(word);
      }
    },
    async close() {
      isClosed = true;
      if (telling) clearTimeout(telling);
      if (again) clearTimeout(again);
      await client?.end().catch(() => undefined);
    },
  };
}
