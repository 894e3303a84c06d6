// A process that is killed while it keeps a picture: there may be a file without its row, which a sweep deletes, and never a row without its file.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { migrate } from "~db/migrate.server";
import { findMediaBytes, sweepMedia } from "~db/media-files.server";
import { openDb } from "~db/sqlite/open.server";

const root = join(import.meta.dirname, "..", "..");
const picture = "a linnet on a wire";
const sha256 = createHash("sha256").update(picture).digest("hex");
const key = { id: "m1", sha256, type: "jpeg" } as const;

/** Keeps the picture as features/media does, and ends itself at the named point. */
const program = `
  import { inTransaction } from "~db/database.server";
  import { draftMedia } from "~db/media-files.server";
  import { openDb } from "~db/sqlite/open.server";
  const [dataDir, point] = process.argv.slice(2);
  const reach = (name) => { if (name === point) process.kill(process.pid, "SIGKILL"); };
  const key = ${JSON.stringify(key)};
  const { db } = openDb(dataDir + "/linnet.db");
  const bytes = { picture: Buffer.from(${JSON.stringify(picture)}), preview: Buffer.from("small") };
  const draft = await draftMedia(db, dataDir, bytes);
  reach("drafted");
  await inTransaction(db, async (trx) => {
    const row = { width: 4, height: 3, bytes: 18, created_at: 1, idle_since: 1 };
    await trx.insertInto("media").values({ ...key, ...row, user_id: "alice" }).execute();
    reach("written, not in its place");
    await draft.keep(trx, key);
    reach("in its place, not committed");
  });
  reach("committed");
  await draft.discard();
  await db.destroy();
`;

let file: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(root, "node_modules", ".media-kill-"));
  file = join(folder, "keep.mjs");
  const alias = { "~": join(root, "app"), "~db": join(root, "db") };
  const stdin = { contents: program, resolveDir: root, loader: "ts" as const };
  await build({ stdin, outfile: file, alias, bundle: true, platform: "node", format: "esm", packages: "external" });
  return () => rmSync(folder, { recursive: true, force: true });
});

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "linnet-media-kill-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { db } = openDb(join(dataDir, "linnet.db"));
  await migrate(db);
  const alice = { id: "alice", email: "alice@linnet.example", phone: null, password_hash: "!", timezone: "UTC" };
  await db
    .insertInto("users")
    .values({ ...alice, created_at: 1 })
    .execute();
  await db.destroy();
});

const keep = (point: string) => spawnSync(process.execPath, [file, dataDir, point], { encoding: "utf8" });

const filesIn = (): string[] =>
  existsSync(join(dataDir, "media"))
    ? readdirSync(join(dataDir, "media"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

it.each([
  ["drafted", { rows: 0, left: 2 }],
  ["written, not in its place", { rows: 0, left: 2 }],
  ["in its place, not committed", { rows: 0, left: 2 }],
  ["committed", { rows: 1, left: 2 }],
  ["nowhere", { rows: 1, left: 2 }],
])("killed when it is %s", async (point, { rows, left }) => {
  const { signal, stderr } = keep(point);
  expect({ signal, stderr }).toEqual({ signal: point === "nowhere" ? null : "SIGKILL", stderr: "" });
  const { db } = openDb(join(dataDir, "linnet.db"));
  onTestFinished(() => db.destroy());
  expect(await db.selectFrom("media").select("id").execute()).toHaveLength(rows);
  expect(filesIn()).toHaveLength(left);
  const hour = 60 * 60 * 1000;
  await sweepMedia(db, dataDir, { now: Date.now() + 2 * hour });
  expect(filesIn()).toHaveLength(2 * rows);
  expect((await findMediaBytes(db, dataDir, key, "picture"))?.toString()).toBe(rows === 1 ? picture : undefined);
});

it("a sweep meanwhile leaves alone what is being kept", async () => {
  const { db } = openDb(join(dataDir, "linnet.db"));
  onTestFinished(() => db.destroy());
  writeFileSync(join(dataDir, "notes.txt"), "mine");
  expect(keep("drafted").signal).toBe("SIGKILL");
  expect(await sweepMedia(db, dataDir, { now: Date.now() })).toBe(0);
  expect(filesIn()).toHaveLength(2);
});
