// Conclusions that are written together: each by its own token, and of two that decide on one tweet only one.
import { afterEach, beforeEach, expect, it } from "vitest";
import { endAttempt } from "~/features/publishing/store/attempts.server";
import { conclude } from "~/features/publishing/engine/send.server";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { publishDue, readJournal } from "~/features/publishing/publishing.server";
import { findAccountRow } from "~/features/accounts/accounts.server";
import type { NextStep } from "~/features/publishing/rules/next-step";
import type { Network } from "~/ports/network/port";
import { hours } from "~/ground/time/duration";
import { createTestApp, noAnswer, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson } from "~tests/support/people/make";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ config: { quietHours: null, minGapMs: 0 } });
});
afterEach(() => app.close());

const step = (postId: string): NextStep => ({
  attempt: { outcome: "published", code: null, detail: null, postId },
  tweet: { state: "published", post_id: postId, published_at: app.clock.now(), error: null, error_code: null },
  account: null,
  event: { kind: "published", detail: `as ${postId}` },
  spent: true,
});
const stateOf = (id: number) =>
  app.db.selectFrom("tweets").select(["state", "post_id"]).where("id", "=", id).executeTakeFirstOrThrow();

/** Two tweets of two accounts whose answers never come. */
async function twoOnTheirWay() {
  const alice = await makePerson(app, "alice");
  const hung: Network = { ...app.network, post: () => noAnswer() };
  for (const handle of ["alice_a", "alice_b"]) {
    const account = await linkAccount(app, alice, handle);
    const [tweet] = await makeBatch(app, alice, account, handle);
    const ask = { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: account.networkUserId };
    await addToTimeline(app, { ...ask, timeZone: "UTC" });
  }
  for (const tweet of await app.db.selectFrom("tweets").select("id").where("state", "=", "scheduled").execute())
    await app.db.updateTable("tweets").set({ due_at: app.clock.now() }).where("id", "=", tweet.id).execute();
  expect((await publishDue({ ...app, network: hung })).started).toBe(2);
  const rows = await app.db.selectFrom("tweets").selectAll().where("state", "=", "publishing").execute();
  return Promise.all(
    rows.map(async (tweet) => {
      const account = await findAccountRow(app.db, tweet.account_id ?? 0);
      if (!account) throw new Error("A tweet on its way has an account");
      return { tweet, token: tweet.lease_token ?? "", account };
    }),
  );
}

it("each is written by its own token; a stale one among them writes nothing", async () => {
  const [one, two] = await twoOnTheirWay();
  if (!one || !two) throw new Error("Two are on their way");
  const now = app.clock.now() + hours(1);
  const written = await Promise.all([
    conclude(app, one, step("101"), now),
    conclude(app, { ...two, token: "of an earlier lease" }, step("102"), now),
  ]);
  expect(written).toEqual([true, false]);
  expect(await stateOf(one.tweet.id)).toEqual({ state: "published", post_id: "101" });
  expect((await stateOf(two.tweet.id)).state).toBe("publishing");
});

it("of two that decide on one tweet one does, and the journal tells its end alone", async () => {
  const [one, two] = await twoOnTheirWay();
  if (!one || !two) throw new Error("Two are on their way");
  const now = app.clock.now();
  const ends = [
    conclude(app, one, step("101"), now),
    conclude(app, one, step("102"), now),
    conclude(app, two, step("103"), now),
  ];
  const [first, second, other] = await Promise.all(ends);
  // On Postgres they run beside each other, and either may be the first.
  expect([[first, second].filter(Boolean).length, other]).toEqual([1, true]);
  const written = first ? "101" : "102";
  expect(await stateOf(one.tweet.id)).toEqual({ state: "published", post_id: written });
  const told = (await readJournal(app, one.tweet.id)).filter((event) => event.kind === "published");
  expect(told.map((event) => event.detail)).toEqual([`as ${written}`]);
});

it("one that the database refuses leaves the others", async () => {
  const [one, two] = await twoOnTheirWay();
  if (!one || !two) throw new Error("Two are on their way");
  const now = app.clock.now();
  const broken = { ...step("104"), event: { kind: null as unknown as "published", detail: null } };
  const ends = await Promise.allSettled([conclude(app, one, broken, now), conclude(app, two, step("105"), now)]);
  expect(ends.map((end) => end.status)).toEqual(["rejected", "fulfilled"]);
  expect((await stateOf(one.tweet.id)).state).toBe("publishing");
  expect(await stateOf(two.tweet.id)).toEqual({ state: "published", post_id: "105" });
  // What was undone can still be written.
  await endAttempt(app.db, one.token, { outcome: "unknown", code: null, detail: null, postId: null, now });
});
