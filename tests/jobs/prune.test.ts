// Retention: what is pruned and what stays, and how large a year of a bot alone becomes.
import { statSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sql } from "kysely";
import { days, hours, minutes } from "~/ground/time/duration";
import { beginLink } from "~/features/accounts/accounts.server";
import { getBatch, request, runQueued } from "~/features/generation/generation.server";
import { publishNow, readJournal } from "~/features/publishing/publishing.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { outdated } from "~/features/backups/retention";
import { prune } from "~jobs/prune.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson } from "~tests/support/people/make";

async function open(file?: string): Promise<TestApp> {
  const app = await createTestApp({ file });
  onTestFinished(() => app.close());
  return app;
}

const count = async (app: TestApp, table: "attempts" | "generation_tasks" | "sessions" | "tweet_events" | "tweets") =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.db)).rows[0]?.n;

it("attempts go 180 days after their tweet was settled; the tweet, its post and its journal stay", async () => {
  const app = await open();
  const alice = await makePerson(app, "alice");
  const account = await linkAccount(app, alice, "alice_x");
  const [tweet] = await makeBatch(app, alice, account);
  const id = tweet?.id ?? 0;
  await publishNow(app, { userId: alice.user.id, tweetId: id, account: null });
  app.clock.advance(days(180) - hours(1));
  await prune(app);
  expect(await count(app, "attempts")).toBe(1);
  app.clock.advance(hours(2));
  await prune(app);
  expect(await count(app, "attempts")).toBe(0);
  expect(await getTweet(app, alice.user.id, id)).toMatchObject({ state: "published", postId: expect.any(String) });
  expect((await readJournal(app, id)).map(({ kind }) => kind)).toEqual(["sending", "published"]);
});

it("never those of a tweet that is still uncertain, or was tried anew since", async () => {
  const app = await open();
  const alice = await makePerson(app, "alice");
  const account = await linkAccount(app, alice, "alice_x");
  const [one, two] = await makeBatch(app, alice, account);
  for (const tweet of [one, two])
    await publishNow(app, { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: null });
  await app.db
    .updateTable("tweets")
    .set({ state: "unknown" })
    .where("id", "=", one?.id ?? 0)
    .execute();
  await app.db
    .updateTable("tweets")
    .set({ updated_at: app.clock.now() + days(100) })
    .where("id", "=", two?.id ?? 0)
    .execute();
  app.clock.advance(days(200));
  await prune(app);
  expect(await count(app, "attempts")).toBe(2);
});

it("ended generation tasks go after 30 days, their batches stay; waiting ones stay", async () => {
  const app = await open();
  const alice = await makePerson(app, "alice");
  const [tweet] = await makeBatch(app, alice, null);
  app.clock.advance(days(31));
  await request(app, { userId: alice.user.id, accountId: null, topic: "birds", webSearch: false });
  await prune(app);
  expect(await app.db.selectFrom("generation_tasks").select("topic").execute()).toEqual([{ topic: "birds" }]);
  expect((await getBatch(app, tweet?.batchId ?? "", alice.user.id)).topic).toBe("gardening");
  expect(await count(app, "sessions")).toBe(0);
  await (
    await runQueued(app)
  ).done;
});

it("keeps the last seven nightly backups, three of each other kind, and whatever isn't ours", () => {
  const nightly = Array.from({ length: 9 }, (_, n) => `nightly-2026-11-0${n + 1}.db`);
  const before = ["001", "002", "003", "004", "005"].map((step) => `before-2026-11-01T00-00-00Z-${step}-x.db`);
  expect(outdated([...nightly, ...before, "replaced-2026-11-01T00-00-00Z.db", "mine.db", "nightly-notes.txt"])).toEqual(
    [...nightly.slice(0, 2), ...before.slice(0, 2)],
  );
});

