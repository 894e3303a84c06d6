// npm run move: everything comes over or nothing does; who may not begin is told why; and nobody ever starts from both.
import { hash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { sql } from "kysely";
import type { Db } from "~db/database.server";
import { migrate } from "~db/migrate.server";
import { type Move, moveToPostgres } from "~db/move/move.server";
import { findMark, requireNotMoved, writeMark } from "~db/move/moved.server";
import { parentsFirst } from "~db/postgres/move-in.server";
import { openPostgres } from "~db/postgres/open.server";
import { publisherLock } from "~db/sqlite/lock.server";
import { openDb } from "~db/sqlite/open.server";
import { type PostgresServer, runOn, startPostgres } from "../../support/databases/postgres";
import { startProxy } from "../../support/databases/postgres-proxy";
import { emptyColumns, fillAll, readAll, tables } from "./fixture";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

let dataDir: string;
let url: string;
let made = 0;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "linnet-move-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  made += 1;
  await runOn(server.url("postgres"), `create database move_${made}`);
  url = server.url(`move_${made}`);
});

const file = () => join(dataDir, "linnet.db");
const now = Date.parse("2026-11-23T12:00:00Z");
const move = (change: Partial<Move> = {}) =>
  moveToPostgres({
    dataDir,
    file: file(),
    url,
    withoutNul: false,
    now: () => now,
    before: () => Promise.resolve(),
    ...change,
  });

/** The SQLite database with all of the fixture and what `more` adds; closed again. */
async function makeSource(more: (sqlite: Sqlite.Database) => void = () => undefined): Promise<void> {
  const { db, sqlite } = openDb(file());
  await migrate(db);
  await fillAll(db);
  more(sqlite);
  await db.destroy();
}

const readSource = async () => {
  const { db } = openDb(file());
  const all = await readAll(db);
  await db.destroy();
  return all;
};

function openTarget(): Db {
  const db = openPostgres({ url, unhurried: true });
  onTestFinished(() => db.destroy());
  return db;
}

/** The tables of the target that have rows; none of ours may be missing once it was migrated. */
async function filledTables(): Promise<string[]> {
  const db = openTarget();
  const filled = [];
  for (const table of tables) {
    const rows = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db).catch(() => ({ rows: [] }));
    if (rows.rows.length > 0) filled.push(table);
  }
  return filled;
}

async function expectNothingMoved(before: Record<string, unknown[]>): Promise<void> {
  expect(await filledTables()).toEqual([]);
  expect(findMark(dataDir)).toBe(null);
  expect(() => requireNotMoved(dataDir)).not.toThrow();
  expect(await readSource()).toEqual(before);
  expect(publisherLock(dataDir).take()).toBe(true);
}

it("the fixture has a row in every table, and something in every column", async () => {
  const { db, sqlite } = openDb(":memory:");
  onTestFinished(() => db.destroy());
  await migrate(db);
  await fillAll(db);
  expect(emptyColumns(sqlite)).toEqual([]);
});

