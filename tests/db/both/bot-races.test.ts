// Bots and the sandbox on two nodes: started twice, started and stopped, proposals settled twice, posts and handles at once.
import { afterEach, beforeEach, expect, it } from "vitest";
import { minutes, seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { analyse } from "~/features/analysis/analysis.server";
import { approve, listProposals, reject, runBots, startBot, stopBot } from "~/features/bots/bots.server";
import { publishNow, unlink, writeTweet } from "~/features/publishing/publishing.server";
import type { TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { codeOf, type Nodes, openNodes, pass, play, pressAtOnce, raceLasts, unless } from "~tests/support/races";
import { plain } from "~tests/support/written";

let nodes: Nodes;
let alice: Person;
let account: Account;
let other: Account;
let written = 0;
beforeEach(async () => {
  nodes = await openNodes();
  for (const app of [nodes.a, nodes.b])
    app.ai = {
      ...app.ai,
      writeForProduct: () => {
        written += 1;
        const texts = [
          `Idea ${written}: ${"abcdefghij"[written % 10]}${written} wind ${written * 7} sails ${written * 13}`,
        ];
        const more = { ...plain, model: "test", inputTokens: 1, outputTokens: 1 };
        return Promise.resolve({ texts, ...more });
      },
    };
  alice = await makePerson(nodes.a, "alice");
  other = await linkAccount(nodes.a, alice, "alice_x");
  account = await linkAccount(nodes.a, alice, "alice_y");
});
afterEach(() => nodes.close());

const makeAnalysis = async (n: number) =>
  (await analyse(nodes.a, alice.user.id, `Booking page ${n} for small sailing schools. Try it free.`)).id;

const botsOf = (analysisId: number) =>
  nodes.a.db.selectFrom("bots").selectAll().where("analysis_id", "=", analysisId).execute();

const press = (app: TestApp, analysisId: number, { networkUserId }: Account, review = false) =>
  startBot(app, { userId: alice.user.id, analysisId, account: networkUserId, review });

const allDone = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map(codeOf).flatMap((code) => unless(code === "done", `a press was answered: ${code}`));

it("a bot that is started twice at once is there once", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance, n) => {
    const id = await makeAnalysis(n);
    const second = chance.pick([account, other]);
    const results = await pressAtOnce(chance, [() => press(a, id, account), () => press(b, id, second)]);
    const bots = await botsOf(id);
    await stopBot(a, alice.user.id, id);
    return [...unless(bots.length === 1 && bots[0]?.state === "waiting", "it is not there once"), ...allDone(results)];
  });
  expect(broken).toEqual([]);
});

/** Tweets of a bot that are to go out. */
const countInFlight = async (analysisId: number) =>
  (
    await nodes.a.db
      .selectFrom("bot_tweets")
      .innerJoin("bots", "bots.id", "bot_tweets.bot_id")
      .innerJoin("tweets", "tweets.id", "bot_tweets.tweet_id")
      .select("tweets.id")
      .where("bots.analysis_id", "=", analysisId)
      .where("tweets.state", "=", "scheduled")
      .execute()
  ).length;

it(
  "a bot that is stopped while it runs and is started has nothing on the timeline unless it goes on",
  {
    timeout: raceLasts,
  },
  async () => {
    const { a, b } = nodes;
    const id = await makeAnalysis(0);
    const broken = await play(async (chance) => {
      await press(a, id, account);
      pass(nodes, minutes(1));
      const presses = [
        () => stopBot(b, alice.user.id, id),
        () => runBots(a).then(({ done }) => done),
        ...(chance.below(2) === 0 ? [() => press(a, id, other)] : []),
      ];
      const results = await pressAtOnce(chance, presses);
      const [bot] = await botsOf(id);
      const waits = await countInFlight(id);
      await stopBot(a, alice.user.id, id);
      return [
        ...unless(bot?.state !== "stopped" || waits === 0, `it is stopped, and ${waits} of its tweets wait`),
        ...unless(waits <= 1, `${waits} of its tweets wait`),
        ...allDone(results),
      ];
    });
    expect(broken).toEqual([]);
  },
);

