// Two nodes that publish, look up lost answers and count a day's posts at once, against each other and against their people.
import { afterEach, expect, it } from "vitest";
import { days, minutes, seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import {
  editTweet,
  markScheduledUnknown,
  postAs,
  publishDue,
  publishNow,
  reconcileDue,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { postpone } from "~/features/publishing/store/tweets.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import type { Network } from "~/ports/network/port";
import { inTransaction } from "~db/database.server";
import type { TestApp } from "~tests/support/app";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makePerson, password, type Person } from "~tests/support/people/make";
import {
  codeOf,
  type Nodes,
  openNodes,
  pass,
  play,
  pressAtOnce,
  raceLasts,
  unless,
  whileTime,
} from "~tests/support/races";

let nodes: Nodes;
afterEach(() => nodes.close());

const publish = (app: TestApp) => () => publishDue(app).then(({ done }) => done);

/** All four passes of two nodes at once, and what went wrong in them. */
async function publishAtOnce(chance: Parameters<typeof pressAtOnce>[0]): Promise<string[]> {
  const { a, b } = nodes;
  const results = await pressAtOnce(chance, [publish(a), publish(b), publish(a), publish(b)]);
  return results.map(codeOf).flatMap((code) => unless(code === "done", `a pass was answered: ${code}`));
}

async function put(person: Person, content: string, account: Account, executeAt = nodes.a.clock.now()) {
  const userId = person.user.id;
  const { id } = await writeTweet(nodes.a, { userId, content, account: account.networkUserId });
  await scheduleAt(nodes.a, { userId, tweetId: id, account: null, executeAt });
  return { userId, tweetId: id, account: null };
}

const rowOf = (tweetId: number) =>
  nodes.a.db.selectFrom("tweets").selectAll().where("id", "=", tweetId).executeTakeFirstOrThrow();
const attemptsOf = (tweetIds: readonly number[]) =>
  nodes.a.db.selectFrom("attempts").selectAll().where("tweet_id", "in", tweetIds).orderBy("started_at").execute();
const postsOf = (content: string) =>
  nodes.a.db.selectFrom("sandbox_posts").selectAll().where("text", "=", content).execute();

it(
  "two nodes send each tweet once, one of an account at a time, and keep its gap",
  { timeout: raceLasts },
  async () => {
    const gap = seconds(30);
    nodes = await openNodes({ minGapMs: gap, catchUpGapMs: gap });
    const { a, b } = nodes;
    // As far apart as a beat may leave them.
    const apart = 200;
    b.clock.advance(apart);
    const alice = await makePerson(a, "alice");
    const bob = await makePerson(a, "bob");
    const accounts: [Person, Account][] = [];
    for (const [person, handle] of [
      [alice, "a1"],
      [alice, "a2"],
      [bob, "b1"],
      [bob, "b2"],
    ] as const)
      accounts.push([person, await linkAccount(a, person, handle)]);
    let maxSending = 0;
    const sending = new Map<string, number>();
    const slow = (network: Network): Network => ({
      ...network,
      async post(tokens, ask) {
        const now = (sending.get(tokens.accessToken) ?? 0) + 1;
        sending.set(tokens.accessToken, now);
        maxSending = Math.max(maxSending, now);
        await new Promise((resolve) => setTimeout(resolve, 3));
        const answer = await network.post(tokens, ask);
        sending.set(tokens.accessToken, now - 1);
        return answer;
      },
    });
    for (const app of [a, b]) app.network = slow(app.network);
    const broken = await play(async (chance, n) => {
      const put2 = async ([person, account]: [Person, Account]) => [
        await put(person, `First of ${account.username} in round ${n}.`, account),
        await put(person, `Second of ${account.username} in round ${n}.`, account),
      ];
      const all = await Promise.all(accounts.map(async (one) => ({ account: one[1], tweets: await put2(one) })));
      pass(nodes, seconds(1));
      const faults: string[] = [];
      for (const ms of [seconds(10), gap - seconds(10) + apart, gap + apart, 0]) {
        faults.push(...(await publishAtOnce(chance)));
        pass(nodes, ms);
      }
      for (const { account, tweets } of all) {
        const ids = tweets.map(({ tweetId }) => tweetId);
        const [first, second, ...more] = await attemptsOf(ids);
        const went = [first, second].map((attempt) => attempt?.outcome).join(", ");
        const between = (second?.started_at ?? 0) - (first?.started_at ?? 0);
        faults.push(
          ...unless(more.length === 0, `@${account.username} had ${more.length + 2} attempts for two tweets`),
          ...unless(first?.tweet_id !== second?.tweet_id, `@${account.username} had two attempts for one tweet`),
          ...unless(went === "published, published", `@${account.username}: ${went}`),
          ...unless(between >= gap - apart, `@${account.username} posted ${between} ms apart`),
        );
      }
      return faults;
    });
    expect(broken).toEqual([]);
    expect(maxSending).toBe(1);
  },
);

it("what a person changes while it is claimed goes out as it says, or not", { timeout: raceLasts }, async () => {
  nodes = await openNodes();
  const { a, b } = nodes;
  const alice = await makePerson(a, "alice");
  const other = await linkAccount(a, alice, "alice_x");
  const account = await linkAccount(a, alice, "alice_y");
  const broken = await play(async (chance, n) => {
    const ask = await put(alice, `Words of round ${n}.`, account);
    pass(nodes, minutes(1));
    const tomorrow = a.clock.now() + days(1);
    const [kind, press] = chance.pick([
      ["edit", () => editTweet(a, { ...ask, content: `Other words of round ${n}.` })],
      ["account", () => postAs(a, { ...ask, account: other.networkUserId })],
      ["move", () => scheduleAt(a, { ...ask, executeAt: tomorrow })],
      ["take off", () => unschedule(a, ask)],
    ] as const);
    const [changed, ...passes] = await pressAtOnce(chance, [press as () => Promise<unknown>, publish(b), publish(a)]);
    const code = codeOf(changed);
    const row = await rowOf(ask.tweetId);
    const posts = [...(await postsOf(row.content)), ...(kind === "edit" ? await postsOf(`Words of round ${n}.`) : [])];
    const owner = row.account_id === other.id ? other : account;
    const isOut = row.state === "published";
    if (row.state === "scheduled") await unschedule(a, ask);
    return [
      ...unless(["done", "already_sent", "not_scheduled"].includes(code), `the change was answered: ${code}`),
      ...passes.map(codeOf).flatMap((one) => unless(one === "done", `a pass was answered: ${one}`)),
      ...unless(
        new Set(posts.map(({ id }) => id)).size === (isOut ? 1 : 0),
        `it is ${row.state}, but not at the network`,
      ),
      ...posts.flatMap((post) =>
        unless(post.text === row.content, `it says "${row.content}", sent was "${post.text}"`),
      ),
      ...posts.flatMap((post) =>
        unless(post.sandbox_user_id === owner.networkUserId, "it went out as another account than it says"),
      ),
      // A moment of tomorrow that was accepted is kept, and what was taken off is not sent.
      ...unless(
        !(["move", "take off"].includes(kind) && code === "done" && isOut),
        "it went out although it had been moved or taken off",
      ),
      ...unless(
        !(kind === "move" && code === "done" && row.due_at !== tomorrow),
        "it has another moment than it was given",
      ),
    ];
  });
  expect(broken).toEqual([]);
});

it("a moment that a person gives beside a full day's claim is kept", { timeout: raceLasts }, async () => {
  nodes = await openNodes({ dailyPostLimit: 1 });
  const { a, b } = nodes;
  const alice = await makePerson(a, "alice");
  await linkAccount(a, alice, "alice_x");
  const account = await linkAccount(a, alice, "alice_y");
  const broken = await play(async (chance, n) => {
    pass(nodes, days(1));
    const userId = alice.user.id;
    const { id } = await writeTweet(a, { userId, content: `Fills day ${n}.`, account: account.networkUserId });
    await publishNow(a, { userId, tweetId: id, account: null });
    const ask = await put(alice, `Too much for day ${n}.`, account);
    pass(nodes, minutes(1));
    const executeAt = a.clock.now() + days(3);
    const [moved, ...passes] = await pressAtOnce(chance, [
      () => scheduleAt(a, { ...ask, executeAt }),
      publish(b),
      publish(b),
    ]);
    const row = await rowOf(ask.tweetId);
    await unschedule(a, ask);
    return [
      ...[moved, ...passes].map(codeOf).flatMap((code) => unless(code === "done", `they were answered: ${code}`)),
      ...unless(row.due_at === executeAt, "it has another moment than it was given"),
    ];
  });
  expect(broken).toEqual([]);
});

it("of Post Now and a claim of a day that has one post left one goes out", { timeout: raceLasts }, async () => {
  nodes = await openNodes({ dailyPostLimit: 1 });
  const { a, b } = nodes;
  const alice = await makePerson(a, "alice");
  await linkAccount(a, alice, "alice_x");
  const account = await linkAccount(a, alice, "alice_y");
  const broken = await play(async (chance, n) => {
    pass(nodes, days(1));
    const userId = alice.user.id;
    const due = await put(alice, `Due on day ${n}.`, account);
    const { id } = await writeTweet(a, { userId, content: `Now on day ${n}.`, account: account.networkUserId });
    pass(nodes, minutes(1));
    const [now, ...passes] = await pressAtOnce(chance, [
      () => publishNow(a, { userId, tweetId: id, account: null }),
      publish(b),
      publish(b),
    ]);
    const tried = await attemptsOf([id, due.tweetId]);
    if ((await rowOf(due.tweetId)).state === "scheduled") await unschedule(a, due);
    return [
      ...unless(tried.length === 1, `${tried.length} were sent`),
      ...unless(["done", "daily_post_limit"].includes(codeOf(now)), `Post Now was answered: ${codeOf(now)}`),
      ...passes.map(codeOf).flatMap((code) => unless(code === "done", `a pass was answered: ${code}`)),
    ];
  });
  expect(broken).toEqual([]);
});

it(
  "what a person may spend on a day they spend once, with two accounts and on two nodes, and another as much",
  { timeout: raceLasts },
  async () => {
    // One post without a link fits into each one's share, and no second one.
    nodes = await openNodes({ dailySpendLimit: 0.02 });
    const { a, b } = nodes;
    const alice = await makePerson(a, "alice");
    const bob = await makePerson(a, "bob");
    for (const [person, name] of [
      [alice, "alice_default"],
      [bob, "bob_default"],
    ] as const)
      await linkAccount(a, person, name);
    const hers = await linkAccount(a, alice, "alice_x");
    const his = await linkAccount(a, bob, "bob_x");
    const broken = await play(async (chance, n) => {
      pass(nodes, days(1));
      const due = [await put(alice, `Hers of day ${n}.`, hers), await put(bob, `His of day ${n}.`, his)] as const;
      const write = async ({ user }: Person) => {
        const { id } = await writeTweet(a, { userId: user.id, content: `Now, ${user.email}, ${n}.`, account: null });
        return { userId: user.id, tweetId: id, account: null };
      };
      const now = [await write(alice), await write(bob)] as const;
      pass(nodes, minutes(1));
      const results = await pressAtOnce(chance, [
        () => publishNow(a, now[0]),
        () => publishNow(b, now[1]),
        ...(chance.below(2) === 0 ? [publish(a), publish(b)] : []),
      ]);
      const each = [
        [due[0].tweetId, now[0].tweetId],
        [due[1].tweetId, now[1].tweetId],
      ];
      const tried = await Promise.all(each.map(attemptsOf));
      for (const one of due) if ((await rowOf(one.tweetId)).state === "scheduled") await unschedule(a, one);
      return [
        ...tried.flatMap(({ length }) => unless(length === 1, `${length} of one person were sent`)),
        ...results
          .map(codeOf)
          .flatMap((code) => unless(["done", "daily_spend_limit"].includes(code), `one was answered: ${code}`)),
      ];
    });
    expect(broken).toEqual([]);
  },
);

it(
  "a lost answer is looked up by one node at a time, and sent again after two looks",
  { timeout: raceLasts },
  async () => {
    const settles = seconds(60);
    nodes = await openNodes({ reconcileAfterMs: settles });
    const { a, b } = nodes;
    const alice = await makePerson(a, "alice");
    await linkAccount(a, alice, "alice_x");
    const account = await linkAccount(a, alice, "alice_y");
    const networks: FaultyNetwork[] = [];
    for (const app of [a, b]) {
      const network = faulty(app.network);
      app.network = network;
      networks.push(network);
    }
    const reads = () => networks.reduce((sum, network) => sum + network.reads, 0);
    const look = (app: TestApp) => () => reconcileDue(app);
    const broken = await play(async (chance, n) => {
      const content = `Lost in round ${n}.`;
      const isOut = chance.below(3) === 0;
      for (const network of networks) network.faults = [isOut ? "lost after" : "lost before"];
      const { tweetId } = await put(alice, content, account);
      pass(nodes, seconds(1));
      const faults = await publishAtOnce(chance);
      for (const network of networks) network.faults = [];
      pass(nodes, settles + seconds(1));
      const before = reads();
      for (const looks of [1, 2]) {
        const results = await pressAtOnce(chance, [look(a), look(b), look(b), look(a)]);
        faults.push(...results.map(codeOf).flatMap((code) => unless(code === "done", `a look was answered: ${code}`)));
        const [attempt] = await attemptsOf([tweetId]);
        const { state } = await rowOf(tweetId);
        const expected = isOut ? "published" : looks === 1 ? "unknown" : "scheduled";
        const made = isOut ? 1 : looks;
        faults.push(
          ...unless(reads() - before === made, `after ${looks} moments it was looked up ${reads() - before} times`),
          ...unless(state === expected, `after ${looks} moments it is ${state}`),
          ...unless(isOut || attempt?.checks === 1, `its first look counts ${attempt?.checks}`),
        );
        pass(nodes, 3 * settles);
      }
      faults.push(...(await publishAtOnce(chance)));
      const posts = await postsOf(content);
      return [...faults, ...unless(posts.length === 1, `it is out ${posts.length} times`)];
    });
    expect(broken).toEqual([]);
  },
);

it("a restore that is noticed while a node claims leaves each tweet one attempt", { timeout: raceLasts }, async () => {
  nodes = await openNodes();
  const { a, b } = nodes;
  const alice = await makePerson(a, "alice");
  const first = await linkAccount(a, alice, "alice_x");
  const second = await linkAccount(a, alice, "alice_y");
  const broken = await play(async (chance, n) => {
    const asks = [await put(alice, `First of round ${n}.`, first), await put(alice, `Second of round ${n}.`, second)];
    pass(nodes, minutes(1));
    const now = a.clock.now();
    const results = await pressAtOnce(chance, [
      () => inTransaction(a.db, (trx) => markScheduledUnknown(trx, { takenAt: now, now, settleAfterMs: minutes(2) })),
      publish(b),
      publish(a),
    ]);
    const tried = await attemptsOf(asks.map(({ tweetId }) => tweetId));
    const states = await Promise.all(asks.map(async ({ tweetId }) => (await rowOf(tweetId)).state));
    await a.db.deleteFrom("tweets").execute();
    return [
      ...results.map(codeOf).flatMap((code) => unless(code === "done", `one was answered: ${code}`)),
      ...unless(tried.length === 2, `${tried.length} attempts for two tweets`),
      ...states.flatMap((state) => unless(["unknown", "published"].includes(state), `one is ${state}`)),
    ];
  });
  expect(broken).toEqual([]);
});

it("nothing is sent for a person who has left while two nodes publish", { timeout: raceLasts }, async () => {
  nodes = await openNodes();
  const { a, b } = nodes;
  const networks = [faulty(a.network), faulty(b.network)] as const;
  [a.network, b.network] = networks;
  const handed = () => networks.reduce((sum, network) => sum + network.handed.length, 0);
  const broken = await play(async (chance, n) => {
    const carol = await makePerson(a, `carol_${n}`);
    for (const which of ["x", "y", "z"]) {
      const account = await linkAccount(a, carol, `carol_${which}_${n}`);
      await put(carol, `Carol says ${which} in round ${n}.`, account, a.clock.now() + seconds(which === "x" ? 0 : 2));
    }
    const leaving = whileTime(nodes, leave(a, carol.user.id, { password, address: "192.0.2.7" }));
    const left = leaving.then(handed);
    const faults: string[] = [];
    let isGone = false;
    void leaving.finally(() => (isGone = true)).catch(() => undefined);
    while (!isGone) faults.push(...(await publishAtOnce(chance)));
    faults.push(...(await publishAtOnce(chance)));
    const rows = await a.db.selectFrom("tweets").select("id").where("user_id", "=", carol.user.id).execute();
    return [
      ...faults,
      ...unless(rows.length === 0, `${rows.length} of their tweets are left`),
      ...unless((await left) === handed(), "something was sent after they had left"),
    ];
  });
  expect(broken).toEqual([]);
});

it("the gate gives another moment only to what is still due", async () => {
  nodes = await openNodes();
  const { a } = nodes;
  const alice = await makePerson(a, "alice");
  await linkAccount(a, alice, "alice_x");
  const now = a.clock.now();
  const executeAt = now + days(3);
  const { tweetId } = await put(alice, "Owls wait for rain.", await linkAccount(a, alice, "alice_y"), executeAt);
  const to = { at: now + days(1), reason: "The day is full.", now };
  expect(await postpone(a.db, tweetId, { ...to, dueBy: now })).toBe(false);
  expect((await rowOf(tweetId)).due_at).toBe(executeAt);
  expect(await postpone(a.db, tweetId, { ...to, dueBy: executeAt })).toBe(true);
  expect((await rowOf(tweetId)).due_at).toBe(to.at);
});
