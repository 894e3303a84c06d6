// Deleting one's account: nothing of the person stays, nothing of others goes, and nothing is sent afterwards.
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import { runBots, startBot } from "~/features/bots/bots.server";
import { request, runQueued } from "~/features/generation/generation.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { publishNow, reconcileDue, unlink } from "~/features/publishing/publishing.server";
import { issueKey, signIn } from "~/features/users/users.server";
import { chooseNetwork } from "~/ports/network/index.server";
import { weigh } from "~/features/tweets/text.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { everyRow, isOnPostgres } from "~tests/support/databases/database";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch, makePerson, password, type Person } from "~tests/support/people/make";
import { atRest } from "~tests/support/rest";
import { sendDue } from "~tests/support/sends";

let app: TestApp;
let network: FaultyNetwork;
let alice: Person;
beforeEach(async () => {
  app = await createTestApp();
  network = faulty(chooseNetwork({ ...app, weigh }));
  app.network = network;
  alice = await makePerson(app, "alice");
});
afterEach(() => app?.close());

const address = "192.0.2.7";
const go = (person = alice) => leave(app, person.user.id, { password, address });

/** Every row of every table, as text. */
const everything = async (): Promise<string> => JSON.stringify(await everyRow(app.db));

const errors = () => app.logged.filter((line) => line["level"] === "error");

/** Somebody with something in every table there is. */
async function settle(person: Person, handle: string): Promise<number[]> {
  const account = await linkAccount(app, person, handle);
  const tweets = (await makeBatch(app, person, account, `what ${handle} thinks`)).map(({ id }) => id);
  const [first = 0, second = 0] = tweets;
  const ask = { userId: person.user.id, account: null };
  await publishNow(app, { ...ask, tweetId: first });
  await addToTimeline(app, { ...ask, tweetId: second, timeZone: null });
  const analysis = await analyse(app, person.user.id, `A feeder that ${handle} sells`);
  await startBot(app, { userId: person.user.id, analysisId: analysis.id, account: null, review: false });
  await issueKey(app, person.user.id, person.sessionId);
  return tweets;
}

describe("an account with everything in it", () => {
  it("is gone from every table, and the neighbour's stays to the last row", async () => {
    // Its counts are of nobody by name, and end by themselves.
    app.config.rateLimits = false;
    const bob = await makePerson(app, "bob");
    await settle(bob, "bobs_perch");
    const before = await everything();
    const carol = await makePerson(app, "carol");
    await settle(carol, "carols_perch");
    expect(await everything()).toContain("carols_perch");
    await go(carol);
    const after = await everything();
    for (const hers of [carol.user.id, "carol@", "carols_perch"]) expect(after).not.toContain(hers);
    expect(JSON.parse(after)).toEqual(JSON.parse(before));
    // Postgres refuses what would point to nothing; SQLite does unless it is told otherwise.
    if (!isOnPostgres) expect((await sql`pragma foreign_key_check`.execute(app.db)).rows).toEqual([]);
    expect(errors()).toEqual([]);
  });

  it("goes only by its own password, which is throttled as at sign-in", async () => {
    const wrong = () => leave(app, alice.user.id, { password: "not it 1", address });
    for (let n = 0; n < 10; n += 1) await expect(wrong()).rejects.toThrow("Wrong password.");
    await expect(go()).rejects.toMatchObject({ code: "sign_in_throttled" });
    expect((await signIn(app, { email: alice.user.email, password }, "198.51.100.9")).user.id).toBe(alice.user.id);
  });

  it("leaves its e-mail free for a new one, and its accounts free to be linked by somebody else", async () => {
    await settle(alice, "shared_perch");
    await go();
    const again = await makePerson(app, "alice");
    expect(again.user.id).not.toBe(alice.user.id);
    expect(await linkAccount(app, again, "shared_perch")).toMatchObject({ isDefault: true });
  });

  it("has its tokens taken back at the network, which may be out of reach", async () => {
    await linkAccount(app, alice, "alice_x");
    const revoked: unknown[] = [];
    network.revoke = async (tokens) => {
      revoked.push(tokens);
      throw new Error("no route to host");
    };
    await go();
    expect(revoked).toEqual([expect.objectContaining({ accessToken: expect.any(String) as string })]);
    expect(await everything()).not.toContain(alice.user.id);
  });

  it("is left to who shares the pretended account", async () => {
    await linkAccount(app, alice, "shared_perch");
    const { id } = await app.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    await unlink(app, alice.user.id, String(id));
    const bob = await makePerson(app, "bob");
    await linkAccount(app, bob, "shared_perch");
    await go();
    expect(await everything()).toContain("shared_perch");
  });
});

