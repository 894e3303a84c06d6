// The rights of what lies in DATA_DIR: nobody but Linnet's own user, also where the folder is older than the rule.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDataDir } from "~/ground/config.server";
import { listOpen } from "~/ground/secrets/private-files.server";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linnet-rights-"));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "backups"), { mode: 0o755 });
  for (const name of [
    "linnet.db",
    "linnet.db-wal",
    "secrets.json",
    "publisher.lock.db",
    "backups/replaced-1.db",
    "a.txt",
  ]) {
    writeFileSync(join(folder, name), "");
    chmodSync(join(folder, name), 0o644);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);

it("an existing folder, its database, log, keys and backups are closed to others; what isn't Linnet's stays", () => {
  expect(listOpen(folder)).toHaveLength(7);
  openDataDir({ dataDir: folder });
  expect([".", "backups"].map(modeOf)).toEqual(["700", "700"]);
  const files = ["linnet.db", "linnet.db-wal", "secrets.json", "publisher.lock.db", "backups/replaced-1.db"];
  expect(files.map(modeOf)).toEqual(files.map(() => "600"));
  expect(modeOf("a.txt")).toBe("644");
  expect(listOpen(folder)).toEqual([]);
});

it("what the owner may not do either stays away", () => {
  chmodSync(join(folder, "linnet.db"), 0o444);
  openDataDir({ dataDir: folder });
  expect(modeOf("linnet.db")).toBe("400");
});

it("where there is no folder there is nothing to close", () => {
  expect(listOpen(join(folder, "none"))).toEqual([]);
});
