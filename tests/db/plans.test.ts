// The plans of the statements that Linnet really asks: none goes through a whole table, however long the history is.
import type Sqlite from "better-sqlite3";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { days, minutes, seconds } from "~/ground/time/duration";
import { listAccounts } from "~/features/accounts/accounts.server";
import {
  alertChannels,
  getAlertPreferences,
  setAlertPreferences,
  summariseWeeks,
} from "~/features/alerts/alerts.server";
import {
  deliverDue,
  findTrouble,
  nextDeliveryAt,
  pruneEvents,
  recordEvents,
  recordLasting,
} from "~/features/events/events.server";
import { analyse, pageAnalyses } from "~/features/analysis/analysis.server";
import { deleteAnalysis, listBots, listProposals, pageBots, startBot } from "~/features/bots/bots.server";
import {
  awaitTask,
  costText,
  lastRetirement,
  listBatches,
  listRefining,
  listTasks,
  refine,
  runQueued,
  topicsOf,
  writeAgain,
} from "~/features/generation/generation.server";
import { addToTimeline, listAtNight, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { deleteDue, deletePost, nextDeletionAt } from "~/features/deletions/deletions.server";
import {
  editTweet,
  nextCheckAt,
  nextPublishAt,
  nextTweet,
  pauseAccount,
  publishDue,
  publishNow,
  readAttention,
  readJournal,
  reconcileDue,
  takeOverSends,
  restoreVersion,
  resumeAccount,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { readAllInSandbox, readNewInSandbox } from "~/features/results/results.server";
import { readDayOf, listSpending } from "~/features/spending/spending.server";
import { forgetPerson, auditPages, listRecent, pruneAudit } from "~/features/audit/audit.server";
import {
  endOtherSessions,
  endSession,
  listSessions,
  openSession,
  pruneKnownBrowsers,
} from "~/features/sessions/sessions.server";
import { deletePermanently, moveToTrash, emptyTrash, pruneDiscarded, restore } from "~/features/ideas/ideas.server";
import { countAtStake, listPeople, readSpending } from "~/features/people/people.server";
import { listTimeline, listWeek } from "~/features/timeline/timeline.server";
import { searchTerms } from "~/features/tweets/search";
import {
  countDiscarded,
  countUnsent,
  findTweet,
  listDiscarded,
  listHistory,
  listTweets,
  listUnsent,
} from "~/features/tweets/tweets.server";
import { listVersions, listVersionsOf } from "~/features/tweets/versions.server";
import { findSessionUser, findUserByKey, issueKey, pruneSessions, signIn } from "~/features/users/users.server";
import { unsaved } from "~/features/voice/voice";
import { listShownPosts } from "~/features/tweets/learned.server";
import { authorForWriter, listVoices, pruneVoices, saveVoice } from "~/features/voice/voice.server";
import {
  addWebhook,
  changeWebhook,
  listDeliveriesOf,
  pruneWebhooks,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  testWebhook,
  webhookChannel,
} from "~/features/webhooks/webhooks.server";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { schedule } from "~jobs/schedule.server";
import { allOf } from "~tests/support/all-of";
import { exportText } from "~tests/support/people/export-text";
import { description } from "~tests/support/calls/api-cast";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty } from "~tests/support/fakes/faulty-network";
import { client, linkAccount, makeBatch, makePerson, password } from "~tests/support/people/make";

/** What may be gone through, and why it is short. */
const short: { plan: RegExp; because: string }[] = [
  { plan: /^SCAN json_each VIRTUAL TABLE/, because: "the list that the statement was handed" },
  {
    plan: /^SCAN (placed|history|\(subquery-\d+\))$/,
    because: "what lies in a stretch of time, found by its moments",
  },
  {
    plan: /^SCAN \w+ USING (COVERING )?INDEX (generation_tasks_due|generation_tasks_running|tweets_publishing|threads_going|bots_enabled|events_new|deliveries_sending)$/,
    because: "a partial index of what waits, is under way or runs: the history is not in it",
  },
  {
    plan: /^SCAN sandbox_(posts|users) USING COVERING INDEX sandbox_(posts|users)_in_order$/,
    because: "read from its end, for the newest id alone",
  },
  {
    plan: /^SEARCH tweets USING COVERING INDEX tweets_by_(account|place)/,
    because: "a foreign key's question: one row answers",
  },
  {
    plan: /^SCAN media USING INDEX sqlite_autoindex_media_2$/,
    because: "once an hour, over pictures: each took half a second to come in",
  },
  { plan: /^SCAN targets$/, because: "the webhooks for which something waits, found one after the other" },
  { plan: /^SCAN sharer$/, because: "each person is asked for their share of the day's money" },
  { plan: /^SCAN few$/, because: "rows are counted up to a limit" },
  { plan: /^SCAN (one|\d+-ROW VALUES CLAUSE|\d+ CONSTANT ROWS?|CONSTANT ROW)$/, because: "no table at all" },
];

const folder = mkdtempSync(join(tmpdir(), "linnet-plans-"));
afterAll(() => rmSync(folder, { recursive: true }));

let app: TestApp;
let sqlite: Sqlite.Database;
let asked: Set<string>;
beforeEach(async () => {
  const prepare = vi.spyOn(Sqlite3.prototype, "prepare");
  app = await createTestApp({ config: { quietHours: null }, env: { DATA_DIR: folder, RECONCILE_AFTER_SECONDS: "60" } });
  // Each is a copy of one that was migrated: nothing has been asked of it yet.
  await listAccounts(app, "");
  sqlite = prepare.mock.contexts.at(-1) as Sqlite.Database;
  // Migrations run once; what counts comes after them.
  asked = new Set();
  prepare.mockImplementation(function (this: Sqlite.Database, text: string) {
    asked.add(text);
    return original.call(this, text);
  });
});
const original = Sqlite3.prototype.prepare;
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
  // SQLite plans for the value of such a limit, and so reads a kept statement anew whenever it is set.
  expect([...asked].filter((text) => /\blimit \?(?! \+)/i.test(text))).toEqual([]);
});

