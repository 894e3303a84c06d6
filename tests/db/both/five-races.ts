// The five races of docs/decisions/018 that one writer hides: played with locks, and without them as a control.
import { days, seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { addToTimeline, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import {
  editTweet,
  pauseAccount,
  publishDue,
  publishNow,
  resumeAccount,
  unlink,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { register } from "~/features/users/users.server";
import type { TestApp } from "~tests/support/app";
import { linkAccount, registerPerson, password, type Person } from "~tests/support/people/make";
import { codeOf, meeting, type Nodes, openNodes, pass, pressAtOnce, type Round, unless } from "~tests/support/races";

export interface Staged {
  nodes: Nodes;
  round: Round;
  close(): Promise<void>;
}

/** A race: `stage` sets it up, and what it returns plays one round. */
interface Race {
  promise: string;
  stage(): Promise<Staged>;
}

interface Cast {
  alice: Person;
  account: Account;
  /** A pending tweet of hers that would go out as `account`, which is not her default. */
  write(content: string, at?: TestApp): Promise<{ userId: string; tweetId: number; account: null }>;
}

const handle = "alice_y";

async function makeCast({ a }: Nodes): Promise<Cast> {
  const alice = await registerPerson(a, "alice");
  await linkAccount(a, alice, "alice_x");
  const account = await linkAccount(a, alice, handle);
  return {
    alice,
    account,
    async write(content, at = a) {
      const ask = { userId: alice.user.id, content, account: account.networkUserId };
      const { id } = await writeTweet(at, ask);
      return { userId: alice.user.id, tweetId: id, account: null };
    },
  };
}

/** Words of a round's own, and of `which` among them. */
const wordsOf = (n: number, which = 0) =>
  `Thought ${n * 10 + which} about ${"owls geese wrens".split(" ")[n % 3]}, ${n * 31 + which}.`;

const stateOf = async ({ db }: TestApp, tweetId: number) =>
  (await db.selectFrom("tweets").select("state").where("id", "=", tweetId).executeTakeFirstOrThrow()).state;

const onItsWay = ["scheduled", "publishing", "unknown", "published"] as const;

const duplicateGuard: Race = {
  promise: "of two tweets of one text that are put on their way at once one is refused",
  async stage() {
    const nodes = await openNodes();
    const { a, b } = nodes;
    const { write } = await makeCast(nodes);
    const round: Round = async (chance, n) => {
      pass(nodes, seconds(20));
      const content = wordsOf(n);
      const [one, other, edited] = [await write(content), await write(content, b), await write(wordsOf(n, 1))];
      await scheduleAt(b, { ...edited, executeAt: b.clock.now() + days(2) });
      const puts = [
        (app: TestApp, ask: typeof one) => scheduleAt(app, { ...ask, executeAt: app.clock.now() + days(1) }),
        (app: TestApp, ask: typeof one) => addToTimeline(app, { ...ask, timeZone: null }),
        (app: TestApp, ask: typeof one) => publishNow(app, ask),
      ] as const;
      const [first, second] = [chance.pick(puts), chance.pick(puts)];
      const last = chance.below(2) === 0 ? () => second(b, other) : () => editTweet(b, { ...edited, content });
      const results = await pressAtOnce(chance, [() => first(a, one), last]);
      const there = await a.db
        .selectFrom("tweets")
        .select("id")
        .where("content", "=", content)
        .where("state", "in", onItsWay)
        .execute();
      const codes = results.map(codeOf).toSorted().join(", ");
      return [
        ...unless(there.length === 1, `${there.length} tweets of one text are on their way`),
        ...unless(codes === "done, duplicate", `the presses were answered: ${codes}`),
      ];
    };
    return { nodes, round, close: nodes.close };
  },
};

const dayLimit: Race = {
  promise: "of two Post Now of a day that has one post left one is refused",
  async stage() {
    const nodes = await openNodes({ dailyPostLimit: 1 });
    const { a, b } = nodes;
    const { write, account } = await makeCast(nodes);
    const round: Round = async (chance, n) => {
      pass(nodes, days(1));
      const [one, other] = [await write(wordsOf(n)), await write(wordsOf(n, 1), b)];
      const results = await pressAtOnce(chance, [() => publishNow(a, one), () => publishNow(b, other)]);
      const sent = await a.db
        .selectFrom("tweets")
        .select("id")
        .where("account_id", "=", account.id)
        .where("id", "in", [one.tweetId, other.tweetId])
        .where("state", "in", onItsWay)
        .execute();
      const codes = results.map(codeOf).toSorted().join(", ");
      return [
        ...unless(sent.length === 1, `${sent.length} tweets went out`),
        ...unless(codes === "daily_post_limit, done", `the presses were answered: ${codes}`),
      ];
    };
    return { nodes, round, close: nodes.close };
  },
};

const firstRegistration: Race = {
  promise: "of three who register first on a server for one person one is let in",
  async stage() {
    const nodes = await openNodes({ registration: "first" });
    const { a, b } = nodes;
    const stop = meeting(nodes, 3);
    const round: Round = async (chance, n) => {
      await a.db.deleteFrom("users").execute();
      await a.db.deleteFrom("first_account").execute();
      const come = (app: TestApp, name: string) => () =>
        register(app, { email: `${name}_${n}@linnet.example`, password, phone: null }, `${name} ${n}`);
      const results = await pressAtOnce(chance, [come(a, "alice"), come(b, "bob"), come(b, "carol")]);
      const there = await a.db.selectFrom("users").select("id").execute();
      const codes = results.map(codeOf).toSorted().join(", ");
      return [
        ...unless(there.length === 1, `${there.length} people are registered`),
        ...unless(codes === "done, registration_closed, registration_closed", `they were answered: ${codes}`),
      ];
    };
    return {
      nodes,
      round,
      async close() {
        stop();
        await nodes.close();
      },
    };
  },
};

const scheduleAgainstUnlink: Race = {
  promise: "no tweet is on the timeline of an account that is unlinked at the same moment",
  async stage() {
    const nodes = await openNodes();
    const { a, b } = nodes;
    const { alice, account, write } = await makeCast(nodes);
    const round: Round = async (chance, n) => {
      const ask = { ...(await write(wordsOf(n))), account: account.networkUserId };
      const results = await pressAtOnce(chance, [
        () => scheduleAt(a, { ...ask, executeAt: a.clock.now() + days(1) }),
        () => unlink(b, alice.user.id, account.networkUserId),
      ]);
      const state = await stateOf(a, ask.tweetId);
      await linkAccount(a, alice, handle);
      const [scheduled, unlinked] = results.map(codeOf);
      return [
        ...unless(state === "pending", `the tweet is ${state}`),
        ...unless(unlinked === "done", `the unlink was answered: ${unlinked}`),
        ...unless(["done", "not_found"].includes(scheduled ?? ""), `the schedule was answered: ${scheduled}`),
      ];
    };
    return { nodes, round, close: nodes.close };
  },
};

const pauseAgainstClaim: Race = {
  promise: "once an account is paused no send of it begins",
  async stage() {
    const nodes = await openNodes();
    const { a, b } = nodes;
    const { alice, account, write } = await makeCast(nodes);
    const countAttempts = async () => (await a.db.selectFrom("attempts").select("id").execute()).length;
    const round: Round = async (chance, n) => {
      const ask = await write(wordsOf(n));
      await scheduleAt(a, { ...ask, executeAt: a.clock.now() });
      pass(nodes, seconds(30));
      const before = await countAttempts();
      const [paused, ...passes] = await pressAtOnce(chance, [
        async () => {
          await pauseAccount(a, alice.user.id, account.networkUserId);
          return countAttempts();
        },
        () => publishDue(b).then(({ done }) => done),
        () => publishDue(b).then(({ done }) => done),
      ]);
      const after = await countAttempts();
      const state = await stateOf(a, ask.tweetId);
      await resumeAccount(a, alice.user.id, account.networkUserId);
      if (state === "scheduled") await unschedule(a, ask);
      const told = paused.status === "fulfilled" ? paused.value : null;
      return [
        ...unless(after - before <= 1, `${after - before} sends of one tweet began`),
        ...unless(told === after, `${String(told)} sends had begun when it was paused, ${after} in the end`),
        ...passes.map(codeOf).flatMap((code) => unless(code === "done", `a pass was answered: ${code}`)),
      ];
    };
    return { nodes, round, close: nodes.close };
  },
};

export const fiveRaces = [duplicateGuard, dayLimit, firstRegistration, scheduleAgainstUnlink, pauseAgainstClaim];
