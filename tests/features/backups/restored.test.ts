// After Postgres has put back a copy by itself: nothing on the timeline is sent before its account was read.
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { makeKeyFor, requireKey } from "~/features/api-keys/api-keys.server";
import { markRestored } from "~/features/backups/restored.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson } from "~tests/support/people/make";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
  onTestFinished(() => app.close());
});

async function scheduleOne() {
  const alice = await makePerson(app, "alice");
  const account = await linkAccount(app, alice, "alice_x");
  const [tweet] = await makeBatch(app, alice, account);
  const tweetId = tweet?.id ?? 0;
  await scheduleAt(app, { userId: alice.user.id, tweetId, account: null, executeAt: app.clock.now() + hours(5) });
  return () => getTweet(app, alice.user.id, tweetId);
}

const addNode = (beatAt: number, lostAt: number | null) =>
  app.db
    .insertInto("nodes")
    .values({ id: `n${beatAt}`, name: "box", version: "1", started_at: 1, beat_at: beatAt, lost_at: lostAt })
    .execute();

it.each([
  ["where somebody knows when it was taken", minutes(90)],
  ["and where nobody does", null],
])("what is on the timeline becomes unknown, %s", async (_name, ago) => {
  const read = await scheduleOne();
  const takenAt = ago === null ? null : app.clock.now() - ago;
  expect(await markRestored(app, takenAt)).toBe(1);
  expect((await read()).state).toBe("unknown");
  const attempt = await app.db.selectFrom("attempts").selectAll().executeTakeFirstOrThrow();
  expect(attempt.started_at).toBe(takenAt ?? app.clock.now() - hours(30 * 24));
});

it("is refused while a node runs; the nodes of the copy itself are no longer there", async () => {
  const read = await scheduleOne();
  await addNode(app.clock.now() - seconds(3), app.clock.now());
  await addNode(app.clock.now() - minutes(90), null);
  await addNode(app.clock.now() - seconds(2), null);
  await expect(markRestored(app, null)).rejects.toThrow("A node is running on this database. Stop every node");
  expect((await read()).state).toBe("scheduled");
  app.clock.advance(minutes(1));
  expect(await markRestored(app, null)).toBe(1);
});

it("every named key waits for its person's word, for nobody knows which were revoked since", async () => {
  const alice = await makePerson(app, "alice");
  const { key } = await makeKeyFor(app, alice.user.id, { name: "n8n", scopes: ["read"], expiresAt: null });
  expect((await requireKey(app, key)).key.name).toBe("n8n");
  await markRestored(app, null);
  await expect(requireKey(app, key)).rejects.toMatchObject({ code: "key_held" });
});