/** Every line of the plan that goes through something from end to end. */
const scansOf = (text: string): string[] =>
  planOf(text).filter((detail) => /\bSCAN\b/.test(detail) || wholeHistory.test(detail));

function planOf(text: string): string[] {
  const parameters = new Array<null>(text.split("?").length - 1).fill(null);
  const plan = sqlite.prepare(`explain query plan ${text}`).all(...parameters) as { detail: string }[];
  return plan.map((line) => line.detail);
}

/** Indexes that hold all that an account ever posted, or a person wrote, narrowed by nothing but whose it is. */
const wholeHistory = /tweets_by_(account|place) \(account_id=\?\)$|tweets_by_fingerprint \(user_id=\?\)$/;

const isPlanned = (text: string): boolean => /^\s*(with|select|insert|update|delete)\b/i.test(text);

/** Statements for many rows are asked here for few: their longer forms have plans of their own. */
function withMoreRows(text: string): string[] {
  const rows = /\(values (\([?, ]+\))[?, ()]*\) as one/;
  const [, row = ""] = rows.exec(text) ?? [];
  return row === ""
    ? []
    : [1, 2, 64].map((n) => text.replace(rows, `(values ${Array(n).fill(row).join(", ")}) as one`));
}

function longScans(): string[] {
  const planned = [...asked].filter(isPlanned);
  const texts = [...planned, ...planned.flatMap(withMoreRows)];
  return texts.flatMap((text) =>
    scansOf(text)
      .filter((detail) => !short.some(({ plan }) => plan.test(detail)))
      .map((detail) => `${detail} ← ${text.replaceAll(/\s+/g, " ")}`),
  );
}

