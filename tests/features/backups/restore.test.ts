// Restoring: refused beside a server, all or nothing, the old one kept, and no tweet sent before its account was read.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { databaseOf } from "~/features/backups/backups.server";
import { restore } from "~/features/backups/restore.server";
import { publishNow, readJournal, reconcileDue, resolve } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { awaitSecondStep, finishSignIn } from "~/features/second-factor/second-factor.server";
import { findSessionUser } from "~/features/users/users.server";
import type { Network, NetworkPost } from "~/ports/network/port";
import { backUp } from "~db/sqlite/backup.server";
import { publisherLock } from "~db/sqlite/lock.server";
import { createTestApp, noAnswer, type TestApp } from "~tests/support/app";
import { giveFactor } from "~tests/support/people/factor";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { client, linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";

let dataDir: string;
let backup: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "linnet-restore-"));
  dataDir = join(folder, "data");
  backup = join(folder, "backup.db");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

let app: TestApp;
let alice: Person;
let account: Account;
let tweets: Tweet[];
let network: FaultyNetwork;

/** A server on the folder, on the network where its people post: what that took, no restore takes back. */
async function serve(posts: NetworkPost[] = []): Promise<void> {
  const served = await createTestApp({ file: databaseOf(dataDir), config: { dataDir } });
  onTestFinished(() => served.close());
  app = served;
  const sandbox = app.network;
  network = outside(faulty(sandbox), posts);
  app.network = network;
}

/** The sandbox keeps its posts in the very database that is replaced; X would not forget them. */
function outside(inner: FaultyNetwork, posts: NetworkPost[]): FaultyNetwork {
  const before = { post: inner.post, listPosts: inner.listPosts };
  const post: Network["post"] = async (tokens, ask) => {
    const answer = await before.post(tokens, ask);
    const id = String(2_000_000_000_000_000_000n + BigInt(posts.length));
    if (answer.kind !== "answered" || answer.status !== 201) return answer;
    posts.push({ id, text: ask.text, createdAt: app.clock.now() });
    return { ...answer, body: { data: { id, text: ask.text } } };
  };
  const listPosts: Network["listPosts"] = async (tokens, ask) => {
    await before.listPosts(tokens, ask);
    return posts.filter(({ createdAt }) => createdAt >= ask.since).reverse();
  };
  return Object.assign(inner, { post, listPosts });
}

async function makeCast(): Promise<void> {
  await serve(taken);
  alice = await makePerson(app, "alice");
  account = await linkAccount(app, alice, "alice_x");
  tweets = await makeBatch(app, alice, account);
}
let taken: NetworkPost[];
beforeEach(() => {
  taken = [];
});

const ask = (n: number) => ({ userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: null });
const at = (n: number, executeAt: number) => scheduleAt(app, { ...ask(n), executeAt });
const read = (n: number) => getTweet(app, alice.user.id, tweets[n]?.id ?? 0);
const pass = () => sendDue(app);
const texts = () => taken.map(({ text }) => text);

/** The server dies, the backup is restored, and a new one starts at `now`. */
async function restoreAt(now: number): Promise<Awaited<ReturnType<typeof restore>>> {
  const { clock, config } = app;
  await app.close();
  const done = await restore({ config, clock: { ...clock, now: () => now } }, backup);
  await serve(taken);
  app.clock.set(now);
  app.work.tick(now, app.clock.monotonic());
  return done;
}

/** Both looks, with their time between. */
async function checkTwice(): Promise<void> {
  for (let n = 0; n < 4; n++) {
    app.clock.advance(minutes(3));
    await reconcileDue(app);
  }
}

