// What becomes of open sends: another node's are left alone, a lost one's looked up, what was never begun is due again, and
// what the database forgot is looked up.
import { expect, it } from "vitest";
import { minutes, seconds } from "~/ground/time/duration";
import { publishDue, publishNow, recallSends, takeOverSends } from "~/features/publishing/publishing.server";
import { noAnswer } from "~tests/support/app";
import { livingNode } from "~tests/support/node";
import { dueNow, makeWorld, sendOne, start, type World } from "./world";

const open = (world: World, change: { lease_node: string | null; lease_until?: number }) =>
  world.app.db.updateTable("tweets").set(change).where("state", "=", "publishing").execute();
const states = async (world: World) =>
  (
    await world.app.db
      .selectFrom("tweets")
      .select("state")
      .where("lease_token", "like", "token of % publishing")
      .execute()
  )
    .map(({ state }) => state)
    .join(" ");

it("a send of a node that serves is left alone until its lease is over, however silent this one was", async () => {
  const world = await makeWorld();
  await open(world, { lease_node: livingNode });
  expect(await takeOverSends(world.app)).toBe(0);
  expect(await states(world)).toBe("publishing publishing publishing");
  world.app.clock.set(start + minutes(1));
  expect(await takeOverSends(world.app)).toBe(3);
});

it.each([
  ["a lost node", "gone"],
  ["nobody knows whom", null],
])("a send of %s is looked up at once", async (_, node) => {
  const world = await makeWorld();
  await open(world, { lease_node: node });
  expect(await takeOverSends(world.app)).toBe(3);
  expect(await states(world)).toBe("unknown unknown unknown");
  // A second node that finds the same comes too late.
  expect(await world.changed(() => takeOverSends(world.app))).toEqual([]);
});

it("two nodes that take over at once write one end of it", async () => {
  const world = await makeWorld();
  await open(world, { lease_node: "gone" });
  await Promise.all([takeOverSends(world.app), takeOverSends(world.app)]);
  const ends = await world.app.db.selectFrom("tweet_events").select("id").where("kind", "=", "unknown").execute();
  expect(ends).toHaveLength(3);
});

it("a claim of its own that it was never told of was not sent: it is due again as it was, and no try is counted", async () => {
  const world = await makeWorld();
  await dueNow(world);
  const { id } = world;
  // Another App has no memory of this one's: it stands for a claim whose commit was never told of.
  await publishDue({ ...world.app, network: { ...world.network, post: () => noAnswer() } });
  const row = () =>
    world.app.db.selectFrom("tweets").selectAll().where("id", "=", id("scheduled")).executeTakeFirstOrThrow();
  expect(await row()).toMatchObject({ state: "publishing", lease_node: world.app.node.id() });
  expect(world.network.handed).toHaveLength(0);
  await takeOverSends(world.app);
  expect(await row()).toMatchObject({ state: "scheduled", due_at: start, attempts: 0, lease_token: null });
  // Its account's gap counts from the claim all the same.
  world.app.clock.advance(minutes(1));
  await sendOne(world);
  expect(await row()).toMatchObject({ state: "published" });
});

it("a Post Now that it was never told of has failed in words, and can be posted again", async () => {
  const world = await makeWorld();
  const { commit } = breakCommits(world);
  await expect(publishNow(world.app, world.ask("pending"))).rejects.toThrow("broken");
  commit();
  await takeOverSends(world.app);
  const row = await world.app.db
    .selectFrom("tweets")
    .selectAll()
    .where("id", "=", world.id("pending"))
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    state: "failed",
    error: "The database didn’t respond, so nothing was posted. Try again.",
  });
  await publishNow(world.app, world.ask("pending"));
});

it("who may claim no more once the transaction has begun claims nothing", async () => {
  const world = await makeWorld();
  await dueNow(world);
  const { app } = world;
  const { node } = app;
  // It may when it is asked first, and then learns of a newer version.
  const learning = () => {
    let asked = 0;
    app.node = { ...node, obstacle: () => (asked++ === 0 ? null : "outdated"), mayClaim: () => asked++ === 0 };
  };
  learning();
  expect(await world.changed(() => publishNow(app, world.ask("pending")))).toEqual([
    expect.stringContaining("A newer version of Linnet is starting"),
  ]);
  learning();
  expect((await publishDue(app)).started).toBe(0);
  expect(world.network.handed).toEqual([]);
});

it("what is being sent just now by this very node is nobody's to take", async () => {
  const world = await makeWorld();
  await dueNow(world);
  let release = () => {};
  world.network.hold = new Promise<void>((resolve) => (release = resolve));
  const sending = sendOne(world);
  while (world.network.handed.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await world.changed(() => takeOverSends(world.app))).toEqual([]);
  release();
  await sending;
});

