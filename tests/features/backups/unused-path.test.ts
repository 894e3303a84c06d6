// Two backups of one second have names of their own: a server that is killed in an upgrade may start again at once.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { unusedPath } from "~/features/backups/backups.server";
import { replacedName, upgradeName } from "~/features/backups/retention";

it.each([
  ["before an upgrade", (at: number) => upgradeName(at, "002-attention")],
  ["of what a restore replaced", replacedName],
])("a backup %s leaves the one of the same second as it is", (_what, nameAt) => {
  const folder = mkdtempSync(join(tmpdir(), "linnet-unused-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const now = Date.UTC(2026, 10, 27, 13, 9, 20, 826);
  const names = Array.from({ length: 3 }, () => {
    const path = unusedPath(folder, now, nameAt);
    writeFileSync(path, "");
    return path;
  });
  expect(names).toEqual([now, now + 1_000, now + 2_000].map((at) => join(folder, nameAt(at))));
});
