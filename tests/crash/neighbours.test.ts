// Two processes on one folder: one publishes, the other serves pages and keeps out of the way.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { reconcileDue } from "~/features/publishing/publishing.server";
import { openDb } from "~db/sqlite/open.server";
import { migrate } from "~db/migrate.server";
import { createTestApp } from "../support/app";
import { freePort } from "../support/server";
import { copyBuild, startLife } from "./process";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linnet-neighbours-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a transaction that has read can still write, whatever another process writes meanwhile", async () => {
  const { db } = openDb(join(folder, "linnet.db"));
  await migrate(db);
  const other = new Sqlite3(join(folder, "linnet.db"), { timeout: 0 });
  const write = "insert into sandbox_users (id, handle, name, created_at) values (?, ?, '', 0)";
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom("sandbox_users").selectAll().execute();
    expect(() => other.prepare(write).run("1", "other")).toThrow("database is locked");
    await trx.insertInto("sandbox_users").values({ id: "2", handle: "own", name: "", created_at: 0 }).execute();
  });
  other.prepare(write).run("1", "other");
  other.close();
  expect(await db.selectFrom("sandbox_users").selectAll().execute()).toHaveLength(2);
  await db.destroy();
});

it("two that start at once on an empty folder make one database, and one of them publishes", async () => {
  const build = await copyBuild("plain");
  const start = async () => {
    const port = await freePort();
    const life = startLife(build, {
      DATA_DIR: folder,
      PORT: String(port),
      SESSION_SECRET: "a secret of the neighbours that is long enough",
      ENCRYPTION_KEY: "a secret of the neighbours that is long enough",
    });
    return { life, health: () => fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.json()) };
  };
  const both = await Promise.all([start(), start()]);
  try {
    await Promise.all(both.map(({ life }) => life.up));
    const health = await Promise.all(both.map((one) => one.health()));
    expect(health.map((one) => one.publisher).sort()).toEqual([false, true]);
  } finally {
    for (const { life } of both) life.kill();
    await Promise.all(both.map(({ life }) => life.ended));
  }
});

it("who isn't the publisher looks nothing up: its look would count as the publisher's second", async () => {
  const app = await createTestApp();
  app.node.setMayClaim(false);
  const asked: string[] = [];
  app.network.listPosts = async (_tokens, { networkUserId }) => {
    asked.push(networkUserId);
    return [];
  };
  const now = app.clock.now();
  await app.db
    .insertInto("users")
    .values({ id: "u", email: "a@linnet.example", phone: null, password_hash: "", timezone: "UTC", created_at: now })
    .execute();
  const account = {
    network: "sandbox" as const,
    network_user_id: "7",
    username: "alice",
    display_name: "",
    tokens: "",
  };
  await app.db
    .insertInto("accounts")
    .values({ id: 1, user_id: "u", ...account, is_default: 1, status: "active", linked_at: now })
    .execute();
  const tweet = { user_id: "u", account_id: 1, position: 0, origin: "own" as const, content: "a", fingerprint: "a" };
  await app.db
    .insertInto("tweets")
    .values({
      id: 1,
      ...tweet,
      created_at: now,
      updated_at: now,
      state: "unknown",
      publish_type: "scheduled",
      due_at: now,
      lease_token: "t",
    })
    .execute();
  expect(await reconcileDue(app)).toBe(0);
  expect(asked).toEqual([]);
  await app.close();
});
