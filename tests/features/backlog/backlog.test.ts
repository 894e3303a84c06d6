// After a restore: what was due before it and is not on X waits for its person, account by account.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Account } from "~/features/accounts/account";
import { suspendAfterRestore } from "~/features/backups/suspend-after-restore.server";
import { countBacklogByAccount, keepBacklog, listBacklogOf, postBacklog } from "~/features/backlog/backlog.server";
import {
  pauseAccount,
  publishNow,
  readAttention,
  reconcileDue,
  writeThread,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { listAccounts } from "~/features/accounts/accounts.server";
import { days, hours, minutes } from "~/ground/time/duration";
import { inTransaction } from "~db/database.server";
import { createTestApp, noAnswer, type TestApp } from "~tests/support/app";
import { faulty } from "~tests/support/fakes/faulty-network";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";

let app: TestApp;
let alice: Person;
/** The default, and the one whose tweets are backlog. */
let first: Account;
let second: Account;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  first = await linkAccount(app, alice, "alice_first");
  second = await linkAccount(app, alice, "alice_second");
});
afterEach(() => app?.close());

async function due(content: string, executeAt: number, { id }: Account = second, person = alice): Promise<number> {
  const ask = { userId: person.user.id, account: String(id) };
  const tweet = await writeTweet(app, { ...ask, content });
  await scheduleAt(app, { ...ask, tweetId: tweet.id, executeAt });
  return tweet.id;
}

/** A backup of now is put back three days later, and the accounts' posts are read. */
async function restoreLater(): Promise<void> {
  const takenAt = app.clock.now();
  app.clock.advance(days(3));
  const now = app.clock.now();
  await inTransaction(app.db, (trx) =>
    suspendAfterRestore(trx, { takenAt, now, settleAfterMs: app.config.reconcileAfterMs }),
  );
  for (let n = 0; n < 6; n += 1) {
    app.clock.advance(minutes(2));
    await sendDue(app);
    await reconcileDue(app);
  }
}

const states = async (ids: number[]) =>
  Promise.all(ids.map(async (id) => (await getTweet(app, alice.user.id, id)).state));
const backlogBy = async (person = alice) =>
  (await countBacklogByAccount(app, person.user.id)).map(({ account, count }) => [account.username, count]);
const posts = async () => (await app.db.selectFrom("sandbox_posts").select("text").execute()).map(({ text }) => text);
const ask = () => ({ userId: alice.user.id, account: second.networkUserId });

it("what was due before it and is not on X is in the backlog; what is yet to come stays where it was", async () => {
  const past = await due("Due since", app.clock.now() + hours(5));
  const later = await due("Yet to come", app.clock.now() + days(9));
  const others = await due("By the default", app.clock.now() + hours(5), first);
  const bob = await makePerson(app, "bob");
  await due("By another person", app.clock.now() + hours(5), await linkAccount(app, bob, "bob_x"), bob);
  await restoreLater();
  expect(await states([past, later, others])).toEqual(["pending", "scheduled", "pending"]);
  expect(await backlogBy()).toEqual([
    ["alice_first", 1],
    ["alice_second", 1],
  ]);
  expect(await backlogBy(bob)).toEqual([["bob_x", 1]]);
  expect(await posts()).toEqual([]);
  const accounts = await listAccounts(app, alice.user.id);
  expect(await readAttention(app, alice.user.id, accounts)).toMatchObject({ backlog: 2, failed: 0 });
});

it("Post at new times schedules each of that account once, for it, and of no other", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await due(`Number ${n} of twelve`, app.clock.now() + hours(5 + n)));
  const others = await due("By the default", app.clock.now() + hours(5), first);
  await restoreLater();
  const { scheduled, kept, left } = await postBacklog(app, ask());
  expect([scheduled.length, kept, left]).toEqual([12, 0, 0]);
  expect(new Set(scheduled.map(({ at }) => at)).size).toBe(12);
  expect(Math.min(...scheduled.map(({ at }) => at))).toBeGreaterThanOrEqual(app.clock.now());
  expect(await states([...ids, others])).toEqual([...ids.map(() => "scheduled"), "pending"]);
  expect(await backlogBy()).toEqual([["alice_first", 1]]);
  expect(await postBacklog(app, ask())).toEqual({ scheduled: [], kept: 0, left: 0 });
  app.clock.advance(days(31));
  await sendDue(app);
  for (const id of ids) expect((await getTweet(app, alice.user.id, id)).account?.username ?? "").toBe("alice_second");
});

it("Keep as drafts asks no more, and leaves the other account's question", async () => {
  const id = await due("Due since", app.clock.now() + hours(5));
  await due("By the default", app.clock.now() + hours(5), first);
  await restoreLater();
  expect(await keepBacklog(app, ask())).toBe(1);
  expect(await states([id])).toEqual(["pending"]);
  expect(await backlogBy()).toEqual([["alice_first", 1]]);
});

it("a tweet whose send the backup had seen begun is never sent again by itself", async () => {
  const network = faulty(app.network);
  app.network = network;
  network.hold = noAnswer();
  const now = await writeTweet(app, { ...ask(), content: "Posted, and deleted there" });
  void publishNow(app, { ...ask(), tweetId: now.id }).catch(() => {});
  while (network.handed.length === 0) await new Promise(setImmediate);
  await restoreLater();
  expect(await states([now.id])).toEqual(["pending"]);
  expect(await backlogBy()).toEqual([["alice_second", 1]]);
});

it("one that says what another says stays a draft, and one that somebody has posted is left alone", async () => {
  const repeated = await due("The same words", app.clock.now() + hours(5));
  const gone = await due("Posted by hand", app.clock.now() + hours(6));
  await restoreLater();
  await writeTweet(app, { ...ask(), content: "The same words" }).then((other) =>
    scheduleAt(app, { ...ask(), tweetId: other.id, executeAt: app.clock.now() + hours(2) }),
  );
  await publishNow(app, { ...ask(), tweetId: gone });
  expect(await postBacklog(app, ask())).toEqual({ scheduled: [], kept: 1, left: 0 });
  expect(await states([repeated, gone])).toEqual(["pending", "published"]);
  expect(await backlogBy()).toEqual([]);
});

it("a thread is in the backlog as a whole, and scheduled as a whole", async () => {
  const { id } = await writeThread(app, { ...ask(), parts: ["Part one of it", "Part two of it"] });
  await scheduleAt(app, { ...ask(), tweetId: id, executeAt: app.clock.now() + hours(5) });
  await restoreLater();
  expect(await backlogBy()).toEqual([["alice_second", 1]]);
  const { scheduled } = await postBacklog(app, ask());
  expect(scheduled.map(({ tweetId }) => tweetId)).toEqual([id]);
  expect(await states([id])).toEqual(["scheduled"]);
});

it("while the account is paused nothing is decided; an account of another person is not found", async () => {
  await due("Due since", app.clock.now() + hours(5));
  await restoreLater();
  await pauseAccount(app, alice.user.id, second.networkUserId);
  await expect(postBacklog(app, ask())).rejects.toMatchObject({ code: "account_paused" });
  expect(await backlogBy()).toEqual([["alice_second", 1]]);
  const bob = await makePerson(app, "bob");
  const strange = { userId: bob.user.id, account: second.networkUserId };
  for (const verb of [postBacklog, keepBacklog, listBacklogOf])
    await expect(verb(app, strange)).rejects.toMatchObject({ code: "not_found" });
});
