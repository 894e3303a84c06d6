// Nodes on a real Postgres: who is lost, who may say so, whose clock counts, and how an older copy of the database shows.
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { sql } from "kysely";
import type { Db } from "~db/database.server";
import { migrate } from "~db/migrate.server";
import { lostAfter, postgresLiveness } from "~db/postgres/liveness.server";
import { openPostgres } from "~db/postgres/open.server";
import { type PostgresServer, runOn, startPostgres } from "../../support/databases/postgres";

let server: PostgresServer;
let db: Db;
let restored: number[];
beforeAll(async () => {
  server = await startPostgres();
  await runOn(server.url("postgres"), "create database nodes");
  db = openPostgres({ url: server.url("nodes"), pool: 4 });
  await migrate(db);
});
afterAll(async () => {
  await db.destroy();
  await server.stop();
});
beforeEach(async () => {
  restored = [];
  await db.deleteFrom("nodes").execute();
  await db.deleteFrom("engine").execute();
});

/** A node whose own time the test turns: `pass` lets it and its row grow older. */
function enter(name: string, fastMs = 0) {
  let mono = 0;
  const node = postgresLiveness(db, {
    name,
    version: "1.2.3",
    now: () => Date.now() + fastMs,
    monotonic: () => mono,
    whenRestored: (_, takenAt) => Promise.resolve(() => void restored.push(takenAt)),
  });
  onTestFinished(() => node.leave().catch(() => undefined));
  const beat = async () => {
    const answer = await node.beat();
    if (answer === null) throw new Error("Nobody is waited for here");
    return answer;
  };
  return { ...node, beat, pass: (ms: number) => void (mono += ms) };
}

const age = (id: string, ms: number) =>
  db
    .updateTable("nodes")
    .set((row) => ({ beat_at: row("beat_at", "-", ms) }))
    .where("id", "=", id)
    .execute();

/** Beats so often that it may judge. */
async function settle(node: ReturnType<typeof enter>) {
  for (let ms = 0; ms <= lostAfter; ms += 2_000) {
    await node.beat();
    node.pass(2_000);
  }
  return node.beat();
}

it("a node that has been silent is lost to one whose own beats were whole, and comes back as another", async () => {
  const [a, b] = [enter("a"), enter("b")];
  const first = await b.beat();
  await settle(a);
  expect((await a.list()).map(({ name, version }) => [name, version])).toEqual([
    ["b", "1.2.3"],
    ["a", "1.2.3"],
  ]);
  await age(first.nodeId, lostAfter + 1);
  expect((await a.beat()).lostNodes).toEqual([first.nodeId]);
  expect(await a.lostAmong([first.nodeId, "never heard of"])).toEqual([first.nodeId, "never heard of"]);
  const again = await b.beat();
  expect(again).toMatchObject({ isNew: true, hadGap: true });
  expect(again.nodeId).not.toBe(first.nodeId);
  expect(await a.lostAmong([again.nodeId, first.nodeId])).toEqual([first.nodeId]);
});

it("silent for no longer than that it is not", async () => {
  const [a, b] = [enter("a"), enter("b")];
  const { nodeId } = await b.beat();
  await settle(a);
  await age(nodeId, lostAfter - 3_000);
  expect((await a.beat()).lostNodes).toEqual([]);
  expect(await a.lostAmong([nodeId])).toEqual([]);
});

it("who has only just come, or was cut off itself, judges nobody", async () => {
  const [a, b] = [enter("a"), enter("b")];
  const { nodeId } = await b.beat();
  await age(nodeId, 60_000);
  expect((await a.beat()).lostNodes).toEqual([]);
  await settle(a);
  await b.beat();
  // An outage of the database: everybody's last beat is long ago.
  a.pass(30_000);
  const own = await db.selectFrom("nodes").select("id").where("lost_at", "is", null).execute();
  for (const { id } of own) await age(id, 30_000);
  expect(await a.beat()).toMatchObject({ hadGap: true, lostNodes: [nodeId] });
  a.pass(2_000);
  expect((await a.beat()).lostNodes).toEqual([nodeId]);
});