describe("what is under way when somebody leaves", () => {
  const tick = async () => {
    app.clock.advance(seconds(1));
    await sendDue(app);
    await reconcileDue(app);
    await (
      await runQueued(app)
    ).done;
    await (
      await runBots(app)
    ).done;
  };

  it("what is scheduled is never sent", async () => {
    await settle(alice, "alice_x");
    network.handed.length = 0;
    await go();
    for (let n = 0; n < 10; n += 1) {
      app.clock.advance(hours(2));
      await tick();
    }
    expect(network.handed).toEqual([]);
    expect(errors()).toEqual([]);
  });

  /** A send of alice's that the network has, and does not answer before `release`. */
  async function beginSend() {
    const account = await linkAccount(app, alice, "alice_x");
    const [tweet] = await makeBatch(app, alice, account);
    let release = () => {};
    network.hold = new Promise<void>((resolve) => (release = resolve));
    const sending = publishNow(app, { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: null });
    await expect.poll(() => network.handed.length).toBe(1);
    return { release, sending };
  }

  it("a tweet that is being sent ends before the account does, and the account waits for it", async () => {
    const { release, sending } = await beginSend();
    let isOver = false;
    const leaving = go().then(() => (isOver = true));
    await expect.poll(() => app.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance(seconds(1));
      await atRest();
    }
    expect(isOver).toBe(false);
    release();
    await sending;
    await expect.poll(() => (app.clock.advance(seconds(5)), isOver), { timeout: minutes(1) }).toBe(true);
    await leaving;
    expect(network.handed).toHaveLength(1);
    expect(await everything()).not.toContain(alice.user.id);
    expect(errors()).toEqual([]);
  });

  it("a send that never ends holds the account for its time and no longer", async () => {
    const { release, sending } = await beginSend();
    let isOver = false;
    const leaving = go().then(() => (isOver = true));
    await expect.poll(() => (app.clock.advance(seconds(5)), isOver), { timeout: minutes(1) }).toBe(true);
    await leaving;
    expect(await everything()).not.toContain(alice.user.id);
    release();
    // Its end finds nothing to write to.
    await expect(sending).rejects.toMatchObject({ code: "not_found" });
    for (let n = 0; n < 20; n += 1) await tick();
    expect(network.handed).toHaveLength(1);
    expect(errors()).toEqual([]);
  });

  it("a lost answer is not looked up any more", async () => {
    const account = await linkAccount(app, alice, "alice_x");
    const [tweet] = await makeBatch(app, alice, account);
    network.faults.push("lost before");
    const ask = { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: null };
    await expect(publishNow(app, ask)).rejects.toMatchObject({ code: "timeout" });
    await go();
    network.handed.length = 0;
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance(minutes(5));
      await tick();
    }
    expect([network.handed, network.reads]).toEqual([[], 0]);
    expect(errors()).toEqual([]);
  });

  it("a batch that is being written comes to nothing, without a fault", async () => {
    const { writeTweets } = app.ai;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    app.ai = { ...app.ai, writeTweets: async (ask) => (await held, writeTweets(ask)) };
    await request(app, { userId: alice.user.id, accountId: null, topic: "wires", webSearch: false });
    const { started, done } = await runQueued(app);
    expect(started).toBe(1);
    await go();
    release();
    await done;
    expect(await everything()).not.toContain(alice.user.id);
    expect(errors()).toEqual([]);
  });
});
