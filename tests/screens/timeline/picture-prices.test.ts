// What pictures cost is shown before it is caused: on every screen that has a price, and for whole threads.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { changePictures, publishNow, writeThread } from "~/features/publishing/publishing.server";
import { planAll, scheduleAt } from "~/features/scheduling/scheduling.server";
import { findThread } from "~/features/threads/threads.server";
import { costText } from "~/features/tweets/tweet";
import { getTweet } from "~/features/tweets/tweets.server";
import { hours } from "~/ground/time/duration";
import { loadGenerate } from "~/screens/generate/load.server";
import type { InputData, ResultsData } from "~/screens/generate/to-view.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { givePicture } from "~tests/support/calls/api-cast";
import { linkAccount, makeBatch } from "~tests/support/people/make";
import type { Account } from "~/features/accounts/account";
import type { Tweet } from "~/features/tweets/tweets.server";
import { atScreens, type AtScreens } from "../support/acting";

let app: TestApp;
let dataDir: string;
let alice: AtScreens;
/** Alice's default is another. */
let account: Account;
let tweets: Tweet[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "linnet-prices-"));
  app = await createTestApp({ config: { dataDir } });
  alice = await atScreens(app, "alice");
  account = await linkAccount(app, alice.person, "alice_two");
  tweets = await makeBatch(app, alice.person, account);
  await app.db.updateTable("tweets").set({ account_id: account.id, account_is_own: 1 }).execute();
});
afterEach(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A picture for each, with that description. */
async function picture(tweetId: number, ...altTexts: string[]): Promise<void> {
  const userId = alice.person.user.id;
  const chosen: { mediaId: string; altText: string }[] = [];
  for (const [n, altText] of altTexts.entries())
    chosen.push({ mediaId: await givePicture(app, userId, `${tweetId} ${n}`), altText });
  await changePictures(app, { userId, tweetId }, () => chosen);
}

/** Of three parts, the first of the batch, the last two with three pictures, one of them described. */
async function makeThread(batchId: string | null): Promise<number> {
  const userId = alice.person.user.id;
  const parts = ["Terns go far.", "Further than most.", "And come back."];
  const { id } = await writeThread(app, { userId, parts, account: account.networkUserId });
  const [, second, third] = (await findThread(app.db, await getTweet(app, userId, id)))?.parts ?? [];
  await picture(second?.id ?? 0, "a tern", "");
  await picture(third?.id ?? 0, "");
  await app.db.updateTable("tweets").set({ batch_id: batchId }).where("id", "=", id).execute();
  return id;
}

const generate = async (query: string) =>
  loadGenerate({ request: alice.request(`/generate?${query}`), context: {} } as Parameters<typeof loadGenerate>[0]);
const list = async () => {
  const { list: shown } = (await alice.timeline(`/timeline?view=list&account=${account.networkUserId}`)).week;
  return [...(shown?.coming ?? []), ...(shown?.over ?? [])]
    .flatMap((day) => day.rows)
    .map(({ id, price }) => [id, price]);
};

it("a tweet with pictures says what they cost wherever it stands", async () => {
  const [first, second] = tweets;
  if (!first || !second) throw new Error("No tweets");
  await picture(first.id, "a wren", "");
  const told = { pictures: 2, costUsd: 0.03, picturesUsd: 0.015 };
  const results = (await generate(`batch=${first.batchId}`)) as ResultsData;
  expect(results.tweets.map(({ id, costUsd, pictures }) => [id, costUsd, pictures])).toEqual(
    tweets.map(({ id }) => (id === first.id ? [id, 0.03, 2] : [id, 0.015, undefined])),
  );
  expect(results.hint).toContain("All 5: about $0.09 on X");
  const ideas = (await alice.ideas()).days.flatMap((day) => day.ideas).map(({ tweet }) => tweet);
  expect(ideas.find(({ id }) => id === first.id)).toMatchObject(told);
  expect(ideas.find(({ id }) => id === second.id)).not.toHaveProperty("pictures");
  const { opened } = (await alice.timeline(`/timeline?tweet=${first.id}`)).week;
  expect(opened?.tweet).toMatchObject(told);

  const userId = alice.person.user.id;
  const plan = await planAll(app, { userId, tweetIds: [second.id, first.id], days: 3 });
  const planned = plan.tweets.map(({ tweetId, price, pictures }) => [tweetId, price, pictures]).sort();
  expect(planned).toEqual([
    [first.id, 0.03, 2],
    [second.id, 0.015, 0],
  ]);
  const shown = (await generate(`batch=${first.batchId}&schedule=3`)) as ResultsData;
  expect(shown.week.plan?.rows.find(({ id }) => id === first.id)?.price).toBe("$0.03 · 2 images");

  for (const { id } of [first, second])
    await scheduleAt(app, { userId, tweetId: id, account: null, executeAt: app.clock.now() + hours(id) });
  expect(await list()).toEqual([
    [first.id, "$0.03 · 2 images"],
    [second.id, "$0.015"],
  ]);
});

it("a thread says what all its parts and their pictures cost, and what is out is not told once more", async () => {
  const batchId = tweets[0]?.batchId ?? "";
  const id = await makeThread(batchId);
  // 3 posts, 3 pictures, 1 description.
  const idea = (await alice.ideas()).days.flatMap((day) => day.ideas).find(({ tweet }) => tweet.id === id);
  expect(idea?.tweet).toMatchObject({ costUsd: 0.065, pictures: 3 });
  const results = (await generate(`batch=${batchId}`)) as ResultsData;
  const card = results.tweets.find((tweet) => tweet.id === id);
  expect(card && costText(card)).toBe("$0.065 · 3 images");
  const shown = results.threads[id]?.parts.map((part) => results.pictures[part.id]?.map(({ altText }) => altText));
  expect(shown).toEqual([[], ["a tern", ""], [""]]);

  const userId = alice.person.user.id;
  await scheduleAt(app, { userId, tweetId: id, account: null, executeAt: app.clock.now() + hours(1) });
  expect(await list()).toEqual([[id, "$0.065 · 3 images"]]);
  await publishNow(app, { userId, tweetId: id, account: null, scheduledToo: true });
  expect(await list()).toEqual([[id, "$0.05 · 3 images"]]);
  expect((await alice.timeline(`/timeline?tweet=${id}`)).week.opened?.tweet).toMatchObject({ costUsd: 0.05 });
});

it("a topic that became a thread says so, and of how many parts", async () => {
  const topics = async () => ((await generate("")) as InputData).recent.map(({ count, parts }) => [count, parts]);
  expect(await topics()).toEqual([[5, 0]]);
  const batchId = tweets[0]?.batchId ?? "";
  await makeThread(batchId);
  await app.db
    .updateTable("tweets")
    .set({ discarded_at: 1 })
    .where(
      "id",
      "in",
      tweets.map((tweet) => tweet.id),
    )
    .execute();
  expect(await topics()).toEqual([[1, 3]]);
});