it("a beat that comes late, or is followed by fewer than were counted, tells of a gap", async () => {
  const a = enter("a");
  const { nodeId, hadGap } = await a.beat();
  expect(hadGap).toBe(false);
  a.pass(2_000);
  expect((await a.beat()).hadGap).toBe(false);
  a.pass(4_001);
  expect((await a.beat()).hadGap).toBe(true);
  a.pass(2_000);
  expect((await a.beat()).hadGap).toBe(false);
  // The database has forgotten the last one.
  await db
    .updateTable("nodes")
    .set((row) => ({ beats: row("beats", "-", 1) }))
    .where("id", "=", nodeId)
    .execute();
  expect((await a.beat()).hadGap).toBe(true);
  a.noteGap();
  expect((await a.beat()).hadGap).toBe(true);
});

it("each corrects its clock by the database's, and not by more than the way there explains", async () => {
  const [right, fast, slow] = [enter("right"), enter("fast", 20_000), enter("slow", -3_600_000)];
  for (const node of [right, fast, slow]) await node.beat();
  expect(Math.abs(right.clockOffset())).toBeLessThan(250);
  expect(Math.abs(fast.clockOffset() + 20_000)).toBeLessThan(250);
  expect(Math.abs(slow.clockOffset() - 3_600_000)).toBeLessThan(250);
});

it("it knows when anybody was last seen before it came", async () => {
  expect(
    await enter("first")
      .beat()
      .then(() => null),
  ).toBeNull();
  const [a, b] = [enter("a"), enter("b")];
  await a.beat();
  await b.beat();
  expect(Math.abs((b.seenBefore() ?? 0) - Date.now())).toBeLessThan(5_000);
});

it("a step of the schema that it doesn't know makes it an older version", async () => {
  const a = enter("a");
  expect((await a.beat()).isOutdated).toBe(false);
  await sql`insert into migrations (name, applied_at) values ('999-later', 'now')`.execute(db);
  onTestFinished(async () => void (await sql`delete from migrations where name = '999-later'`.execute(db)));
  expect((await a.beat()).isOutdated).toBe(true);
});

const engineIs = (change: { timeline?: string; system_identifier?: string }) =>
  db.updateTable("engine").set(change).execute();

it("another timeline in which somebody has beaten of late is a promotion: no more than a gap", async () => {
  const a = enter("a");
  await a.beat();
  await engineIs({ timeline: "000000FF" });
  await enter("b").beat();
  expect(restored).toEqual([]);
});

it.each([
  ["another server", { system_identifier: "1" }],
  ["another timeline", { timeline: "000000FF" }],
])("%s whose beats are old is an older copy: told once, with when it was taken", async (_, change) => {
  const a = enter("a");
  const { nodeId } = await a.beat();
  await engineIs(change);
  await age(nodeId, 120_000);
  const seen = await db.selectFrom("nodes").select("beat_at").executeTakeFirstOrThrow();
  await Promise.all([enter("b").beat(), enter("c").beat()]);
  expect(restored).toEqual([seen.beat_at]);
});

it("an older copy is told of only once it is on record", async () => {
  const { nodeId } = await enter("a").beat();
  await engineIs({ timeline: "000000FF" });
  await age(nodeId, 120_000);
  await sql`alter table engine add constraint not_now check (timeline = '000000FF') not valid`.execute(db);
  const b = enter("b");
  try {
    await expect(b.beat()).rejects.toThrow("not_now");
    expect(restored).toEqual([]);
  } finally {
    await sql`alter table engine drop constraint not_now`.execute(db);
  }
  await b.beat();
  expect(restored).toHaveLength(1);
});

it("old beats alone are no older copy: all nodes were off for a while", async () => {
  const { nodeId } = await enter("a").beat();
  await age(nodeId, 3_600_000);
  await enter("b").beat();
  expect(restored).toEqual([]);
});

it("a node that has left is lost at once, and a role that may not ask which server it is serves all the same", async () => {
  const a = enter("a");
  const { nodeId } = await a.beat();
  await a.leave();
  expect(await enter("b").lostAmong([nodeId])).toEqual([nodeId]);
  await sql`create role plain login password 'plain' in role pg_write_all_data, pg_read_all_data`.execute(db);
  await sql`revoke execute on function pg_control_system() from public`.execute(db);
  const address = new URL(server.url("nodes"));
  address.username = address.password = "plain";
  const own = openPostgres({ url: address.href, pool: 1 });
  onTestFinished(() => own.destroy());
  const node = postgresLiveness(own, {
    name: "plain",
    version: "1",
    now: Date.now,
    monotonic: () => 0,
    whenRestored: () => Promise.reject(new Error("nobody can know")),
  });
  expect(await node.beat()).toMatchObject({ isNew: true });
});
