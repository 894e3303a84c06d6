// Killed before any of its files takes its name: a backup that has its name has its pictures, and so has a restored database.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { databaseOf } from "~/features/backups/backups.server";
import { restore } from "~/features/backups/restore.server";
import { backUp } from "~db/sqlite/backup.server";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { makeCast, newFolder, picturesIn } from "./pictures";

const root = join(import.meta.dirname, "..", "..", "..");
const killer = pathToFileURL(join(root, "tests", "support", "preloads", "kill-at-rename.mjs")).href;

const programs = {
  backup: `
    import { backUp } from "~db/sqlite/backup.server";
    const [dataDir, file] = process.argv.slice(2);
    await backUp(dataDir + "/linnet.db", file, 5);`,
  restore: `
    import { restore } from "~/features/backups/restore.server";
    const [dataDir, file] = process.argv.slice(2);
    await restore({ config: { dataDir, reconcileAfterMs: 1000 }, clock: { now: () => 5000 } }, file);`,
};

let built: string;
beforeAll(async () => {
  built = mkdtempSync(join(root, "node_modules", ".backup-kill-"));
  const alias = { "~": join(root, "app"), "~db": join(root, "db"), "~jobs": join(root, "jobs") };
  for (const [name, contents] of Object.entries(programs))
    await build({
      stdin: { contents, resolveDir: root, loader: "ts" },
      outfile: join(built, `${name}.mjs`),
      alias,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      jsx: "automatic",
    });
  return () => rmSync(built, { recursive: true, force: true });
});

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = newFolder();
  dataDir = join(folder, "data");
  const { app, write } = await makeCast(dataDir);
  await write("wren");
  await write("robin");
  await app.close();
});

/** Runs it, killed before its nth rename; returns whether it was. */
function isKilled(name: keyof typeof programs, nth: number, args: string[]): boolean {
  const { signal, stderr, status } = spawnSync(
    process.execPath,
    ["--import", killer, join(built, `${name}.mjs`), ...args],
    { cwd: root, env: { ...process.env, KILL_AT_RENAME: String(nth) }, encoding: "utf8" },
  );
  expect({ stderr, status }).toEqual({ stderr: "", status: signal === null ? 0 : null });
  return signal === "SIGKILL";
}

it("a backup", () => {
  let kills = 0;
  for (; ; kills += 1) {
    const file = join(folder, `${kills}`, "backup.db");
    const wasKilled = isKilled("backup", kills + 1, [dataDir, file]);
    if (existsSync(file)) expect(picturesIn(`${file}.media`)).toEqual(["robin", "small robin", "small wren", "wren"]);
    expect(existsSync(file)).toBe(!wasKilled);
    if (!wasKilled) break;
    // What it left is no hindrance, and has no part of a file under a picture's name.
    expect(isKilled("backup", 0, [dataDir, file])).toBe(false);
    expect(picturesIn(`${file}.media`)).toEqual(["robin", "small robin", "small wren", "wren"]);
  }
  expect(kills).toBe(5);
});

it("a restore", async () => {
  const file = join(folder, "backup.db");
  await backUp(databaseOf(dataDir), file, 5);
  let kills = 0;
  for (; ; kills += 1) {
    const into = join(folder, `into-${kills}`);
    const other = await makeCast(into);
    await other.write("tern");
    await other.app.close();
    const wasKilled = isKilled("restore", kills + 1, [into, file]);
    const db = new Sqlite3(databaseOf(into), { readonly: true });
    const texts = db.prepare("select content from tweets").pluck().all() as string[];
    db.close();
    const pictures = picturesIn(join(into, "media"));
    // Whichever database is there: each tweet's picture is, too.
    for (const text of texts) expect(pictures).toContain(text.replace("A tweet with ", ""));
    expect(texts).toHaveLength(wasKilled ? 1 : 2);
    if (!wasKilled) break;
    cpSync(into, `${into}-again`, { recursive: true });
    const { config, clock } = other.app;
    const done = await restore({ config: { ...config, dataDir: `${into}-again` }, clock }, file);
    expect(done.pictures.missing).toBe(0);
    expect(readdirSync(`${into}-again`).filter((name) => name.includes("restoring"))).toEqual([]);
  }
  // Two of what is set aside, two and two of what is brought, and the database.
  expect(kills).toBe(7);
});