describe("a move", () => {
  it("brings every row of every table over as it is, also where one table has thousands", async () => {
    const insert = "insert into tweet_events (tweet_id, at, kind, detail) values (1, ?, 'kept', ?)";
    await makeSource((sqlite) => {
      for (let n = 0; n < 2_345; n += 1) sqlite.prepare(insert).run(n, `${n} ${"long ".repeat(n % 50)}`);
    });
    const before = await readSource();
    const told: string[] = [];
    const moved = await move({ onWritten: (table) => told.push(table) });
    expect(await readAll(openTarget())).toEqual(before);
    expect(moved).toEqual(Object.fromEntries(tables.map((table) => [table, before[table]?.length])));
    expect(told.sort()).toEqual([...tables].sort());
    expect(await readSource()).toEqual(before);
  });

  it("brings the files of pictures into rows, as far as they are there and what they were", async () => {
    const pictures = ["kept", "without a file", "changed since", "dropped"].map((text) => ({
      text,
      sha256: hash("sha256", text),
    }));
    await makeSource((sqlite) => {
      const insert = sqlite.prepare(
        "insert into media values (?, 'u1', ?, 'jpeg', 4, 3, 9, 1, 2, iif(? = 'dropped', 3, null))",
      );
      for (const { text, sha256 } of pictures) insert.run(text, sha256, text);
    });
    for (const { text, sha256 } of pictures) {
      const place = join(dataDir, "media", sha256.slice(0, 2));
      mkdirSync(place, { recursive: true });
      if (text === "without a file") continue;
      writeFileSync(join(place, `${sha256}.preview.jpg`), `small ${text}`);
      if (text !== "dropped") writeFileSync(join(place, `${sha256}.jpg`), text === "kept" ? text : "something else");
    }
    await move();
    const rows = await openTarget().selectFrom("media_files").selectAll().where("media_id", "!=", "m1").execute();
    const textOf = (base64: string | null) => base64 && Buffer.from(base64, "base64").toString();
    const found = rows.map((row) => [row.media_id, textOf(row.picture), textOf(row.preview)]);
    expect(found.sort()).toEqual([
      ["changed since", null, "small changed since"],
      ["dropped", null, "small dropped"],
      ["kept", "kept", "small kept"],
    ]);
  });

  it("lets numbers go on where they were, also after rows that are gone", async () => {
    await makeSource((sqlite) => {
      sqlite.exec(`insert into tweets (id, user_id, position, origin, content, fingerprint, created_at, updated_at)
        values (77, 'u1', 0, 'own', 'x', 'x', 1, 1)`);
      sqlite.exec("delete from tweets where id = 77");
    });
    await move();
    const tweet = { user_id: "u1", position: 0, origin: "own", content: "n", fingerprint: "n", created_at: 1 } as const;
    const db = openTarget();
    const { id } = await db
      .insertInto("tweets")
      .values({ ...tweet, updated_at: 1, state: "pending" })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(id).toBe(78);
    const event = db.insertInto("tweet_events").values({ tweet_id: 1, at: 1, kind: "k" });
    expect(await event.returning("id").executeTakeFirstOrThrow()).toEqual({ id: 12 });
  });

  it("marks the folder: whoever would start from it ends with a sentence, and it is not moved again", async () => {
    await makeSource();
    await move();
    const sentence = `DATABASE_URL is missing: the data of ${dataDir} was moved to Postgres on 2026-11-23`;
    expect(() => requireNotMoved(dataDir)).toThrow(sentence);
    await expect(move()).rejects.toThrow(`The data of ${dataDir} was moved to 127.0.0.1:${server.port}/move_`);
    expect(readFileSync(join(dataDir, "moved.json"), "utf8")).not.toContain("of the tests");
  });

  it("brings half a character over as Linnet has always shown it", async () => {
    await makeSource((sqlite) => sqlite.exec("update tweets set content = cast(x'61eda0bd7a' as text) where id = 40"));
    const before = await readSource();
    await move();
    expect(await readAll(openTarget())).toEqual(before);
    const target = openTarget().selectFrom("tweets").select("content").where("id", "=", 40);
    expect(await target.executeTakeFirstOrThrow()).toEqual({ content: "a\ufffd\ufffd\ufffdz" });
  });

  it("goes on where the target has the schema already, and nothing in it", async () => {
    await makeSource();
    await migrate(openTarget());
    expect(await move()).toMatchObject({ users: 3 });
  });
});

