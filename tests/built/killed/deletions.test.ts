// kill -9 while a thread is being deleted, at each labelled point: its last part goes first, and none is forgotten. What
// nobody wrote down is asked for once more after the lease.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DeletionCrashPoint, deletionCrashPoints } from "~/ground/telemetry/crash-points.server";
import { databaseOf } from "~/features/backups/backups.server";
import { deletePost } from "~/features/deletions/deletions.server";
import { publishDue, publishNow, writeThread } from "~/features/publishing/publishing.server";
import { minutes, seconds } from "~/ground/time/duration";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { createTestApp } from "../../support/app";
import { linkAccount, makePerson } from "../../support/people/make";
import { eventually, startServer } from "../../support/server";

const killer = pathToFileURL(join(import.meta.dirname, "../../crash", "killer.mjs")).href;

let folder: string;
let keys: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "linnet-deletions-"));
  const file = databaseOf(folder);
  const app = await createTestApp({ file });
  const alice = await makePerson(app, "alice");
  const account = (await linkAccount(app, alice, "alice_x")).networkUserId;
  const parts = ["Wrens sing.", "Wrens rest."];
  const { id: tweetId } = await writeThread(app, { userId: alice.user.id, parts, account });
  await publishNow(app, { userId: alice.user.id, tweetId, account: null });
  app.clock.advance(seconds(6));
  await (
    await publishDue(app)
  ).done;
  await deletePost(app, { userId: alice.user.id, tweetId });
  // The clock of the test is not the machine's.
  await app.db.updateTable("deletions").set({ due_at: 1, ordered_at: Date.now() }).execute();
  const [secret = ""] = app.config.encryptionKeys;
  keys = { SESSION_SECRET: secret, ENCRYPTION_KEY: secret };
  await app.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is written of both parts, the last one first, and whether each is still at the network. */
function written(dataDir: string): { states: string; tries: string; gone: string; there: string } {
  const db = new Sqlite3(databaseOf(dataDir));
  try {
    const row = db.prepare(`select group_concat(d.state, ' ') as states, group_concat(d.tries, ' ') as tries,
        group_concat(t.deleted_at is not null, ' ') as gone, group_concat(p.deleted_at is null, ' ') as there
      from (select * from tweets order by part_no desc) as t
        join deletions as d on d.tweet_id = t.id join sandbox_posts as p on p.id = t.post_id`);
    return row.get() as ReturnType<typeof written>;
  } finally {
    db.close();
  }
}

const open = { states: "open open", gone: "0 0" };
/** What is there after the kill: of the last part, then of the first. */
const left: Record<DeletionCrashPoint, ReturnType<typeof written>> = {
  "delete:inside": { ...open, tries: "0 0", there: "1 1" },
  "delete:committed": { ...open, tries: "1 0", there: "1 1" },
  "delete:answered": { ...open, tries: "1 0", there: "0 1" },
  "deleted:inside": { ...open, tries: "1 0", there: "0 1" },
  "deleted:committed": { states: "done open", gone: "1 0", tries: "1 0", there: "0 1" },
};

it.each(deletionCrashPoints)("killed at %s, the process asks once more and ends with all of it gone", async (point) => {
  const dataDir = join(folder, point.replace(":", "-"));
  mkdirSync(dataDir);
  copyFileSync(databaseOf(folder), databaseOf(dataDir));
  const env = { ...keys, NODE_OPTIONS: `--import ${killer}`, CRASH_POINT: point };
  // It may be gone before it listens.
  const first = await startServer({ dataDir, env }).catch((error: unknown) => String(error));
  if (typeof first === "string") expect(first).toContain("The server ended before it was up");
  else {
    expect(await first.ended()).toBeNull();
    await first.close();
  }
  expect(written(dataDir)).toEqual(left[point]);
  const server = await startServer({ dataDir, env: keys, isTurned: true });
  try {
    // A dead process's claim is good for a minute.
    await server.advance(minutes(2));
    await eventually("all is deleted", () => written(dataDir).states === "done done");
    const tries = left[point].tries.startsWith("1") && left[point].states === "open open" ? "2 1" : "1 1";
    expect(written(dataDir)).toEqual({ states: "done done", gone: "1 1", tries, there: "0 0" });
    expect(await server.stop()).toBe(0);
  } finally {
    await server.close();
  }
});
