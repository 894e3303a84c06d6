// A refusal that is not about a tweet burns none: the account pauses, or waits, or the tweet is tried again, and nobody else stops.
import { describe, expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { pauseAccount, postAs, publishNow, resumeAccount, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { AppError } from "~/ground/errors";
import type { PostAnswer } from "~/ports/network/port";
import { answered } from "~tests/support/fakes/faulty-network";
import { type KnownRefusal, refusalsAbout } from "~tests/support/fakes/x-refusals";
import { makeWorld, type Name, rowOf, sendOne, start, type World } from "./world";

const answerOf = ({ status, body }: KnownRefusal) => answered(status, body);
const personOf = (name: Name) => (name === "bob" ? "bob" : "alice");

/** A tweet that its account is to post at `at`; null: it stays an idea. Returns its id. */
async function add({ app, account }: World, name: Name, content: string, at: number | null): Promise<number> {
  const userId = personOf(name);
  const { networkUserId } = account[name];
  const { id: tweetId } = await writeTweet(app, { userId, content, account: networkUserId });
  if (at !== null) await scheduleAt(app, { userId, tweetId, account: networkUserId, executeAt: at });
  return tweetId;
}

/** The clock goes on minute by minute, and what is due is sent. */
async function until(world: World, at: number): Promise<void> {
  while (world.app.clock.now() < at) {
    world.app.clock.advance(minutes(1));
    await sendOne(world);
  }
}

const tweet = ({ app }: World, id: number) =>
  app.db.selectFrom("tweets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** What the network answers the next posts of `own`; undefined: it takes one. All others' line is good. */
function refuseOwn({ network }: World, answers: (PostAnswer | undefined)[]): void {
  const { post } = network;
  network.post = async (tokens, ask) => {
    const answer = ask.text.includes("of own") ? answers.shift() : undefined;
    if (answer) network.handed.push(ask.text);
    return answer ?? post(tokens, ask);
  };
}

/** Posts at once as `name`; the sentence and code of a refusal. */
async function postNow({ app, account }: World, name: Name, tweetId: number): Promise<string> {
  const ask = { userId: personOf(name), tweetId, account: account[name].networkUserId, timeZone: null };
  try {
    await publishNow(app, ask);
    return "posted";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

/** `own` meets what `faults` says of its first tweet; another account and another person post meanwhile. */
async function withTwo(faults: KnownRefusal[]) {
  const world = await makeWorld({ tweets: false });
  const first = await add(world, "own", "The first of own.", start + minutes(1));
  const second = await add(world, "own", "The second of own.", start + hours(2));
  refuseOwn(world, faults.map(answerOf));
  await until(world, start + minutes(2));
  const main = await add(world, "main", "Of the other account.", start + minutes(5));
  const bob = await add(world, "bob", "Of another person.", start + minutes(6));
  return { ...world, first, second, others: [main, bob] };
}

describe.each(refusalsAbout("account", "app"))("$status $name", (one) => {
  it("pauses the account in X's words, fails nothing, and holds up nobody else", async () => {
    const world = await withTwo([one]);
    const { app, account, first, second, others } = world;
    await until(world, start + hours(3));
    const row = await rowOf(app, account.own);
    expect(row).toMatchObject({ status: "paused", paused_by: "network" });
    const words = (one.body as { detail?: string; errors?: { message: string }[] }) ?? {};
    if (!["credits", "usage_cap", "suspended"].includes(one.code ?? ""))
      expect(row.status_reason).toContain(`“${words.detail ?? words.errors?.[0]?.message}”`);
    for (const id of [first, second]) expect((await tweet(world, id)).state).toBe("scheduled");
    for (const id of others) expect((await tweet(world, id)).state).toBe("published");
    for (const name of ["first", "main", "bob"] as const)
      expect(await rowOf(app, account[name])).toMatchObject({ status: "active", refused_at: null, wait_until: null });
    expect(world.network.handed.filter((text) => text.includes("of own"))).toHaveLength(1);

    await resumeAccount(app, "alice", account.own.networkUserId);
    await until(world, start + hours(24));
    for (const id of [first, second]) expect((await tweet(world, id)).state).toBe("published");
  });
});

describe.each(refusalsAbout("time"))("$status $name", (one) => {
  it("has the account wait, costs no attempt, and the tweet goes out afterwards", async () => {
    const world = await withTwo([one]);
    const { app, account, first, others } = world;
    expect(await tweet(world, first)).toMatchObject({ state: "scheduled", attempts: 0, error_code: one.code });
    const row = await rowOf(app, account.own);
    expect(row).toMatchObject({ status: "active", refused_at: null });
    expect(row.wait_until).toBeGreaterThanOrEqual(start + minutes(15));
    await until(world, start + minutes(10));
    for (const id of others) expect((await tweet(world, id)).state).toBe("published");
    await until(world, start + hours(24));
    expect((await tweet(world, first)).state).toBe("published");
  });

  it("tells whoever posts now from when on they may", async () => {
    const world = await makeWorld({ tweets: false });
    const id = await add(world, "own", "Now.", null);
    world.network.faults = [answerOf(one)];
    const sentence = await postNow(world, "own", id);
    expect(sentence).toMatch(/^network_limited: X.* Post again after \d\d:\d\d UTC\.$/);
    expect((await tweet(world, id)).error_code).toBe(one.code);
  });
});

describe.each(refusalsAbout("proxy", "clock"))("$status $name", (one) => {
  it("was judged by nobody: the tweet is tried again, later each time, and nothing fails", async () => {
    const world = await withTwo(Array.from({ length: 5 }, () => one));
    const { app, account, first, others } = world;
    const code = one.about === "clock" ? "clock_wrong" : "not_from_x";
    expect(await tweet(world, first)).toMatchObject({ state: "scheduled", error_code: code });
    await until(world, start + minutes(10));
    for (const id of others) expect((await tweet(world, id)).state).toBe("published");
    await until(world, start + hours(1));
    expect(await tweet(world, first)).toMatchObject({ state: "published", attempts: 6 });
    expect(await rowOf(app, account.own)).toMatchObject({ status: "active", refused_at: null, wait_until: null });
  });
});

it("a wrong clock never asks to connect again, and Post Now says by how much it is wrong", async () => {
  const world = await makeWorld({ tweets: false });
  const { app, account } = world;
  const wrong = () => {
    const date = new Date(app.clock.now() - minutes(12)).toUTCString();
    return answered(401, { errors: [{ code: 135, message: "Timestamp out of bounds." }] }, { date });
  };
  const scheduled = await add(world, "own", "Scheduled.", start + minutes(1));
  const post = world.network.post;
  world.network.post = async (tokens, ask) => {
    world.network.faults = [wrong()];
    return post(tokens, ask);
  };
  await until(world, start + hours(2));
  expect(await tweet(world, scheduled)).toMatchObject({ state: "scheduled", error_code: "clock_wrong" });
  expect(await rowOf(app, account.own)).toMatchObject({ status: "active", refused_at: null });
  const now = await add(world, "main", "Now.", null);
  expect(await postNow(world, "main", now)).toBe(
    "network_refused: This server’s clock is 12 minutes ahead of X’s, so X rejects its requests. Your Linnet admin must correct it. Nothing was posted. Try again.",
  );
  world.network.post = post;
  await until(world, start + hours(3));
  expect((await tweet(world, scheduled)).state).toBe("published");
});

describe("two tweets of an account that are refused in a row", () => {
  const refused = (detail: string) => answered(403, { detail });
  /** Three of `own`, two hours apart, and one of another person's after each. */
  async function three(faults: unknown[]) {
    const world = await makeWorld({ tweets: false });
    const ids: number[] = [];
    const bobs: number[] = [];
    for (const n of [0, 1, 2]) {
      ids.push(await add(world, "own", `Number ${n} of own.`, start + hours(2 * n) + minutes(1)));
      bobs.push(await add(world, "bob", `Number ${n} of bob.`, start + hours(2 * n) + minutes(9)));
    }
    refuseOwn(
      world,
      faults.map((body) => (body === undefined ? undefined : answered(403, body))),
    );
    await until(world, start + hours(5));
    const states = async (some: number[]) => Promise.all(some.map(async (id) => (await tweet(world, id)).state));
    for (const state of await states(bobs)) expect(state).toBe("published");
    for (const name of ["first", "main", "bob"] as const)
      expect((await rowOf(world.app, world.account[name])).status).toBe("active");
    return { ...world, ids, states: await states(ids), own: await rowOf(world.app, world.account.own) };
  }

  const unsure = refusalsAbout("unsure").filter(({ status }) => status === 403);
  it.each(unsure)("with the same words ($name) pause it before the third", async ({ body }) => {
    const { states, own } = await three([body, body, body]);
    expect(states).toEqual(["failed", "failed", "scheduled"]);
    expect(own).toMatchObject({ status: "paused", paused_by: "network" });
    const said = (body as { detail?: string }).detail;
    expect(own.status_reason).toContain("X rejected two tweets in a row with the same message: “");
    if (said) expect(own.status_reason).toContain(`“${said}”`);
  });

  it("tell its person and programs as every pause by X does, once", async () => {
    const body = { detail: "Not here." };
    const { app, own } = await three([body, body, body]);
    expect(app.logged.filter(({ msg }) => msg === "the network blocks an account: it is paused")).toHaveLength(1);
    await resumeAccount(app, "alice", own.network_user_id);
    expect((await rowOf(app, { id: own.id } as never)).status).toBe("active");
  });

  it.each(refusalsAbout("tweet").filter(({ code }) => code !== "duplicate" && code !== "media_invalid"))(
    "for something of their own ($name) pause nothing",
    async ({ body }) => {
      const { states, own } = await three([body, body, body]);
      expect(states.slice(0, 2)).toEqual(["failed", "failed"]);
      expect(own.status).toBe("active");
    },
  );

  it("with other words, or with one between that went out, pause nothing", async () => {
    const no = { detail: "No." };
    const apart = await three([no, { detail: "Never." }, no]);
    expect(apart.states).toEqual(["failed", "failed", "failed"]);
    expect(apart.own.status).toBe("active");
    const between = await three([no, undefined, no]);
    expect(between.states).toEqual(["failed", "published", "failed"]);
    expect(between.own.status).toBe("active");
  });

  it("count only as this account's: neither another's refusal nor what was put here since, nor one tweet twice", async () => {
    const world = await makeWorld({ tweets: false });
    const { app, account, network } = world;
    const statusOf = async (name: Name) => (await rowOf(app, account[name])).status;
    const refuse = async (name: Name, id: number) => {
      network.faults = [refused("Not here.")];
      expect(await postNow(world, name, id)).toMatch(/^network_refused: X refused this tweet: Not here\./);
    };
    const [mains, owns, again] = [
      await add(world, "main", "One.", null),
      await add(world, "own", "Two.", null),
      await add(world, "own", "Three.", null),
    ];
    await refuse("main", mains);
    app.clock.advance(minutes(1));
    const move = { userId: "alice", tweetId: mains, account: account.own.networkUserId, timeZone: null };
    await postAs(app, move);
    await refuse("own", owns);
    await refuse("own", owns);
    expect([await statusOf("main"), await statusOf("own")]).toEqual(["active", "active"]);
    await refuse("own", again);
    expect([await statusOf("main"), await statusOf("own"), await statusOf("bob")]).toEqual([
      "active",
      "paused",
      "active",
    ]);
  });

  it("pause it also where both were on their way at one moment, and never undo its person's own pause", async () => {
    const world = await makeWorld({ tweets: false });
    const { app, account, network } = world;
    const send = async (name: Name, meanwhile = async () => {}) => {
      const both = [await add(world, name, `A of ${name}.`, null), await add(world, name, `B of ${name}.`, null)];
      network.faults = [refused("Not here."), refused("Not here.")];
      let release = () => {};
      network.hold = new Promise((resolve) => (release = resolve));
      const posts = both.map((id) => postNow(world, name, id));
      while (!both.every((_, n) => network.handed.includes(`${"AB"[n]} of ${name}.`)))
        await new Promise((resolve) => setImmediate(resolve));
      await meanwhile();
      release();
      network.hold = null;
      for (const said of await Promise.all(posts)) expect(said).toMatch(/Not here\.$/);
    };
    await send("own");
    expect(await rowOf(app, account.own)).toMatchObject({ status: "paused", paused_by: "network" });
    await send("main", () => pauseAccount(app, "alice", account.main.networkUserId));
    expect(await rowOf(app, account.main)).toMatchObject({ status: "paused", paused_by: "person" });
    expect((await rowOf(app, account.bob)).status).toBe("active");
  });
});