it("a bot whose account is unlinked while it runs leaves nothing on the timeline", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance, n) => {
    const id = await makeAnalysis(n);
    await press(a, id, account);
    pass(nodes, minutes(1));
    const results = await pressAtOnce(chance, [
      () => runBots(a).then(({ done }) => done),
      () => unlink(b, alice.user.id, account.networkUserId),
      () => runBots(b).then(({ done }) => done),
    ]);
    pass(nodes, seconds(1));
    await (
      await runBots(b)
    ).done;
    const [bot] = await botsOf(id);
    const waits = await countInFlight(id);
    await linkAccount(a, alice, "alice_y");
    return [
      ...unless(bot?.state === "stopped", `it is ${bot?.state}`),
      ...unless(waits === 0, `${waits} of its tweets wait`),
      ...allDone(results),
    ];
  });
  expect(broken).toEqual([]);
});

it("a bot that is started anew with its account is not stopped with it", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const ids: number[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await makeAnalysis(n));
  const broken = await play(async (chance) => {
    for (const id of ids) await press(a, id, account);
    await unlink(a, alice.user.id, account.networkUserId);
    // Of so many one is stopped while another is started.
    const id = chance.pick(ids);
    const results = await pressAtOnce(chance, [
      async () => press(a, id, await linkAccount(a, alice, "alice_y")),
      () => runBots(b).then(({ done }) => done),
    ]);
    const [bot] = await botsOf(id);
    for (const one of ids) await stopBot(a, alice.user.id, one);
    return [...unless(bot?.state !== "stopped", "it was started, and is stopped"), ...allDone(results)];
  });
  expect(broken).toEqual([]);
});

it("a proposal is approved or rejected once", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance, n) => {
    const id = await makeAnalysis(n);
    await press(a, id, account, true);
    pass(nodes, seconds(1));
    await (
      await runBots(a)
    ).done;
    const [tweetId = 0] = (await listProposals(a, alice.user.id)).keys();
    const last = chance.below(2) === 0 ? reject : approve;
    const results = await pressAtOnce(chance, [
      () => approve(a, alice.user.id, tweetId),
      () => last(b, alice.user.id, tweetId),
    ]);
    await stopBot(a, alice.user.id, id);
    const codes = results.map(codeOf).toSorted().join(", ");
    return unless(codes === "done, proposal_gone", `they were answered: ${codes}`);
  });
  expect(broken).toEqual([]);
});

it("two posts of one sandbox account at once are two posts", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance, n) => {
    // The sandbox takes a hundred in a quarter of an hour.
    pass(nodes, minutes(1));
    const userId = alice.user.id;
    const write = (app: TestApp, which: string) =>
      writeTweet(app, { userId, content: `Round ${n} says ${which}.`, account: account.networkUserId });
    const [one, two] = [await write(a, "this"), await write(b, "that")];
    const results = await pressAtOnce(chance, [
      () => publishNow(a, { userId, tweetId: one.id, account: null }),
      () => publishNow(b, { userId, tweetId: two.id, account: null }),
    ]);
    const posts = await a.db
      .selectFrom("tweets")
      .select("post_id")
      .where("id", "in", [one.id, two.id])
      .where("state", "=", "published")
      .execute();
    return [
      ...unless(new Set(posts.map((post) => post.post_id)).size === 2, "there are not two posts"),
      ...allDone(results),
    ];
  });
  expect(broken).toEqual([]);
});

it(
  "a handle that two people bring at once in other cases is one pretended person",
  { timeout: raceLasts },
  async () => {
    const { a, b } = nodes;
    const bob = await makePerson(a, "bob");
    const broken = await play(async (chance, n) => {
      const results = await pressAtOnce(chance, [
        () => linkAccount(a, alice, `Wren_${n}`),
        () => linkAccount(b, bob, `wren_${n}`),
      ]);
      const people = await a.db.selectFrom("sandbox_users").select("handle").execute();
      const same = people.filter(({ handle }) => handle.toLowerCase() === `wren_${n}`);
      const codes = results.map(codeOf).toSorted().join(", ");
      return [
        ...unless(same.length === 1, `there are ${same.length}`),
        ...unless(codes === "already_linked, done", `they were answered: ${codes}`),
      ];
    });
    expect(broken).toEqual([]);
  },
);
