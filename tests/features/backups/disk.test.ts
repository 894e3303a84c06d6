// A disk that is full or can't be written: a clear sentence, nothing half written, nothing sent, and on it goes after.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { minutes } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { backUpNightly, backupsOf } from "~/features/backups/backups.server";
import { publishNow, reconcileDue } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { issueKey } from "~/features/users/users.server";
import { openDb } from "~db/sqlite/open.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi } from "~tests/support/calls/call";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import { startAndEnd } from "~tests/support/server";

let dataDir: string;
let app: TestApp;
let alice: Person;
let account: Account;
let tweets: Tweet[];
let network: FaultyNetwork;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "linnet-disk-"));
  const made = await createTestApp({ file: join(dataDir, "linnet.db"), config: { dataDir } });
  onTestFinished(async () => {
    await made.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  app = made;
  alice = await makePerson(app, "alice");
  account = await linkAccount(app, alice, "alice_x");
  tweets = await makeBatch(app, alice, account);
  network = faulty(app.network);
  app.network = network;
});

/** No page more than it has, and every page it has is taken. */
async function fillDisk(): Promise<void> {
  await sql`create table filler (text text)`.execute(app.db);
  await sql`pragma max_page_count = 1`.execute(app.db);
  for (const size of [4_000, 400, 40])
    for (let full = false; !full;)
      full = await sql`insert into filler values (${"x".repeat(size)})`.execute(app.db).then(
        () => false,
        () => true,
      );
}
const freeDisk = () => sql`pragma max_page_count = 1000000`.execute(app.db);
const read = (n: number) => getTweet(app, alice.user.id, tweets[n]?.id ?? 0);
const pass = () => sendDue(app);
const isWhole = async () =>
  (await sql<{ integrity_check: string }>`pragma integrity_check`.execute(app.db)).rows[0]?.integrity_check;

async function write(): Promise<{ status: number; error?: string }> {
  const key = await issueKey(app, alice.user.id, null).catch(() => known);
  const headers = { authorization: `Bearer ${key}` };
  const json = { tweet_content: "A linnet sings before the sun is up. ".repeat(7) };
  const answer = await callApi("/api/questions/tweet", { json, headers });
  return { status: answer.status, ...((await answer.json()) as object) };
}
let known: string;

it("full: the API says so with 503, and nothing is half there", async () => {
  known = await issueKey(app, alice.user.id, null);
  await fillDisk();
  // The pages that are there have room for a row or two more.
  const answers = [];
  for (let n = 0; n < 30; n++) answers.push(await write());
  expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
  const { status, error } = answers[29] ?? {};
  expect([status, error]).toEqual([
    503,
    "The server's disk is full, so nothing can be stored. Free some space, then try again.",
  ]);
  expect(await isWhole()).toBe("ok");
  await freeDisk();
  expect((await write()).status).toBe(201);
});

it("that can't be written: the same, in its own words", async () => {
  known = await issueKey(app, alice.user.id, null);
  await sql`pragma query_only = on`.execute(app.db);
  const { status, error } = await write();
  expect([status, error]).toEqual([503, "The server can’t write to its disk. Check DATA_DIR, then try again."]);
});

it("full when a tweet is due: it isn't sent, since its attempt can't be written first; with space it goes out once", async () => {
  await scheduleAt(app, {
    userId: alice.user.id,
    tweetId: tweets[0]?.id ?? 0,
    account: null,
    executeAt: app.clock.now() + minutes(1),
  });
  app.clock.advance(minutes(1));
  await sql`pragma query_only = on`.execute(app.db);
  await expect(pass()).rejects.toThrow("readonly");
  expect(network.handed).toEqual([]);
  await sql`pragma query_only = off`.execute(app.db);
  await pass();
  await pass();
  expect(network.accepted).toHaveLength(1);
});

it("full between a post and its record: it is looked up, found, and not sent again", async () => {
  const post = network.post;
  network.post = async (tokens, ask) => {
    const answer = await post(tokens, ask);
    await sql`pragma query_only = on`.execute(app.db);
    return answer;
  };
  const asked = publishNow(app, { userId: alice.user.id, tweetId: tweets[0]?.id ?? 0, account: null });
  await expect(asked).rejects.toThrow();
  await sql`pragma query_only = off`.execute(app.db);
  expect((await read(0)).state).toBe("publishing");
  for (let n = 0; n < 4; n++) {
    app.clock.advance(minutes(2));
    await reconcileDue(app);
  }
  expect((await read(0)).state).toBe("published");
  expect(network.handed).toHaveLength(1);
});

it("the nightly backup is made once a day by the publisher alone, and a failing one leaves nothing behind", async () => {
  app.clock.set(Date.parse("2026-11-20T02:41:00Z"));
  expect(await backUpNightly(app)).toBeNull();
  app.clock.advance(minutes(60));
  app.node.setMayClaim(false);
  expect(await backUpNightly(app)).toBeNull();
  app.node.setMayClaim(true);
  mkdirSync(join(backupsOf(dataDir), "nightly-2026-11-20.db.part"), { recursive: true });
  await expect(backUpNightly(app)).rejects.toThrow();
  rmSync(join(backupsOf(dataDir), "nightly-2026-11-20.db.part"), { recursive: true });
  expect(await backUpNightly(app)).toBe("nightly-2026-11-20.db");
  expect(await backUpNightly(app)).toBeNull();
});

it("a start without a usable database ends with one line", async () => {
  const folder = join(dataDir, "other");
  mkdirSync(join(folder, "linnet.db"), { recursive: true });
  const { code, printed } = await startAndEnd({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(printed).toMatch(/^\S+linnet\.db can.t be opened: .*SQLITE_CANTOPEN.*\n$/);
});

it("a start on a newer Linnet's database ends with one line", async () => {
  const folder = join(dataDir, "newer");
  const { sqlite } = openDb(join(folder, "linnet.db"));
  sqlite.exec(
    "create table migrations (name text primary key, applied_at text); insert into migrations values ('999-later', '')",
  );
  sqlite.close();
  const { code, printed } = await startAndEnd({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(printed).toBe(
    "The database was made by a newer Linnet (it has 999-later). Start that version, or restore a backup.\n",
  );
});
