// A disk that really is read-only or full, mounted so for the server alone, and one that loses what it is given.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { days } from "~/ground/time/duration";
import { openDb } from "~db/sqlite/open.server";
import { openApp } from "../../bench/publisher/app";
import { seed } from "../../bench/publisher/seed";
import { linkInSandbox, newHandle, password, register, type Visitor } from "../../support/people/browser";
import { startAndEnd, startServer } from "../../support/server";

/** Root or not, permissions don't stop root: only a mount does, and not every machine lets us make one. */
function whyNot(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "linnet-mount-"));
  try {
    const script = `mount -t tmpfs none ${folder}`;
    execFileSync("unshare", ["-rm", "sh", "-c", script], { encoding: "utf8", stdio: "pipe" });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const missing = whyNot();
const about = missing === null ? "a mount of the server's own" : `not tested, nothing can be mounted here: ${missing}`;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "linnet-disk-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});

/** Every file with a hash of what is in it. */
const contents = () =>
  readdirSync(dataDir).map((name) => [
    name,
    createHash("sha256")
      .update(readFileSync(join(dataDir, name)))
      .digest("hex"),
  ]);

const write = (visitor: Visitor, n: number) =>
  visitor.call<{ error?: string; data?: { id: number } }>("POST", "/api/questions/tweet", {
    tweet_content: `The ${n}. linnet ${"sings on a wire ".repeat(15)}`,
  });

describe.skipIf(missing !== null)(about, () => {
  it("read-only: the start ends with one line that says so, and nothing is touched", async () => {
    const server = await startServer({ dataDir });
    await register(server.origin, "alice");
    await server.stop();
    const before = contents();
    const mounts = `mount --bind ${dataDir} ${dataDir} && mount -o remount,bind,ro ${dataDir}`;
    const { code, printed } = await startAndEnd({ DATA_DIR: dataDir }, mounts);
    expect(code).toBe(1);
    expect(printed).toMatch(/^DATA_DIR can't be used: EROFS: read-only file system, .+\n$/);
    expect(contents()).toEqual(before);
    const again = await startServer({ dataDir });
    await again.close();
  });

  it("full: what can't be kept is refused in words, what is there can be read, and with space it goes on", async () => {
    const server = await startServer({ dataDir, mounts: `mount -t tmpfs -o size=4m none ${dataDir}` });
    onTestFinished(() => server.close());
    // The server's own view of its disk.
    const disk = join("/proc", String(server.pid), "root", dataDir);
    const alice = await register(server.origin, "alice");
    const kept = [(await write(alice, 0)).body.data?.id];
    expect(() => {
      for (;;) appendFileSync(join(disk, "filler"), "x".repeat(4_096));
    }).toThrow("ENOSPC");

    let refused = null;
    for (let n = 1; refused === null && n < 3_000; n += 1) {
      const { status, body } = await write(alice, n);
      if (status === 201) kept.push(body.data?.id);
      else refused = { status, error: body.error };
    }
    expect(refused).toEqual({
      status: 503,
      error: "The server's disk is full, so nothing can be stored. Free some space, then try again.",
    });
    expect((await alice.open("/timeline")).status).toBe(200);
    const form = await alice.post("/timeline?write=1", { intent: "write-tweet", content: "one more word ".repeat(15) });
    expect(form.status).toBe(503);
    expect(await form.text()).toContain("disk is full");

    rmSync(join(disk, "filler"));
    const after = await write(alice, 5_000);
    expect(after.status).toBe(201);
    kept.push(after.body.data?.id);
    const copy = join(dataDir, "copy");
    cpSync(disk, copy, { recursive: true });
    const { db, sqlite } = openDb(join(copy, "linnet.db"));
    expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
    const rows = await db.selectFrom("tweets").select("id").orderBy("id").execute();
    expect(rows.map(({ id }) => id)).toEqual(kept);
    await db.destroy();
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  });

  // As compose.yaml has it: what SQLite keeps in files for large transactions must find its place beside the data.
  it("read-only but for its data: what falls due at once is published, and who has much can leave", async () => {
    const app = await openApp(dataDir);
    const now = app.clock.now();
    await seed(app, { tweets: 600, perAccount: 2, dueAt: (n) => (n < 300 ? now : now + days(1)) });
    await app.db.destroy();
    const closed = [tmpdir(), "/var/tmp", resolve(".")];
    const mounts = [
      ...closed.map((folder) => `mount --bind ${folder} ${folder}`),
      `mount --bind ${dataDir} ${dataDir}`,
      ...closed.map((folder) => `mount -o remount,bind,ro ${folder}`),
      // By its new mount, as the folder one is in is the last that SQLite tries.
      `cd ${resolve(".")}`,
    ].join(" && ");
    const env = { QUIET_HOURS: "none", DAILY_SPEND_LIMIT: "0" };
    const server = await startServer({ dataDir, mounts, env });
    onTestFinished(() => server.close());
    const asSeen = join("/proc", String(server.pid));
    for (const folder of [...closed.map((one) => join(asSeen, "root", one)), join(asSeen, "cwd")])
      expect(() => writeFileSync(join(folder, ".linnet-test"), "")).toThrow("EROFS");

    const { db, sqlite } = openDb(join(dataDir, "linnet.db"));
    onTestFinished(() => db.destroy());
    const published = sqlite.prepare("select count(*) from tweets where state = 'published'").pluck();
    await expect.poll(() => published.get(), { timeout: 30_000 }).toBe(300);
    const alice = await register(server.origin, "alice");
    await linkInSandbox(alice, newHandle("alice"));
    sqlite
      .prepare(
        `insert into tweets (user_id, account_id, position, origin, content, fingerprint, created_at, updated_at,
           state, publish_type, due_at)
         with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2000)
         select user_id, id, 0, 'own', printf('%0200d', n), n, 0, 0, 'scheduled', 'scheduled', ?
         from numbers, accounts where user_id = ?`,
      )
      .run(now + days(1), alice.userId);
    const left = await alice.post("/generate?panel=leave", { intent: "delete-my-account", password, sure: "on" });
    expect(left.headers.get("location")).toBe("/generate?panel=left");
    expect(sqlite.prepare("select count(*) from tweets").pluck().get()).toBe(600);
    expect(server.log()).not.toMatch(/"level":"error"/);
  });
});

it("a disk that loses what it was given ends the process, and the next start begins from what is there", async () => {
  const failing = pathToFileURL(join(import.meta.dirname, "../../support/preloads/failing-disk.mjs"));
  const broken = join(dataDir, "broken");
  const env = { NODE_OPTIONS: `--import ${failing.href}`, FAILING_DISK: broken };
  const server = await startServer({ dataDir, env });
  onTestFinished(() => server.close());
  const alice = await register(server.origin, "alice");
  expect((await write(alice, 1)).status).toBe(201);
  writeFileSync(broken, "");
  // Counted by the throttle, whose writes wait beside the event loop.
  const wrong = { email: "bob@linnet.example", password: "not the right one" };
  await alice.call("POST", "/api/users/login", wrong).catch(() => undefined);
  expect(await server.ended()).toBe(1);
  expect(server.log()).toContain("The disk did not keep what was written. Linnet ends;");
  rmSync(broken);
  await server.restart();
  expect((await write(alice, 2)).status).toBe(201);
});
