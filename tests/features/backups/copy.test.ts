// BACKUP_COPY: each finished backup is copied elsewhere once by the operator's command, and a restore works from the copy.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { backUpNightly, backupsOf, databaseOf } from "~/features/backups/backups.server";
import { copyBackups, findLastCopyAt, readBackups } from "~/features/backups/copy.server";
import { restore } from "~/features/backups/restore.server";
import { backupsWords } from "~/features/doctor/backups";
import { writeTweet } from "~/features/publishing/publishing.server";
import { answerMetrics } from "~/http/door/metrics.server";
import { readConfig } from "~/ground/config.server";
import { days, hours, minutes } from "~/ground/time/duration";
import { openDb } from "~db/sqlite/open.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson } from "~tests/support/people/make";

let folder: string;
let dataDir: string;
let elsewhere: string;
let app: TestApp;

beforeEach(async () => {
  // What a shell would take for words of its own.
  folder = mkdtempSync(join(tmpdir(), "linnet copy $(touch x);'"));
  [dataDir, elsewhere] = [join(folder, "data"), join(folder, "elsewhere")];
  mkdirSync(backupsOf(dataDir), { recursive: true });
  mkdirSync(elsewhere);
  const made = await createTestApp({ file: databaseOf(dataDir), config: { dataDir, alertUrl: "http://127.0.0.1:9/" } });
  onTestFinished(async () => {
    await made.close();
    rmSync(folder, { recursive: true, force: true });
  });
  app = made;
});

const env = { PATH: process.env["PATH"] ?? "", TO: "" };
const use = (command: string) => (app.config.backupCopy = { command, env: { ...env, TO: elsewhere } });
const toElsewhere = 'cp "$1" "$TO" && if [ -d "$1.media" ]; then cp -R "$1.media" "$TO"; fi';
/** A finished backup; its content is not read by what copies it. */
function make(name: string, age: number): void {
  writeFileSync(join(backupsOf(dataDir), name), name);
  const at = Date.now() / 1000 - age;
  utimesSync(join(backupsOf(dataDir), name), at, at);
}
const lines = () => app.logged.filter(({ msg }) => /copied (?:a backup )?elsewhere/.test(String(msg)));
const told = async () => (await app.db.selectFrom("events").select("type").execute()).map(({ type }) => type);

