// Random times of one account that two nodes draw at once keep apart, and don't without the locks.
import { describe, expect, it } from "vitest";
import { days, minutes } from "~/ground/time/duration";
import { pauseAccount, resumeAccount, writeTweet } from "~/features/publishing/publishing.server";
import { addToTimeline, scheduleAt, writeMany } from "~/features/scheduling/scheduling.server";
import { isOnPostgres } from "~tests/support/databases/database";
import { linkAccount, makePerson } from "~tests/support/people/make";
import {
  codeOf,
  openNodes,
  pass,
  play,
  playUntilBroken,
  pressAtOnce,
  raceLasts,
  type Round,
  unless,
  withoutLocks,
} from "~tests/support/races";

async function stage() {
  const nodes = await openNodes();
  const { a, b } = nodes;
  const alice = await makePerson(a, "alice");
  const account = await linkAccount(a, alice, "alice_x");
  await linkAccount(a, alice, "alice_y");
  const userId = alice.user.id;
  const named = account.networkUserId;
  const write = (content: string) => writeTweet(a, { userId, content, account: named });
  const round: Round = async (chance, n) => {
    // The tweets of the round before are days away.
    pass(nodes, days(3));
    const wordsOf = (count: number) => `Race ${n * 7 + count} of ${"geese owls wrens".split(" ")[n % 3]}, ${count}.`;
    const [first, second] = [await write(wordsOf(1)), await write(wordsOf(2))];
    // The same draw for both: only what each reads of the other tells them apart.
    const share = chance.below(1_000) / 1_000;
    for (const app of [a, b]) app.random = () => share;
    const asked = { userId, account: null, timeZone: null };
    const add = () => addToTimeline(a, { ...asked, tweetId: first.id });
    const others = [
      () => addToTimeline(b, { ...asked, tweetId: second.id }),
      () => writeMany(b, { userId, tweets: [{ content: wordsOf(3), account: named, publishAt: "random" }] }),
    ] as const;
    const results = await pressAtOnce(chance, [add, chance.pick(others)]);
    const since = a.clock.now();
    const placed = await a.db
      .selectFrom("tweets")
      .select("due_at")
      .where("state", "=", "scheduled")
      .where("due_at", ">", since)
      .orderBy("due_at")
      .execute();
    const [one, other] = placed.map(({ due_at }) => due_at ?? 0);
    const apart = Math.abs((one ?? NaN) - (other ?? NaN)) / minutes(1);
    const codes = results.map(codeOf).join(", ");
    return [
      ...unless(codes === "done, done", `the presses were answered: ${codes}`),
      ...unless(placed.length === 2, `${placed.length} tweets are scheduled`),
      ...unless(apart >= 60, `they are ${apart} minutes apart`),
    ];
  };
  return { nodes, round, userId, named, write };
}

it("two tweets that two nodes place at once are an hour apart", { timeout: raceLasts }, async () => {
  const { nodes, round } = await stage();
  try {
    expect(await play(round)).toEqual([]);
  } finally {
    await nodes.close();
  }
});

it("a tweet that is added as its account is resumed keeps from those that are drawn again", async () => {
  const { nodes, userId, named, write } = await stage();
  const { a, b } = nodes;
  try {
    const [late, fresh] = [await write("This one was late."), await write("That one is new.")];
    await scheduleAt(a, { userId, tweetId: late.id, account: null, executeAt: a.clock.now() + days(1) });
    await pauseAccount(a, userId, named);
    pass(nodes, days(2));
    for (const app of [a, b]) app.random = () => 0.5;
    await resumeAccount(a, userId, named);
    const { executeAt } = await addToTimeline(b, { userId, tweetId: fresh.id, account: null, timeZone: null });
    const { due_at } = await a.db
      .selectFrom("tweets")
      .select("due_at")
      .where("id", "=", late.id)
      .executeTakeFirstOrThrow();
    expect(Math.abs(executeAt - (due_at ?? NaN))).toBeGreaterThanOrEqual(minutes(60));
  } finally {
    await nodes.close();
  }
});

// SQLite has no locks to do without: there one writer is the remedy.
describe.runIf(isOnPostgres)("without locks", () => {
  it("the rounds show two tweets together", { timeout: raceLasts }, async () => {
    const { nodes, round } = await stage();
    const restore = withoutLocks(nodes);
    try {
      expect(await playUntilBroken(round)).not.toEqual([]);
    } finally {
      restore();
      await nodes.close();
    }
  });
});
