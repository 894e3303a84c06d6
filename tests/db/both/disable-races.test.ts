// Somebody is disabled on one node while the other sends, starts a bot, or signs them in for them.
import { afterEach, beforeEach, expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { analyse } from "~/features/analysis/analysis.server";
import { startBot } from "~/features/bots/bots.server";
import { disablePerson, enablePerson, isOperator } from "~/features/people/people.server";
import { publishDue, publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { openSession } from "~/features/sessions/sessions.server";
import { issueKey } from "~/features/users/users.server";
import { client, linkAccount, makePerson, type Person } from "~tests/support/people/make";
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
let olive: Person;
let alice: Person;
let account: Account;
beforeEach(async () => {
  nodes = await openNodes();
  olive = await makePerson(nodes.a, "olive");
  alice = await makePerson(nodes.a, "alice");
  await linkAccount(nodes.a, alice, "alice_main");
  account = await linkAccount(nodes.a, alice, "alice_x");
});
afterEach(() => nodes.close());

const disable = (userId = alice.user.id, by = olive.user.id) => disablePerson(nodes.b, userId, { id: by });
const enable = () => enablePerson(nodes.b, alice.user.id, { id: olive.user.id });
const rowsOf = async (table: "sessions" | "api_keys") =>
  (await nodes.a.db.selectFrom(table).select("user_id").where("user_id", "=", alice.user.id).execute()).length;

it(
  "a tweet is sent before its person is disabled, or not at all until they are enabled",
  { timeout: raceLasts },
  async () => {
    const { a } = nodes;
    const userId = alice.user.id;
    const broken = await play(async (chance, n) => {
      pass(nodes, seconds(20));
      const content = `Thought ${n} about ${"owls geese wrens".split(" ")[n % 3]}, ${n * 31}.`;
      const { id } = await writeTweet(a, { userId, content, account: account.networkUserId });
      const isNow = chance.below(3) === 0;
      if (!isNow) await scheduleAt(a, { userId, tweetId: id, account: null, executeAt: a.clock.now() + 250 });
      let disabledAt: number | null = null;
      const send = async () => {
        if (isNow) await publishNow(a, { userId, tweetId: id, account: null });
        else await (await publishDue(a)).done;
      };
      const stop = async () => {
        await disable();
        disabledAt = a.clock.now();
      };
      const codes = (await whileTime(nodes, pressAtOnce(chance, [send, stop]))).map(codeOf);
      const tweet = await a.db.selectFrom("tweets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      const open = await a.db.selectFrom("attempts").select("id").where("ended_at", "is", null).execute();
      pass(nodes, seconds(60));
      const before = await a.db.selectFrom("sandbox_posts").select("id").where("text", "=", content).execute();
      await whileTime(nodes, (await publishDue(a)).done);
      const posts = await a.db.selectFrom("sandbox_posts").select("id").where("text", "=", content).execute();
      await enable();
      await a.db.deleteFrom("tweets").where("id", "=", id).execute();
      return [
        ...unless(disabledAt !== null, `disabling was answered: ${codes[1]}`),
        ...unless(codes[0] === "done" || codes[0] === "account_disabled", `the send was answered: ${codes[0]}`),
        ...unless(
          ["published", "scheduled", "pending"].includes(tweet.state),
          `the tweet is ${tweet.state}: nobody knows what became of it`,
        ),
        ...unless(
          (tweet.state === "published") === (before.length === 1),
          `${tweet.state}, and ${before.length} posts`,
        ),
        ...unless(posts.length === before.length, "something went out while they were disabled"),
        ...unless(open.length === 0, "an attempt has no end"),
      ];
    });
    expect(broken).toEqual([]);
  },
);

it("no session, key or bot outlives the moment in which its person was disabled", { timeout: raceLasts }, async () => {
  const { a } = nodes;
  const userId = alice.user.id;
  const content = "A booking page for small sailing schools. It turns a good forecast into offers. Try it free.";
  const { id: analysisId } = await analyse(a, userId, content);
  const broken = await play(async (chance) => {
    await pressAtOnce(chance, [
      () => disable(),
      () => openSession(a, alice, client),
      () => issueKey(a, userId, null),
      () => startBot(a, { userId, analysisId, account: account.networkUserId }),
    ]);
    const bots = await a.db.selectFrom("bots").select("id").where("state", "!=", "stopped").execute();
    const [sessions, keys] = [await rowsOf("sessions"), await rowsOf("api_keys")];
    await enable();
    return [
      ...unless(sessions === 0, `${sessions} sessions are left`),
      ...unless(keys === 0, `${keys} keys are left`),
      ...unless(bots.length === 0, `${bots.length} bots run`),
    ];
  });
  expect(broken).toEqual([]);
});

it("of two operators who disable one another at once one is left", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  for (const app of [a, b]) app.config.adminEmails = [olive.user.email, alice.user.email];
  await a.db.updateTable("users").set({ vouched_at: 1 }).execute();
  const [one, other] = [olive.user.id, alice.user.id];
  const broken = await play(async (chance) => {
    const results = await pressAtOnce(chance, [
      () => disablePerson(a, other, { id: one }),
      () => disablePerson(b, one, { id: other }),
    ]);
    const codes = results.map(codeOf).toSorted().join(", ");
    const left = [await isOperator(a, one), await isOperator(a, other)].filter(Boolean).length;
    await a.db.updateTable("users").set({ disabled_at: null }).execute();
    return [
      ...unless(codes === "done, forbidden", `they were answered: ${codes}`),
      ...unless(left === 1, `${left} operators are left`),
    ];
  });
  expect(broken).toEqual([]);
});