describe("nothing is moved", () => {
  it("of a database that an earlier version made", async () => {
    await makeSource((sqlite) => sqlite.exec("delete from migrations where name = '016-words'"));
    const before = await readSource();
    await expect(move()).rejects.toThrow("This database is from before 2026-11-27. Start Linnet");
    await expectNothingMoved(before);
  });

  it.each(["publisher", "second process"])("beside a running %s", async (who) => {
    await makeSource();
    const before = await readSource();
    const other = who === "publisher" ? publisherLock(dataDir) : openDb(file()).db;
    if ("take" in other) other.take();
    else await sql`select * from users`.execute(other);
    await expect(move()).rejects.toThrow("A server is using this folder. Stop it");
    if ("take" in other) other.release();
    else await other.destroy();
    await expectNothingMoved(before);
  });

  it("into a database that has rows, and they stay", async () => {
    await makeSource();
    const target = openTarget();
    await migrate(target);
    await target.insertInto("rate_limits").values({ key: "k", points: 1, expires_at: 2 }).execute();
    await expect(move()).rejects.toThrow("The Postgres database is not empty: rate_limits has rows.");
    expect(await filledTables()).toEqual(["rate_limits"]);
    expect(findMark(dataDir)).toBe(null);
  });

  it("into a database that is another program's", async () => {
    await makeSource();
    const before = await readSource();
    await runOn(url, "create table users (id int)");
    await expect(move()).rejects.toThrow("has tables that are not Linnet's, such as users");
    await expectNothingMoved(before);
  });

  it("into one that a newer Linnet has migrated", async () => {
    await makeSource();
    const target = openTarget();
    await migrate(target);
    await sql`insert into migrations (name, applied_at) values ('999-later', 'then')`.execute(target);
    await expect(move()).rejects.toThrow("was made by a newer Linnet (it has 999-later)");
    expect(await filledTables()).toEqual([]);
  });

  it("where the SQLite database has a table of somebody else's", async () => {
    await makeSource((sqlite) => sqlite.exec("create table written (n integer primary key) strict"));
    await expect(move()).rejects.toThrow("The SQLite database has a table written, which is not Linnet's.");
    expect(await filledTables()).toEqual([]);
  });

  it("and no database is made where there is none", async () => {
    await expect(move()).rejects.toThrow(`There is no database ${file()} to move.`);
    expect(existsSync(file())).toBe(false);
  });

  it.each([
    [
      "nothing listens",
      (at: string) => at.replace(/:\d+\//, ":1/"),
      /^Postgres at 127\.0\.0\.1:1\/.* can't be reached: .*ECONNREFUSED/,
    ],
    [
      "the password is wrong",
      (at: string) => at.replace("of%20the", "not%20the"),
      /refused user or password: password authentication failed/,
    ],
    [
      "there is no such database",
      (at: string) => `${at}_not`,
      /has no such database: database "move_\d+_not" does not exist/,
    ],
    ["it is no address", () => "of the tests", /^The address must look like postgres:/],
    ["it is another's address", () => "mysql://linnet:of%20the@127.0.0.1/x", /^The address must look like postgres:/],
    ["it can't be read", (at: string) => at.replace("of%20the", "of%ff"), /^The address must look like .*%-encoded/],
  ])("where %s, and the password is in no sentence", async (_name, change, sentence) => {
    await makeSource();
    const before = await readSource();
    const error: unknown = await move({ url: change(url) }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).name).toBe("MoveError");
    expect((error as Error).message).toMatch(sentence);
    expect(JSON.stringify(error) + String(error)).not.toMatch(/of(%20| )the(%20| )tests|not(%20| )the/);
    await expectNothingMoved(before);
  });
});

describe("a NUL in old text", () => {
  const addNuls = (sqlite: Sqlite.Database) => {
    sqlite.prepare("update tweets set content = ? where id = 40").run("a\0b\0");
    sqlite.prepare("update accounts set display_name = ? where id = 8").run("\0Bob");
  };

  it("is told with its table and row, and nothing is moved", async () => {
    await makeSource(addNuls);
    const before = await readSource();
    await expect(move()).rejects.toThrow(
      "Postgres doesn't support NUL characters in text, and these rows have one: accounts 8, tweets 40. Nothing was moved. Add --without-nul",
    );
    await expectNothingMoved(before);
  });

  it("is left out where that is asked for, and nothing else", async () => {
    await makeSource(addNuls);
    const text = JSON.stringify(await readSource()).replaceAll("a\\\\u0000b\\\\u0000", "ab");
    await move({ withoutNul: true });
    const moved = await readAll(openTarget());
    expect(moved).toEqual(
      JSON.parse(JSON.stringify(await readSource()), (_key, value: unknown) =>
        typeof value === "string" ? value.replaceAll("\0", "") : value,
      ),
    );
    expect(text).toContain("ab");
  });

  it("of many rows is told of the first ten", async () => {
    await makeSource((sqlite) => {
      const insert = "insert into tweet_events (tweet_id, at, kind, detail) values (1, 1, 'k', ?)";
      for (let n = 0; n < 15; n += 1) sqlite.prepare(insert).run("x\0");
    });
    await expect(move()).rejects.toThrow(/tweet_events 12, .*tweet_events 21, and 5 more\. Nothing/);
  });
});