it("keeps one backup of an upgrade that was tried again and again, those of the last three, and nothing half made", () => {
  const tries = ["01", "02", "03"].map((at) => `before-2026-11-04T00-00-${at}Z-018-portable.db`);
  const others = ["1", "2", "3"].map((day) => `before-2026-11-0${day}T00-00-00Z-00${day}-x.db`);
  const left = [`${tries[2]}.raw`, `${tries[2]}.part`, `${tries[2]}.part-journal`];
  const gone = outdated([...tries, ...others, ...left, "mine.db.part", "nightly-2026-11-01.db"]);
  expect(gone.sort()).toEqual([tries[0], tries[1], others[0], ...left].sort());
});

/** As docs/operating.md reckons it: a bot posts three times a day, and with each turn come an attempt and five events. */
const postsADay = 3;
const year = 365;

it("a year of a bot alone is a megabyte or two, and the second year adds no attempts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linnet-year-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "linnet.db");
  const app = await open(file);
  const alice = await makePerson(app, "alice");
  const account = await linkAccount(app, alice, "alice_x");
  const size = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(app.db);
    return statSync(file).size;
  };
  const live = async (from: number) => {
    for (let day = from; day < from + year; day++) {
      await liveADay(app, alice.user.id, account.id, day);
      app.clock.advance(days(1));
      await prune(app);
    }
    return size();
  };
  const empty = await size();
  const first = await live(0);
  const second = await live(year);
  expect(await count(app, "tweets")).toBe(2 * year * postsADay);
  expect(await count(app, "attempts")).toBeLessThanOrEqual(181 * postsADay);
  // What a year adds: the pages of tables that are still empty are the release's, and no bot's.
  expect(first - empty).toBeLessThan(2_500_000);
  expect(second - first).toBeLessThan(first);
});

async function liveADay(app: TestApp, userId: string, accountId: number, day: number): Promise<void> {
  const now = app.clock.now();
  const rows = Array.from({ length: postsADay }, (_, n) => ({
    user_id: userId,
    account_id: accountId,
    position: 0,
    origin: "bot" as const,
    content: `Post ${n} of day ${day}. `.padEnd(280, "A thought about linnets on a wire. "),
    fingerprint: `post ${n} of day ${day} `.padEnd(250, "a thought about linnets on a wire "),
    created_at: now,
    updated_at: now,
    state: "published" as const,
    publish_type: "scheduled" as const,
    moment_reason: "Between 09:14 and 13:14 in Berlin, outside the quiet hours.",
    due_at: now,
    published_at: now,
    post_id: `${day}${n}`,
  }));
  await app.db.transaction().execute(async (trx) => {
    const tweets = await trx.insertInto("tweets").values(rows).returning("id").execute();
    for (const { id } of tweets) {
      await trx
        .insertInto("attempts")
        .values({
          tweet_id: id,
          attempt_no: 1,
          lease_token: `${id}`.padStart(32, "0"),
          text_hash: `${id}`.padStart(64, "0"),
          started_at: now,
          settle_at: now,
          ended_at: now,
          outcome: "published",
          price_micros: 15_000,
          post_id: `${id}`,
        })
        .execute();
      const events = ["scheduled", "postponed", "sending", "not_sent", "published"].map((kind) => ({
        tweet_id: id,
        at: now,
        kind,
        detail: "Between 09:14 and 13:14 in Berlin, outside the quiet hours.",
      }));
      await trx.insertInto("tweet_events").values(events).execute();
    }
  });
}

it("a link that was begun can be finished for its ten minutes, whenever the hour's prune falls", async () => {
  const app = await open();
  const alice = await makePerson(app, "alice");
  const begin = () => beginLink(app, { userId: alice.user.id, sessionId: alice.sessionId }, { forceLogin: true });
  const requests = () => app.db.selectFrom("link_requests").selectAll().execute();
  await begin();
  app.clock.advance(minutes(10) - 1);
  await begin();
  await prune(app);
  expect(await requests()).toHaveLength(2);
  app.clock.advance(1);
  await prune(app);
  expect(await requests()).toHaveLength(1);
});