describe("what the backup shows on the timeline", () => {
  it("is read up before anything is sent: what is out is published, what was due waits, what is to come stays", async () => {
    await makeCast();
    const start = app.clock.now();
    await at(0, start + minutes(5));
    await at(1, start + minutes(10));
    await at(2, start + hours(30));
    await backUp(databaseOf(dataDir), backup, start);
    app.clock.advance(minutes(5));
    await pass();
    expect(texts()).toEqual([tweets[0]?.content]);
    const done = await restoreAt(start + minutes(12));
    expect(done).toMatchObject({ takenAt: start, markedUnknown: 3, tweets: tweets.length });
    for (const n of [0, 1, 2]) expect((await read(n)).state).toBe("unknown");
    await pass();
    await checkTwice();
    expect(await read(0)).toMatchObject({ state: "published", postId: taken[0]?.id });
    expect(await read(1)).toMatchObject({ state: "pending", errorCode: "backlog" });
    expect(await read(2)).toMatchObject({ state: "scheduled", dueAt: start + hours(30) });
    expect(network.handed).toEqual([]);
    const { reads } = network;
    expect(reads).toBeLessThanOrEqual(3);
  });

  it("then goes out once where it is yet to come, and never by itself where it was due", async () => {
    await makeCast();
    const start = app.clock.now();
    await at(0, start + minutes(5));
    await at(1, start + days(1));
    await backUp(databaseOf(dataDir), backup, start);
    await restoreAt(start + hours(3));
    await checkTwice();
    await pass();
    expect(texts()).toEqual([]);
    app.clock.set(start + days(1));
    for (let n = 0; n < 3; n++) {
      await pass();
      app.clock.advance(minutes(2));
    }
    expect(texts()).toEqual([tweets[1]?.content]);
    expect(await read(0)).toMatchObject({ state: "pending", errorCode: "backlog" });
  });

  it("one that was moved and went out earlier than the backup knew is found, too", async () => {
    await makeCast();
    const start = app.clock.now();
    await at(0, start + days(2));
    await backUp(databaseOf(dataDir), backup, start);
    app.clock.advance(minutes(1));
    await at(0, app.clock.now() + minutes(1));
    app.clock.advance(minutes(1));
    await pass();
    await restoreAt(start + minutes(5));
    await checkTwice();
    expect(await read(0)).toMatchObject({ state: "published", postId: taken[0]?.id });
  });

  it("where the posts can't be read waits for the person's word, and a no brings back its moment", async () => {
    await makeCast();
    const start = app.clock.now();
    await at(0, start + hours(9));
    await backUp(databaseOf(dataDir), backup, start);
    await restoreAt(start + minutes(5));
    network.unreadable = true;
    network.listPosts = () => Promise.reject(new Error("down"));
    for (let n = 0; n < 4; n++) {
      app.clock.advance(minutes(6));
      await reconcileDue(app);
    }
    const asked = await read(0);
    expect(asked).toMatchObject({ state: "unknown" });
    expect(asked.error).toMatch(/^Linnet was restored from a backup/);
    await resolve(app, { userId: alice.user.id, tweetId: asked.id, published: false });
    expect(await read(0)).toMatchObject({ state: "scheduled", dueAt: start + hours(9) });
  });

  it("tells in the journal what was done", async () => {
    await makeCast();
    const start = app.clock.now();
    await at(0, start + hours(9));
    await backUp(databaseOf(dataDir), backup, start);
    await restoreAt(start + minutes(5));
    await checkTwice();
    const kinds = (await readJournal(app, tweets[0]?.id ?? 0)).map(({ kind }) => kind);
    expect(kinds.slice(-2)).toEqual(["restored", "restored_absent"]);
  });

  it("a send that the backup saw half-way is looked up too", async () => {
    await makeCast();
    network.hold = noAnswer();
    void publishNow(app, ask(0)).catch(() => {});
    const row = () =>
      app.db
        .selectFrom("tweets")
        .select("state")
        .where("id", "=", tweets[0]?.id ?? 0);
    while ((await row().executeTakeFirstOrThrow()).state !== "publishing") await new Promise(setImmediate);
    await backUp(databaseOf(dataDir), backup, app.clock.now());
    const { markedUnknown } = await restoreAt(app.clock.now() + minutes(5));
    expect(markedUnknown).toBe(1);
    expect((await read(0)).state).toBe("unknown");
  });
});