describe("what goes wrong on the way leaves Postgres empty and SQLite as it was:", () => {
  const before = (body: string, table = "tweets") =>
    runOn(
      url,
      `create function planted() returns trigger language plpgsql as $$ begin ${body} end $$;
       create trigger planted before insert on ${table} for each row execute function planted()`,
    );

  it.each([
    [
      "a row that Postgres changes",
      "if new.id = 40 then new.content = 'tow'; end if; return new;",
      "other rows of tweets",
    ],
    ["a flag that it changes", "new.withdrawn = 1 - new.withdrawn; return new;", "other rows of tweets"],
    [
      "a row that it leaves out",
      "if new.id = 5 then return null; end if; return new;",
      "3 rows of tweets where SQLite has 4",
    ],
    ["a row that it refuses", "raise exception 'not this one';", "refused: not this one. Nothing was moved."],
    ["a connection that breaks", "perform pg_terminate_backend(pg_backend_pid()); return new;", "ended the connection"],
  ])("%s", async (_name, body, sentence) => {
    await makeSource();
    const source = await readSource();
    await migrate(openTarget());
    // Nothing refers to what is left out.
    await before(body, "tweets");
    if (body.includes("return null")) await runOn(url, "alter table bots drop constraint bots_proposal_id_fkey");
    if (body.includes("return null"))
      await runOn(url, "alter table bot_tweets drop constraint bot_tweets_tweet_id_fkey");
    await expect(move()).rejects.toThrow(sentence);
    await expectNothingMoved(source);
  });

  it("a row that belongs to nothing", async () => {
    await makeSource((sqlite) => {
      sqlite.pragma("foreign_keys = off");
      sqlite.exec("insert into tweet_events (tweet_id, at, kind) values (999, 1, 'k')");
    });
    const source = await readSource();
    await expect(move()).rejects.toThrow('violates foreign key constraint "tweet_events_tweet_id_fkey"');
    await expectNothingMoved(source);
  });
});

describe("where the answer to the commit is lost", () => {
  const atCommit = { breakAt: "commit", after: "pg_current_xact_id" };

  it("Postgres is asked: what it has kept is moved", async () => {
    await makeSource();
    const source = await readSource();
    const proxy = await startProxy(server.port, { ...atCommit, passOn: true });
    expect(await move({ url: proxy.through(url) })).toMatchObject({ users: 3 });
    expect(await readAll(openTarget())).toEqual(source);
    expect(findMark(dataDir)).toMatchObject({ done: true });
  });

  it("and what it has not is not", async () => {
    await makeSource();
    const source = await readSource();
    const proxy = await startProxy(server.port, { ...atCommit, passOn: false });
    await expect(move({ url: proxy.through(url) })).rejects.toThrow("Nothing was moved.");
    await expectNothingMoved(source);
  });

  it("and Postgres stays away, nobody starts from either until it was asked", async () => {
    await makeSource();
    const source = await readSource();
    const proxy = await startProxy(server.port, { ...atCommit, passOn: true, thenClosed: true });
    await expect(move({ url: proxy.through(url) })).rejects.toThrow("nobody knows yet whether the data is there");
    expect(() => requireNotMoved(dataDir)).toThrow("was interrupted at its very end: run npm run move again");
    await expect(move({ url: `${url}_other` })).rejects.toThrow("run this with that address first");
    proxy.open();
    expect(await move({ url: proxy.through(url) })).toBe(null);
    expect(() => requireNotMoved(dataDir)).toThrow("DATABASE_URL is missing");
    expect(await readAll(openTarget())).toEqual(source);
  });

  it("a process that ended then is made good by the next: what was undone is moved anew", async () => {
    await makeSource();
    const target = openTarget();
    await migrate(target);
    const undone = await target.connection().execute(async (one) => {
      await sql`begin`.execute(one);
      const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(one);
      await sql`rollback`.execute(one);
      return rows[0]?.xid ?? "";
    });
    const to = `127.0.0.1:${server.port}/move_${made}`;
    writeMark(dataDir, { to, at: new Date(now).toISOString(), transaction: undone, done: false });
    expect(await move()).toMatchObject({ users: 3 });
    expect(findMark(dataDir)).toMatchObject({ done: true });
  });

  it("and Postgres is another by now, the person is told what to look at", async () => {
    await makeSource();
    const to = `127.0.0.1:${server.port}/move_${made}`;
    writeMark(dataDir, { to, at: new Date(now).toISOString(), transaction: "99999999", done: false });
    await expect(move()).rejects.toThrow("does not know any more what became of the move");
    expect(findMark(dataDir)).toMatchObject({ done: false });
  });
});

it("what tables refer to is written first, and a circle is seen", () => {
  const parents: Record<string, string[]> = { a: ["c"], b: ["a"], c: [] };
  const parentsOf = (name: string) => parents[name] ?? [];
  expect(parentsFirst(["a", "b", "c"], parentsOf)).toEqual(["c", "a", "b"]);
  parents["c"] = ["b"];
  expect(() => parentsFirst(["a", "b", "c"], parentsOf)).toThrow("refer to one another: a, c, b, a");
});