it("signing in, generating, writing, publishing, looking up and every page go by an index", async () => {
  const alice = await makePerson(app, "alice");
  await signIn(app, { email: "alice@linnet.example", password }, "127.0.0.1");
  await findSessionUser(app, alice.sessionId);
  await findUserByKey(app, await issueKey(app, alice.user.id, alice.sessionId));
  const account = await linkAccount(app, alice, "alice_x");
  const tweets = await makeBatch(app, alice, account);
  const ask = (n: number) => ({ userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: null });
  await editTweet(app, { ...ask(0), content: "Wrens nest in hedges." });
  await writeTweet(app, { userId: alice.user.id, content: "Owls wait for rain.", account: null });

  await addToTimeline(app, { ...ask(0), timeZone: "UTC" });
  await unschedule(app, ask(0));
  await scheduleAt(app, { ...ask(1), executeAt: app.clock.now() + minutes(1) });
  await publishNow(app, ask(2));
  app.clock.advance(minutes(1) + seconds(1));
  const due = await publishDue(app);
  expect(due.started).toBe(1);
  await due.done;

  const network = faulty(app.network);
  network.faults = ["lost before"];
  app.network = network;
  await publishNow(app, ask(3)).catch(() => undefined);
  await takeOverSends(app);
  for (let look = 0; look < 2; look += 1) {
    app.clock.advance(minutes(3));
    await reconcileDue(app);
  }
  await pauseAccount(app, alice.user.id, account.networkUserId);
  await resumeAccount(app, alice.user.id, account.networkUserId);

  const posted = { userId: alice.user.id, tweetId: tweets[2]?.id ?? 0 };
  network.callFaults.deletePost.push("lost after");
  for (let tries = 0; tries < 2; tries += 1) {
    await deletePost(app, posted);
    await (
      await deleteDue(app)
    ).done;
    app.clock.advance(seconds(30));
  }
  expect((await findTweet(app, alice.user.id, posted.tweetId))?.deletedAt).not.toBeNull();

  for (const job of schedule) if (job.name !== "backups") await job.run(app);
  await nextDeletionAt(app, 0);
  await nextPublishAt(app, 0);
  await nextCheckAt(app, 0);
  await nextTweet(app, alice.user.id);
  await listAtNight(app, alice.user.id, "UTC");
  await pruneSessions(app);
  await listWeek(app, [account.id], { offset: 0, now: app.clock.now(), timeZone: "UTC" });
  const place = { at: app.clock.now(), id: 7 };
  await listTimeline(app, [account.id], { before: null, after: null });
  await listTimeline(app, [account.id], { before: place, after: place });
  await listHistory(app, account.id, { limit: 50, before: 1_000 });
  await listHistory(app, account.id, { limit: 50, from: 0, to: app.clock.now() });
  await lastRetirement(app, "demo");
  const batchId = tweets[0]?.batchId ?? "";
  for (const filter of [
    {},
    { terms: searchTerms("two words") },
    { account: { id: account.id, serves: true } },
    { account: { id: account.id, serves: false }, state: "failed" as const },
    { batchId },
  ]) {
    await listUnsent(app, alice.user.id, { from: 1_000, size: 20, ...filter });
    await listDiscarded(app, alice.user.id, { from: { discardedAt: 1, id: 1 }, size: 20, ...filter });
  }
  await countUnsent(app, alice.user.id);
  await countDiscarded(app, alice.user.id);
  const discarded = { userId: alice.user.id, tweetId: tweets[4]?.id ?? 0 };
  await moveToTrash(app, discarded);
  await restore(app, discarded);
  await moveToTrash(app, discarded);
  await deletePermanently(app, discarded);
  await emptyTrash(app, alice.user.id);
  await pruneDiscarded(app);
  await topicsOf(app, alice.user.id, [tweets[0]?.batchId ?? ""]);
  await listProposals(app, alice.user.id);
  await listBots(app, alice.user.id, 50);
  await listBatches(app, alice.user.id, { from: tweets[0]?.batchId ?? null, size: 5 });
  await readAttention(app, alice.user.id, await listAccounts(app, alice.user.id));
  await readDayOf(app, account, { id: alice.user.id, timeZone: "UTC" });
  await readJournal(app, tweets[1]?.id ?? 0);

  expect([...asked].filter(isPlanned).length).toBeGreaterThan(60);
  const asksWhatIsDue = [...asked].filter((text) => text.includes('from "tweets" as "t" inner join "accounts" as "a"'));
  // What goes now, the next parts of threads, and whose pictures are sent ahead.
  expect(asksWhatIsDue).toHaveLength(3);
  expect(asksWhatIsDue.flatMap(planOf)).toContain("SEARCH t USING INDEX tweets_due (due_at<?)");
  expect(asksWhatIsDue.flatMap(planOf)).toContain("SEARCH t USING INDEX tweets_parts_due (due_at<?)");
  expect(asksWhatIsDue.flatMap(planOf)).not.toContain("USE TEMP B-TREE FOR ORDER BY");
  // Most tweets have no pictures: that is one step in an index for each, where it is listed and where it is claimed.
  const looks = (text: string) => planOf(text).filter((detail) => /\b(picture|tweet_media)\b/.test(detail));
  const sends = [...asked].filter((text) => /update tweets set state = 'publishing'[^]*from \(/.test(text));
  const first = [...asksWhatIsDue.filter((text) => !text.includes('"leadId"')), ...sends].map(looks);
  expect(first).toHaveLength(3);
  expect(first.map(String)).toEqual(first.map(() => expect.stringMatching(/^SEARCH \w+ USING [^,]*\(tweet_id=\?\)$/)));
  expect([...asked].flatMap(withMoreRows).length).toBeGreaterThanOrEqual(3 * 7);
  expect(longScans()).toEqual([]);
});

it("what is told, to whom, and when goes by an index", async () => {
  app.mail = { send: () => Promise.resolve({ state: "sent" }) };
  app.config.alertUrl = "http://127.0.0.1:9/";
  const alice = await makePerson(app, "alice");
  const userId = alice.user.id;
  await setAlertPreferences(app, userId, { tweet_failed: true, account: true, bot: true, weekly_summary: true });
  await getAlertPreferences(app, userId);
  await recordEvents(app.db, app, [
    { type: "bot.paused", userId, at: app.clock.now() },
    { type: "tweet.failed", userId, at: app.clock.now() },
  ]);
  await recordLasting(app, { type: "disk.low", detail: "1" });
  app.clock.advance(days(8));
  await summariseWeeks(app);
  for (let n = 0; n < 3; n += 1) {
    await (
      await deliverDue(app, alertChannels(app))
    ).done;
    app.clock.advance(minutes(20));
  }
  await nextDeliveryAt(app, alertChannels(app), 0);
  await findTrouble(app.db, "operator");
  await pruneEvents(app);
  expect([...asked].filter((text) => /\b(events|deliveries|subscriptions)\b/.test(text)).length).toBeGreaterThan(20);
  expect(longScans()).toEqual([]);
});

it("what is sent to webhooks, and what became of it, goes by an index", async () => {
  app.config.privateWebhooks = true;
  const alice = await makePerson(app, "alice");
  const userId = alice.user.id;
  const wish = { url: "http://127.0.0.1:9/", events: ["*"], description: "" };
  const { webhook } = await addWebhook(app, { userId, address: null }, wish);
  const { id } = webhook;
  await changeWebhook(app, { userId, address: null, id }, { events: ["tweet.*"] });
  await rotateSecret(app, { userId, address: null, id });
  await testWebhook(app, userId, id);
  for (let n = 0; n < 3; n += 1) {
    await (
      await deliverDue(app, [webhookChannel(app)])
    ).done;
    app.clock.advance(minutes(10));
  }
  await nextDeliveryAt(app, [webhookChannel(app)], 0);
  const by = { status: "pending" as const, before: 100, limit: 10 };
  const { deliveries } = await listDeliveriesOf(app, { userId, id }, { ...by, before: null });
  expect(deliveries).toMatchObject([{ type: "webhook.test", lastError: "Couldn’t reach the endpoint" }]);
  await listDeliveriesOf(app, { userId, id }, by);
  await replayDelivery(app, userId, deliveries[0]?.id ?? 0);
  await changeWebhook(app, { userId, address: null, id }, { enabled: false });
  await pruneWebhooks(app);
  await removeWebhook(app, { userId, address: null, id });
  expect([...asked].filter((text) => /\b(webhooks|deliveries|subscriptions)\b/.test(text)).length).toBeGreaterThan(20);
  expect(longScans()).toEqual([]);
});

it("what the operator sees of people is found without going past all that a person ever wrote", async () => {
  const alice = await makePerson(app, "alice");
  const account = await linkAccount(app, alice, "alice_x");
  const [tweet] = await makeBatch(app, alice, account);
  const ask = { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: account.networkUserId };
  await scheduleAt(app, { ...ask, executeAt: app.clock.now() + days(1) });
  asked.clear();
  expect((await listPeople(app, 0)).people).toMatchObject([{ scheduled: 1 }]);
  expect(await countAtStake(app, alice.user.id)).toEqual({ scheduled: 1, bots: 0 });
  expect(await readSpending(app, null)).toHaveLength(1);
  expect([...asked].filter((text) => /\btweets\b/.test(text)).length).toBeGreaterThanOrEqual(4);
  // Of people there is a page: each is asked for by what is theirs.
  expect(
    [...asked]
      .filter(isPlanned)
      .flatMap(planOf)
      .filter((detail) => wholeHistory.test(detail)),
  ).toEqual([]);
});

it("without webhooks and alerts a conclusion asks once whether anybody wants to know, by the primary key", async () => {
  const alice = await makePerson(app, "alice");
  const account = await linkAccount(app, alice, "alice_x");
  const [tweet] = await makeBatch(app, alice, account);
  await publishNow(app, { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: account.networkUserId });
  const own = [...asked].filter((text) => /\b(events|subscriptions|deliveries)\b/.test(text));
  expect(own.map((text) => text.trim().slice(0, 18))).toEqual(["select user_id as "]);
  expect(own.flatMap(planOf)).toContain(
    "SEARCH subscriptions USING COVERING INDEX sqlite_autoindex_subscriptions_1 (user_id=? AND type=?)",
  );
  expect(await app.db.selectFrom("events").selectAll().execute()).toEqual([]);
});

it("who is signed in, and what happened to them, goes by an index", async () => {
  app.mail = { send: () => Promise.resolve({ state: "sent" }) };
  const alice = await makePerson(app, "alice");
  const userId = alice.user.id;
  await app.db.updateTable("users").set({ email_confirmed_at: 1 }).where("id", "=", userId).execute();
  const viewer = { userId, sessionId: alice.sessionId };
  await openSession(app, alice, { address: "198.51.100.9", userAgent: null });
  await openSession(app, alice, client);
  const other = (await listSessions(app, viewer)).find(({ isThis }) => !isThis);
  await endSession(app, viewer, { handle: other?.handle ?? "", address: "198.51.100.9" });
  await endOtherSessions(app, viewer, "198.51.100.9");
  await signIn(app, { email: alice.user.email, password: "not it 1" }, "198.51.100.9").catch(() => undefined);
  await app.work.drained();
  expect((await listRecent(app, userId)).length).toBeGreaterThan(4);
  await allOf(auditPages(app, userId));
  await pruneAudit(app);
  await pruneKnownBrowsers(app);
  await forgetPerson(app.db, userId);
  expect([...asked].filter((text) => /\b(audit_events|known_browsers)\b/.test(text)).length).toBeGreaterThan(8);
  expect(longScans()).toEqual([]);
});

it("what a person downloads is read by an index, page by page", async () => {
  const alice = await makePerson(app, "alice");
  const account = await linkAccount(app, alice, "alice_x");
  const [tweet] = await makeBatch(app, alice, account);
  await publishNow(app, { userId: alice.user.id, tweetId: tweet?.id ?? 0, account: account.networkUserId });
  asked.clear();
  for (const format of ["json", "csv"] as const) await exportText(app, alice.user.id, format, "operator");
  expect(asked.size).toBeGreaterThan(12);
  expect(longScans()).toEqual([]);
});

it("the voice of an account, what it learns from, and what reading posts cost, go by an index", async () => {
  const alice = await makePerson(app, "alice");
  const account = await linkAccount(app, alice, "alice_x");
  await saveVoice(app, alice.user.id, String(account.id), { ...unsaved, on: true, learn: true });
  // As for a writer that learns: the demo writer is shown nothing.
  const live = { ...app, ai: { ...app.ai, kind: "gemini" as const } };
  await authorForWriter(live, { userId: alice.user.id, accountId: account.id });
  await authorForWriter(live, { userId: alice.user.id, accountId: account.id, received: true });
  await listShownPosts(app, alice.user.id, { well: [1, 2], less: [3] });
  await listVoices(app, alice.user.id);
  await pruneVoices(app);
  await listSpending(app.db, app);
  await readNewInSandbox(app);
  await readAllInSandbox(app, alice.user.id);
  expect(
    [...asked].filter((text) => /\b(voices|tweet_versions|paid_reads|result_settings|received)\b/.test(text)).length,
  ).toBeGreaterThan(6);
  expect(longScans()).toEqual([]);
});

it("refining, and what a tweet said before, go by an index", async () => {
  const alice = await makePerson(app, "alice");
  const account = await linkAccount(app, alice, "alice_x");
  const tweets = await makeBatch(app, alice, account);
  const by = { userId: alice.user.id };
  const [one, two] = tweets.map(({ id }) => id);
  const batchId = tweets[0]?.batchId ?? "";
  const written = async () => (await runQueued(app)).done;
  await refine(app, { ...by, tweetId: one ?? 0, instruction: "shorter", words: null });
  await refine(app, { ...by, tweetId: two ?? 0, instruction: "another", words: null });
  await written();
  await restoreVersion(app, { ...by, tweetId: one ?? 0, no: 1 });
  await writeAgain(app, { ...by, batchId });
  await written();
  await refine(app, { ...by, tweetId: two ?? 0, instruction: "shorter", words: null });
  await editTweet(app, { ...by, tweetId: two ?? 0, content: "Mine." });
  await written();
  for (const userId of [null, alice.user.id]) await costText(app, userId);
  await listRefining(app, batchId, [one ?? 0, two ?? 0]);
  await listVersions(app, alice.user.id, one ?? 0);
  await listVersionsOf(app, [one ?? 0, two ?? 0]);
  const isOf = /\b(tweet_versions|generation_tasks)\b/;
  expect([...asked].filter((text) => isOf.test(text)).length).toBeGreaterThan(12);
  expect(longScans()).toEqual([]);
});

it("what programs read page by page goes by an index", async () => {
  const alice = await makePerson(app, "alice");
  const userId = alice.user.id;
  const account = await linkAccount(app, alice, "alice_x");
  const [tweet] = await makeBatch(app, alice, account);
  const analysis = await analyse(app, userId, description);
  await startBot(app, { userId, analysisId: analysis.id, account: null });
  const of = { statuses: [], origins: [], account: null, batchId: null, terms: [] };
  const all = { ...of, from: null, to: null, updatedSince: null, after: null, limit: 50, sort: "-id" as const };
  for (const query of [
    all,
    { ...all, after: { at: 1, id: 1 } },
    { ...all, sort: "placed" as const, statuses: ["scheduled" as const] },
    { ...all, sort: "placed" as const, after: { at: 1, id: 1 }, from: 1, to: 2 },
    { ...all, sort: "-placed" as const, after: { at: 1, id: 1 }, statuses: ["published" as const] },
    { ...all, updatedSince: 1 },
    { ...all, batchId: tweet?.batchId ?? null, origins: ["own" as const] },
  ])
    await listTweets(app, userId, query);
  const place = { createdAt: 1, id: "x" };
  for (const after of [null, place])
    for (const statuses of [[], ["pending" as const]]) await listTasks(app, userId, { statuses, after, limit: 50 });
  await awaitTask(app, { id: "x", userId, ms: 0, signal: AbortSignal.abort() }).catch(() => undefined);
  for (const before of [null, 7]) {
    await pageAnalyses(app, userId, { statuses: ["completed"], before, limit: 50 });
    await pageBots(app, userId, { before, limit: 50 });
  }
  await deleteAnalysis(app, userId, analysis.id);
  expect(longScans()).toEqual([]);
  const plansOf = (clause: string) =>
    [...asked].filter((text) => isPlanned(text) && text.includes(clause)).map((text) => planOf(text).join(" | "));
  const newestTweets = plansOf('order by "tweets"."id" desc');
  expect(
    newestTweets.filter((plan) => plan.startsWith("SEARCH tweets USING INDEX tweets_by_user (user_id=?")),
  ).toHaveLength(2);
  // What a program asks again and again: never the whole history.
  expect(newestTweets.filter((plan) => plan.includes("tweets_by_change (user_id=? AND updated_at>?)"))).toHaveLength(1);
  const newestTasks = plansOf('from "generation_tasks" where "user_id" = ?');
  expect(newestTasks).toHaveLength(4);
  for (const plan of newestTasks)
    expect(plan).toMatch(/generation_tasks_by_user .+ USE TEMP B-TREE FOR LAST TERM OF ORDER BY$/);
  for (const plan of plansOf('from "analyses" where "user_id"')) expect(plan).not.toContain("TEMP");
});

it("finds the way through an account's whole history where it is taken", () => {
  const text = "select 1 from tweets where account_id = ? and publish_type = 'scheduled'";
  asked.add(text);
  expect(longScans()).toEqual([`SEARCH tweets USING INDEX tweets_by_place (account_id=?) ← ${text}`]);
});

it("finds a scan where there is one", () => {
  asked.add("select * from tweets where content = ?");
  expect(longScans()).toEqual(["SCAN tweets ← select * from tweets where content = ?"]);
});