describe("the folder", () => {
  it("may be empty: a move to another machine", async () => {
    await makeCast();
    await backUp(databaseOf(dataDir), backup, app.clock.now());
    const elsewhere = join(dataDir, "..", "elsewhere");
    const done = await restore({ config: { ...app.config, dataDir: elsewhere }, clock: app.clock }, backup);
    expect(done.replaced).toBeNull();
    await app.close();
    dataDir = elsewhere;
    await serve();
    expect((await read(0)).content).toBe(tweets[0]?.content);
    expect(readdirSync(elsewhere).sort()).toEqual([
      "backups",
      "linnet.db",
      "linnet.db-shm",
      "linnet.db-wal",
      "publisher.lock.db",
    ]);
  });

  it("with a server on it is left alone, publisher or not", async () => {
    await makeCast();
    await backUp(databaseOf(dataDir), backup, app.clock.now());
    const refused = "A server is using this folder. Stop it, restore, then start it again.";
    const lock = publisherLock(dataDir);
    lock.take();
    await expect(restore(app, backup)).rejects.toThrow(refused);
    lock.release();
    await expect(restore(app, backup)).rejects.toThrow(refused);
    expect((await read(0)).content).toBe(tweets[0]?.content);
    await app.close();
    expect(readdirSync(dataDir).filter((name) => name.includes("restoring"))).toEqual([]);
  });

  it("keeps the database that was there, with its last writes", async () => {
    await makeCast();
    await backUp(databaseOf(dataDir), backup, app.clock.now());
    await makePerson(app, "bob");
    const { replaced } = await restoreAt(app.clock.now() + 1);
    const kept = new Sqlite3(replaced ?? "", { readonly: true });
    expect(kept.prepare("select count(*) from users").pluck().get()).toBe(2);
    kept.close();
    expect(await app.db.selectFrom("users").select("email").execute()).toEqual([{ email: "alice@linnet.example" }]);
    await app.close();
  });

  it("is as it was where the backup is bad", async () => {
    await makeCast();
    await app.close();
    const before = readFileSync(databaseOf(dataDir));
    writeFileSync(backup, "nothing of ours");
    await expect(restore(app, backup)).rejects.toThrow("can't be read as a database");
    expect(readFileSync(databaseOf(dataDir)).equals(before)).toBe(true);
  });

  it("takes a backup even where its own database is damaged beyond opening", async () => {
    await makeCast();
    await backUp(databaseOf(dataDir), backup, app.clock.now());
    await app.close();
    writeFileSync(databaseOf(dataDir), "rubbish".repeat(1_000));
    const { replaced } = await restore(app, backup);
    expect(readFileSync(replaced ?? "", "utf8")).toMatch(/^rubbish/);
    await serve();
    expect((await read(0)).content).toBe(tweets[0]?.content);
    await app.close();
  });

  it("ends every browser's session, trust and waiting sign-in, and keeps the second step", async () => {
    await makeCast();
    const factor = await giveFactor(app, alice);
    const waitingId = (await awaitSecondStep(app, alice, [])) ?? "";
    const { address } = client;
    const { trustedId } = await finishSignIn(app, { waitingId, code: factor.next(), trust: true }, address);
    expect(trustedId).not.toBeNull();
    await awaitSecondStep(app, alice, []);
    await backUp(databaseOf(dataDir), backup, app.clock.now());
    await restoreAt(app.clock.now() + 1);
    expect(await findSessionUser(app, alice.sessionId)).toBeNull();
    expect(await app.db.selectFrom("waiting_sign_ins").selectAll().execute()).toEqual([]);
    expect(await awaitSecondStep(app, alice, [trustedId ?? ""])).not.toBeNull();
    expect(existsSync(`${databaseOf(dataDir)}.restoring`)).toBe(false);
    await app.close();
  });
});