it.each([
  ["scheduled", { state: "scheduled" as const, due_at: start }],
  ["pending", { state: "pending" as const, due_at: null, publish_type: null, account_id: null }],
])("a send that the database forgot, and shows as %s, is looked up and not sent again", async (_, before) => {
  const world = await makeWorld();
  await dueNow(world);
  await sendOne(world);
  expect(world.network.accepted).toHaveLength(1);
  const tweet = world.id("scheduled");
  // A standby that was behind: neither the claim nor what followed from it has ever been.
  const { app } = world;
  await app.db.deleteFrom("attempts").where("tweet_id", "=", tweet).execute();
  const forgotten = { lease_token: null, lease_until: null, lease_node: null, published_at: null, post_id: null };
  await app.db
    .updateTable("tweets")
    .set({ ...forgotten, ...before })
    .where("id", "=", tweet)
    .execute();
  expect(await recallSends(app)).toBe(1);
  const row = await app.db.selectFrom("tweets").selectAll().where("id", "=", tweet).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: "unknown", account_id: world.account.own.id, error_code: "lost" });
  expect(await recallSends(app)).toBe(0);
});

it("an account keeps its gap after a send that the database forgot", async () => {
  const world = await makeWorld();
  await dueNow(world);
  const { app } = world;
  const account = () =>
    app.db
      .selectFrom("accounts")
      .select("scheduled_send_at")
      .where("id", "=", world.account.own.id)
      .executeTakeFirstOrThrow();
  const before = await account();
  await sendOne(world);
  const sent = await account();
  expect(sent.scheduled_send_at).toBe(start);
  const forget = async () => {
    await app.db.deleteFrom("attempts").where("tweet_id", "=", world.id("scheduled")).execute();
    await app.db
      .updateTable("tweets")
      .set({ state: "scheduled", due_at: start, lease_token: null, published_at: null, post_id: null })
      .where("id", "=", world.id("scheduled"))
      .execute();
  };
  await forget();
  await app.db.updateTable("accounts").set(before).where("id", "=", world.account.own.id).execute();
  expect(await recallSends(app)).toBe(1);
  expect(await account()).toEqual(sent);
  // Another node may have sent the account's next one meanwhile: the gap counts from the latest.
  await forget();
  const later = { scheduled_send_at: start + minutes(5) };
  await app.db.updateTable("accounts").set(later).where("id", "=", world.account.own.id).execute();
  expect(await recallSends(app)).toBe(1);
  expect(await account()).toEqual(later);
});

it("a Post Now that the database forgot leaves the account's gap as it is", async () => {
  const world = await makeWorld();
  const { app } = world;
  await publishNow(app, world.ask("pending"));
  const accounts = () => app.db.selectFrom("accounts").select(["id", "scheduled_send_at"]).orderBy("id").execute();
  const before = await accounts();
  await app.db.deleteFrom("attempts").where("tweet_id", "=", world.id("pending")).execute();
  await app.db
    .updateTable("tweets")
    .set({ state: "pending", publish_type: null, due_at: null, published_at: null, post_id: null })
    .where("id", "=", world.id("pending"))
    .execute();
  expect(await recallSends(app)).toBe(1);
  expect(await accounts()).toEqual(before);
});

it("what the database still knows, or whose person has left, is not written anew", async () => {
  const world = await makeWorld();
  await dueNow(world);
  await sendOne(world);
  expect(await world.changed(() => recallSends(world.app))).toEqual([]);
  await world.app.db.deleteFrom("tweets").where("id", "=", world.id("scheduled")).execute();
  expect(await world.changed(() => recallSends(world.app))).toEqual([]);
});

it("a claim is remembered for ten minutes, and then no longer", async () => {
  const world = await makeWorld();
  await dueNow(world);
  await sendOne(world);
  await world.app.db.deleteFrom("attempts").where("tweet_id", "=", world.id("scheduled")).execute();
  await world.app.db
    .updateTable("tweets")
    .set({ state: "scheduled", published_at: null, post_id: null, due_at: start + minutes(60) })
    .where("id", "=", world.id("scheduled"))
    .execute();
  world.app.clock.advance(minutes(10) + seconds(3));
  await publishNow(world.app, world.ask("pending"));
  expect(await recallSends(world.app)).toBe(0);
});

/** From now on transactions are kept and their callers told that the connection broke. */
function breakCommits({ app }: World): { commit(): void } {
  const { db } = app;
  app.db = new Proxy(db, {
    get(target, name) {
      const own = Reflect.get(target, name) as unknown;
      if (name !== "transaction") return typeof own === "function" ? (own.bind(target) as unknown) : own;
      return () => ({
        execute: async (body: (trx: unknown) => Promise<unknown>) => {
          await target.transaction().execute(body as never);
          throw new Error("broken");
        },
      });
    },
  });
  return { commit: () => void (app.db = db) };
}