describe("the command", () => {
  it("gets the path of the file as $1, or as its last argument, whatever is in it, and nothing of it is run", async () => {
    make("nightly-2026-11-19.db", 20);
    use(toElsewhere);
    await copyBackups(app);
    make("nightly-2026-11-20.db", 10);
    use('echo given > "$TO/given"; cp -t "$TO"');
    await copyBackups(app);
    expect(readdirSync(elsewhere).sort()).toEqual(["given", "nightly-2026-11-19.db", "nightly-2026-11-20.db"]);
    expect(existsSync("x")).toBe(false);
    expect(lines()).toMatchObject([
      { level: "info", backup: "nightly-2026-11-19.db" },
      { level: "info", backup: "nightly-2026-11-20.db" },
    ]);
  });

  it("is run once for each backup from the newest on that is there at first, and never where it is not set", async () => {
    make("nightly-2026-11-18.db", 30);
    make("nightly-2026-11-19.db", 20);
    make("replaced-2026-11-19T00-00-00Z.db", 5);
    await copyBackups(app);
    use('echo "$1" >> "$TO/runs"');
    await copyBackups(app);
    await copyBackups(app);
    make("before-2026-11-20T00-00-00Z-057-x.db", 3);
    make("nightly-2026-11-20.db", 2);
    await copyBackups(app);
    const ran = readFileSync(join(elsewhere, "runs"), "utf8").trim().split("\n");
    expect(ran.map((path) => path.split("/").at(-1))).toEqual([
      "nightly-2026-11-19.db",
      "before-2026-11-20T00-00-00Z-057-x.db",
      "nightly-2026-11-20.db",
    ]);
  });

  it("sees the environment without what is secret to Linnet", () => {
    const secret = "a secret that no command may see";
    const given = { SESSION_SECRET: secret, ENCRYPTION_KEY: secret, GEMINI_API_KEY: secret, METRICS_TOKEN: secret };
    const keys = { X_API_KEY: secret, X_API_SECRET: secret, AWS_PROFILE: "backups", BACKUP_COPY: "cp" };
    const config = readConfig({ DATA_DIR: dataDir, ...given, ...keys });
    expect(config.backupCopy).toMatchObject({ command: "cp", env: { AWS_PROFILE: "backups" } });
    expect(JSON.stringify(config.backupCopy)).not.toContain(secret);
    expect(readConfig({ DATA_DIR: dataDir }).backupCopy).toBeNull();
  });

  it("that fails is logged with its end and its last words, and is tried again until it works", async () => {
    make("nightly-2026-11-20.db", 10);
    use('echo "no route to the other place" >&2; exit 7');
    await copyBackups(app);
    expect(lines()).toMatchObject([
      { level: "error", backup: "nightly-2026-11-20.db", why: "exit code 7", output: "no route to the other place" },
    ]);
    use("no-such-command-here");
    await copyBackups(app);
    expect(lines().at(-1)).toMatchObject({ level: "error", why: "exit code 127" });
    expect(findLastCopyAt(app.config)).toBeNull();
    use(toElsewhere);
    await copyBackups(app);
    expect(findLastCopyAt(app.config)).toBe(app.clock.now());
    app.config.metricsToken = "a-token";
    const asked = new Request("http://localhost/metrics", {
      headers: { authorization: "Bearer a-token" },
    });
    const seconds = Math.floor(app.clock.now() / 1000);
    expect(await (await answerMetrics(app, asked)).text()).toContain(`linnet_backup_last_copy_seconds ${seconds}`);
  });

  it("that takes too long is ended with all that it has started, and the next backup is copied all the same", async () => {
    make("nightly-2026-11-20.db", 10);
    use('touch "$TO/began"; sleep 600 & sleep 600; :');
    const copying = copyBackups(app);
    await vi.waitFor(() => expect(existsSync(join(elsewhere, "began"))).toBe(true), { timeout: 30_000 });
    app.clock.advance(minutes(50));
    await copying;
    expect(lines()).toMatchObject([{ level: "error", why: "it took more than 50 minutes" }]);
    use(toElsewhere);
    await copyBackups(app);
    expect(readdirSync(elsewhere)).toContain("nightly-2026-11-20.db");
  });

  it("is ended when the server ends, which is no failure, and is run again after", async () => {
    make("nightly-2026-11-20.db", 10);
    use('touch "$TO/began"; sleep 600; :');
    const copying = copyBackups(app);
    await vi.waitFor(() => expect(existsSync(join(elsewhere, "began"))).toBe(true), { timeout: 30_000 });
    app.work.stop();
    await copying;
    expect(lines()).toEqual([]);
    expect(readBackups(app.config)).toMatchObject({ lastCopyAt: null, isCopied: true });
  });

  it("that fails for a day is told to the operator, once a day, and not where it worked between", async () => {
    const night = (n: number) => make(`nightly-2026-11-${10 + n}.db`, 100 - n);
    use("exit 1");
    night(0);
    await copyBackups(app);
    app.clock.advance(hours(23));
    await copyBackups(app);
    use(toElsewhere);
    await copyBackups(app);
    use("exit 1");
    night(1);
    await copyBackups(app);
    app.clock.advance(hours(23));
    await copyBackups(app);
    expect(await told()).toEqual([]);
    app.clock.advance(hours(1));
    await copyBackups(app);
    await copyBackups(app);
    expect(await told()).toEqual(["backup.copy_failed"]);
  });

  it("is not run by a process that does not publish", async () => {
    make("nightly-2026-11-20.db", 10);
    use(toElsewhere);
    app.node.setMayClaim(false);
    await copyBackups(app);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

it("a server whose disk is lost is restored from the copy", async () => {
  const [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
  await linkAccount(app, alice, "alice_default");
  const account = await linkAccount(app, alice, "alice_two");
  await linkAccount(app, bob, "bob_x");
  await writeTweet(app, { userId: alice.user.id, content: "The linnet was copied.", account: account.networkUserId });
  use(toElsewhere);
  app.clock.advance(days(1));
  const name = await backUpNightly(app);
  await copyBackups(app);
  expect(readdirSync(elsewhere)).toContain(name);
  rmSync(dataDir, { recursive: true });
  await restore(app, join(elsewhere, name ?? ""));
  const { db } = openDb(databaseOf(dataDir));
  const rows = await db.selectFrom("tweets").select("content").execute();
  await db.destroy();
  expect(rows).toEqual([{ content: "The linnet was copied." }]);
});

describe("the doctor", () => {
  const at = Date.parse("2026-11-21T04:00:00Z");
  const well = { lastBackupAt: at - hours(1), lastCopyAt: at - hours(1), isCopied: true, isElsewhere: false };
  it.each([
    [{}, "good", "The last backup was made 1 hour ago. A backup was last copied elsewhere 1 hour ago."],
    [{ lastBackupAt: null }, "off", "No backup yet. Linnet makes one every night."],
    [{ lastBackupAt: at - days(3) }, "check", "The last backup was made 3 days ago."],
    [
      { isCopied: false, lastCopyAt: null },
      "off",
      "The last backup was made 1 hour ago. It’s on the same disk as DATA_DIR. If that disk fails, you lose both.",
    ],
    [{ lastCopyAt: null }, "check", "The last backup was made 1 hour ago. No backup was copied elsewhere yet."],
    [
      { lastCopyAt: at - days(2) },
      "check",
      "The last backup was made 1 hour ago. A backup was last copied elsewhere 2 days ago.",
    ],
  ])("says how old backups and copies are: %j", (change, state, message) => {
    expect(backupsWords({ ...well, ...change }, at)).toMatchObject({ state, message });
  });
});
