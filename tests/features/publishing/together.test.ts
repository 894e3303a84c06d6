// Claims, posts and conclusions that are ready together share transactions: none of them is in another's way.
import { afterEach, beforeEach, expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import { publishDue, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson } from "~tests/support/people/make";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ config: { minGapMs: 0, catchUpGapMs: 0, quietHours: null, rateLimits: false } });
});
afterEach(() => app.close());

// 321 of 2,000 answers were lost in a bench once: the sandbox's lock stood against the order of a claim's.
it("sixty tweets of thirty accounts that fall due within a second all go out", async () => {
  const alice = await makePerson(app, "alice");
  const from = app.clock.now() + seconds(10);
  for (let n = 0; n < 30; n += 1) {
    const { networkUserId: account } = await linkAccount(app, alice, `alice_${n}`);
    for (const half of [0, 1]) {
      const content = `Thought ${n} of half ${half}, which says something else than its neighbours.`;
      const { id } = await writeTweet(app, { userId: alice.user.id, content, account });
      const executeAt = from + half * 500 + n * 16;
      await scheduleAt(app, { userId: alice.user.id, tweetId: id, account, executeAt });
    }
  }
  app.clock.advance(seconds(9));
  const sends: Promise<unknown>[] = [];
  for (let ms = 0; ms < 3_000; ms += 20) {
    app.clock.advance(20);
    // As in life: the next pass does not wait for the sends of the last one.
    sends.push(publishDue(app).then(({ done }) => done));
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (let n = 0; n < 20; n += 1) {
    app.clock.advance(seconds(1));
    await publishDue(app).then(({ done }) => done);
  }
  await Promise.all(sends);
  const states = await app.db.selectFrom("tweets").select(["state", "error_code"]).execute();
  expect(states).toHaveLength(60);
  expect(states.filter(({ state }) => state !== "published")).toEqual([]);
});
