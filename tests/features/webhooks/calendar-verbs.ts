// Whatever changes what a calendar shows, by every door: the screens' verbs, the API, the engine, the network, the operator.
import { randomUUID } from "node:crypto";
import { listAccounts, setDefault } from "~/features/accounts/accounts.server";
import {
  deletePermanently,
  moveToTrash,
  moveChosenToTrash,
  emptyTrash,
  restore,
  restoreChosen,
} from "~/features/ideas/ideas.server";
import { disablePerson, enablePerson } from "~/features/people/people.server";
import {
  changePictures,
  changeThread,
  continueThread,
  editTweet,
  pauseAccount,
  postAs,
  postSoon,
  publishNow,
  reconcileDue,
  resolve,
  restoreVersion,
  resumeAccount,
  stopThread,
  undoPost,
  unlink,
  unscheduleTweets,
  writeThread,
} from "~/features/publishing/publishing.server";
import { deleteDue, deletePost } from "~/features/deletions/deletions.server";
import {
  dismiss,
  rescheduleAtNight,
  rescheduleOutsideHours,
  moveToSlot,
  saveHours,
  scheduleAll,
  planAll,
  unschedule,
  unscheduleAll,
  writeInSlot,
} from "~/features/scheduling/scheduling.server";
import { markGone } from "~/features/tweets/tweets.server";
import { isAppError } from "~/ground/errors";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { iso } from "~/ground/time/iso";
import { inTransaction } from "~db/database.server";
import { givePicture } from "~tests/support/calls/api-cast";
import { origin } from "~tests/support/calls/client";
import type { Router } from "~tests/support/calls/router";
import { answered, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import type { TestApp } from "~tests/support/app";
import { linkAccount, type Person } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import type { Random } from "../../crash/random";

export interface Stage {
  app: TestApp;
  network: FaultyNetwork;
  route: Router;
  alice: Person;
  key: () => Promise<string>;
  random: Random;
}

type Verb = (stage: Stage) => Promise<unknown>;

const words = () => `wren ${randomUUID().slice(0, 13)}`;
const userOf = ({ alice }: Stage) => alice.user.id;

/** One of hers in one of these states; throws where there is none. Now and then a later part, as somebody may press anything. */
async function one(stage: Stage, ...states: string[]): Promise<number> {
  const query = stage.app.db.selectFrom("tweets").selectAll().where("user_id", "=", userOf(stage)).orderBy("id");
  const isAny = stage.random.chance(0.1);
  const able = (await query.execute()).filter(
    ({ state, part_no: no }) => states.includes(state) && (isAny || (no !== 2 && no !== 3)),
  );
  return stage.random.pick(able).id;
}

/** One of her threads, of the bin. */
async function ofThreads(stage: Stage) {
  const query = stage.app.db.selectFrom("tweets").select("id").where("user_id", "=", userOf(stage)).orderBy("id");
  return { userId: userOf(stage), tweetId: stage.random.pick(await query.where("part_no", "=", 1).execute()).id };
}
async function ofTrash(stage: Stage) {
  const query = stage.app.db.selectFrom("tweets").select("id").where("user_id", "=", userOf(stage));
  const rows = await query.where("discarded_at", "is not", null).execute();
  return { userId: userOf(stage), tweetId: stage.random.pick(rows).id };
}

async function ask(stage: Stage, ...states: string[]) {
  return { userId: userOf(stage), tweetId: await one(stage, ...states) };
}

async function anAccount(stage: Stage): Promise<string> {
  return stage.random.pick(await listAccounts(stage.app, userOf(stage))).networkUserId;
}

async function call(stage: Stage, method: string, path: string, json?: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${await stage.key()}`, "content-type": "application/json" };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const response = await stage.route(new Request(`${origin}${path}`, { method, headers, ...body }));
  if (!response.ok) throw new Refused(JSON.stringify(await response.json()));
}

class Refused extends Error {}

const later = ({ app, random }: Stage) => app.clock.now() + minutes(1 + random.below(3000));
const dayOf = ({ app, random }: Stage) => iso(app.clock.now() + days(1 + random.below(5))).slice(0, 10);

/** What is begun goes to its end, however often that needs another look. */
export async function settle(stage: Stage): Promise<void> {
  const { app } = stage;
  for (let turns = 0; turns < 60; turns += 1) {
    // Of two messages of one moment nobody can tell which is the newer.
    app.clock.advance(seconds(1));
    await sendDue(app);
    app.clock.advance(seconds(1));
    await reconcileDue(app);
    app.clock.advance(seconds(1));
    await (
      await deleteDue(app)
    ).done;
    const open = await app.db
      .selectFrom("tweets")
      .select("id")
      .where((tweet) =>
        tweet.or([tweet("state", "in", ["publishing", "unknown"]), tweet("undo_until", "is not", null)]),
      )
      .execute();
    if (open.length === 0) return;
    app.clock.advance(seconds(20));
  }
}

/** The same in a transaction of its own, as a bot's end does it. */
async function unscheduleSome(stage: Stage): Promise<void> {
  const tweetIds = [await one(stage, "scheduled", "publishing", "unknown")];
  await inTransaction(stage.app.db, (trx) =>
    unscheduleTweets(trx, { tweetIds, now: stage.app.clock.now(), reason: "Its bot was stopped." }),
  );
}

async function refusedNow(stage: Stage): Promise<void> {
  stage.network.faults = [answered(400, { detail: "no" })];
  const which = { ...(await ask(stage, "pending", "scheduled")), account: await anAccount(stage), scheduledToo: true };
  await publishNow(stage.app, which).catch((error: unknown) => {
    if (!isAppError(error) || error.code !== "network_refused") throw error;
  });
}

async function inFiveSeconds(stage: Stage) {
  const which = await ask(stage, "pending", "scheduled", "failed");
  await postSoon(stage.app, { ...which, account: await anAccount(stage), scheduledToo: true });
  return which;
}

export const verbs: Record<string, Verb> = {
  "a draft by the API": (stage) => call(stage, "POST", "/api/questions/tweet", { tweet_content: words() }),
  "several by the API": async (stage) =>
    call(stage, "POST", "/api/tweets", {
      tweets: [
        { tweet_content: words(), twitter_account_id: await anAccount(stage), publish_at: "random" },
        { tweet_content: words(), twitter_account_id: await anAccount(stage), publish_at: iso(later(stage)) },
        { tweet_content: words() },
      ],
    }),
  "a thread by the API": async (stage) =>
    call(stage, "POST", "/api/questions/thread", {
      parts: [words(), words(), words()],
      twitter_account_id: await anAccount(stage),
    }),
  "words into a slot": async (stage) =>
    writeInSlot(stage.app, {
      userId: userOf(stage),
      content: words(),
      account: await anAccount(stage),
      date: dayOf(stage),
      hour: 11,
      anyway: true,
    }),
  "a random moment": async (stage) =>
    call(stage, "POST", `/api/questions/publish-random-auto/${await one(stage, "pending", "failed", "scheduled")}`, {}),
  "an exact moment": async (stage) =>
    call(stage, "POST", `/api/questions/schedule/${await one(stage, "pending", "failed", "scheduled")}`, {
      execute_at: iso(later(stage)),
      twitter_account_id: await anAccount(stage),
    }),
  "an exact moment soon": async (stage) =>
    call(stage, "POST", `/api/questions/schedule/${await one(stage, "pending", "failed", "scheduled")}`, {
      execute_at: iso(stage.app.clock.now() + minutes(1)),
    }),
  "another slot": async (stage) =>
    moveToSlot(stage.app, { ...(await ask(stage, "scheduled")), date: dayOf(stage), hour: 13, anyway: true }),
  "off the timeline by the API": async (stage) =>
    call(stage, "POST", `/api/questions/cancel/${await one(stage, "scheduled")}`),
  "off the timeline": async (stage) => unschedule(stage.app, await ask(stage, "scheduled")),
  "all of a plan, and perhaps back": async (stage) => {
    const userId = userOf(stage);
    const tweetIds = [await one(stage, "pending"), await one(stage, "pending")];
    const plan = await planAll(stage.app, { userId, tweetIds, days: 3 });
    const wanted = plan.tweets.flatMap(({ tweetId, textHash, account, at }) =>
      at === null ? [] : [{ tweetId, textHash, account: account.networkUserId, at }],
    );
    const { scheduled } = await scheduleAll(stage.app, { userId, wanted, days: 3 });
    if (stage.random.chance(0.5)) await unscheduleAll(stage.app, { userId, placed: scheduled });
  },
  "other words": async (stage) =>
    editTweet(stage.app, { ...(await ask(stage, "scheduled", "pending")), content: words() }),
  "other words and pictures by the API": async (stage) =>
    call(stage, "PUT", `/api/questions/tweet/${await one(stage, "scheduled", "pending")}`, {
      tweet_content: words(),
      media: [{ media_id: await givePicture(stage.app, userOf(stage), words()) }],
    }),
  "former words": async (stage) => restoreVersion(stage.app, { ...(await ask(stage, "scheduled")), no: 1 }),
  "a picture": async (stage) => {
    const mediaId = await givePicture(stage.app, userOf(stage), words());
    return changePictures(stage.app, await ask(stage, "scheduled", "pending"), () => [{ mediaId }]);
  },
  "no picture": async (stage) => changePictures(stage.app, await ask(stage, "scheduled"), () => []),
  "another account": async (stage) =>
    postAs(stage.app, {
      ...(await ask(stage, "scheduled", "pending", "failed")),
      account: await anAccount(stage),
      timeZone: null,
    } as Parameters<typeof postAs>[1]),
  "another thread": async (stage) =>
    changeThread(stage.app, {
      ...(await ofThreads(stage)),
      parts: stage.random.chance(0.5) ? [words(), words()] : [words(), words(), words(), words()],
    }),
  "a thread stops": async (stage) => stopThread(stage.app, await ofThreads(stage)),
  "post now": async (stage) =>
    publishNow(stage.app, {
      ...(await ask(stage, "pending", "scheduled", "failed")),
      account: await anAccount(stage),
      scheduledToo: true,
    }),
  "post now, and refused": refusedNow,
  "post now, refused once more": refusedNow,
  "a thread of which a part is refused, and changed": async (stage) => {
    const { network, app } = stage;
    const [userId, account] = [userOf(stage), await anAccount(stage)];
    const parts = [words(), words(), words()];
    const { id: tweetId } = await writeThread(app, { userId, parts, account });
    await publishNow(app, { userId, tweetId, account });
    network.faults = [answered(400, { detail: "no" })];
    app.clock.advance(minutes(1));
    await sendDue(app);
    await tellAll(stage);
    app.clock.advance(seconds(1));
    await changeThread(app, { userId, tweetId, parts: [parts[0] ?? "", words()] });
    await tellAll(stage);
    app.clock.advance(seconds(1));
    if (stage.random.chance(0.7)) await continueThread(app, { userId, tweetId });
  },
  "a thread that stops while a part of it is looked up": async (stage) => {
    const { network, app } = stage;
    const [userId, account] = [userOf(stage), await anAccount(stage)];
    const { id: tweetId } = await writeThread(app, { userId, parts: [words(), words(), words()], account });
    await publishNow(app, { userId, tweetId, account });
    network.faults = ["lost after"];
    network.unreadable = true;
    app.clock.advance(minutes(1));
    await sendDue(app);
    await stopThread(app, { userId, tweetId });
    network.unreadable = false;
    for (let n = 0; n < 3; n += 1) {
      app.clock.advance(minutes(5));
      await reconcileDue(app);
    }
  },
  "post in five seconds": (stage) => inFiveSeconds(stage),
  "post in five seconds, and taken back": async (stage) => {
    const which = await inFiveSeconds(stage);
    await tellAll(stage);
    stage.app.clock.advance(seconds(1));
    await undoPost(stage.app, which);
  },
  dismissed: async (stage) => dismiss(stage.app, await ask(stage, "failed")),
  discarded: async (stage) => moveToTrash(stage.app, await ask(stage, "pending", "failed")),
  "discarded by the API": async (stage) =>
    call(stage, "DELETE", `/api/tweets/${await one(stage, "failed", "pending")}`),
  "several discarded, and perhaps restored": async (stage) => {
    const userId = userOf(stage);
    const tweetIds = [await one(stage, "failed", "pending"), await one(stage, "failed", "pending")];
    const { discarded } = await moveChosenToTrash(stage.app, { userId, tweetIds });
    if (stage.random.chance(0.5)) await restoreChosen(stage.app, { userId, tweetIds: discarded });
  },
  restored: async (stage) => restore(stage.app, await ofTrash(stage)),
  "discarded and deleted at once": async (stage) => {
    const which = await ask(stage, "failed");
    await moveToTrash(stage.app, which);
    await deletePermanently(stage.app, which);
  },
  "the bin emptied": (stage) => emptyTrash(stage.app, userOf(stage)),
  "a post deleted": async (stage) => deletePost(stage.app, await ask(stage, "published")),
  "posts found gone": async (stage) => {
    const id = await one(stage, "published");
    await inTransaction(stage.app.db, (trx) => markGone(trx, [id], stage.app.clock.now()));
  },
  "another default": async (stage) => setDefault(stage.app, userOf(stage), await anAccount(stage)),
  "an account paused": async (stage) => pauseAccount(stage.app, userOf(stage), await anAccount(stage)),
  "accounts resumed": async (stage) => {
    for (const { networkUserId: ref } of await listAccounts(stage.app, userOf(stage)))
      await resumeAccount(stage.app, userOf(stage), ref);
  },
  "an account unlinked, and another linked": async (stage) => {
    await unlink(stage.app, userOf(stage), await anAccount(stage));
    await linkAccount(stage.app, stage.alice, `alice_${randomUUID().slice(0, 8)}`);
  },
  "a bot's tweets withdrawn": unscheduleSome,
  "other hours": async (stage) => {
    const account = await anAccount(stage);
    await saveHours(stage.app, { userId: userOf(stage), account, hours: { gapMinutes: 60 + stage.random.below(600) } });
    await rescheduleOutsideHours(stage.app, userOf(stage), account);
  },
  "another zone's night": (stage) => rescheduleAtNight(stage.app, userOf(stage), "Asia/Tokyo"),
  "disabled for a while": async (stage) => {
    const { app, network } = stage;
    const userId = userOf(stage);
    let release = () => {};
    network.hold = new Promise((resolve) => (release = resolve));
    const sending = publishNow(app, { ...(await ask(stage, "pending", "failed")), account: await anAccount(stage) });
    const ended = sending.catch((error: unknown) => error);
    while (network.handed.length === 0 && !(await Promise.race([ended, Promise.resolve(false)])))
      await new Promise((resolve) => setTimeout(resolve, 1));
    await disablePerson(app, userId, null);
    release();
    network.hold = null;
    await ended;
    await tellAll(stage);
    app.clock.advance(hours(30));
    await sendDue(app);
    await tellAll(stage);
    await enablePerson(app, userId, null);
  },
  "time goes by": async (stage) => {
    stage.app.clock.advance(minutes(5 + stage.random.below(600)));
    await sendDue(stage.app);
  },
  "time goes by on a bad line": async (stage) => {
    const faults = [
      "lost after",
      "lost before",
      "not sent",
      answered(403, { detail: "You are not allowed to create a Tweet with duplicate content." }),
      answered(400, { detail: "no" }),
      answered(429, {}, { "x-rate-limit-reset": String(Math.ceil(stage.app.clock.now() / 1000) + 600) }),
      answered(500),
    ] as const;
    stage.network.faults = [stage.random.pick(faults), stage.random.pick(faults)];
    stage.app.clock.advance(minutes(5 + stage.random.below(2000)));
    await sendDue(stage.app);
    await settle(stage);
    stage.network.faults = [];
  },
  "a lost answer that nobody can look up": async (stage) => {
    // So that something is due, whatever was done before.
    await play(stage, "an exact moment soon");
    stage.network.faults = ["lost after"];
    stage.network.unreadable = true;
    stage.app.clock.advance(minutes(2 + stage.random.below(60)));
    await sendDue(stage.app);
    for (let n = 0; n < 8; n += 1) {
      stage.app.clock.advance(minutes(5));
      await reconcileDue(stage.app);
    }
    if (stage.random.chance(0.8))
      await resolve(stage.app, { ...(await ask(stage, "unknown")), published: stage.random.chance(0.5) });
    stage.network.unreadable = false;
    stage.network.faults = [];
  },
};

/** Returns whether it was done; refused is as good. */
export async function play(stage: Stage, name: string): Promise<boolean> {
  try {
    await verbs[name]?.(stage);
    return true;
  } catch (error) {
    const isEmpty = error instanceof Error && error.message === "There is nothing to pick from";
    if (!isEmpty && !isAppError(error) && !(error instanceof Refused)) throw error;
    return false;
  } finally {
    stage.network.unreadable = false;
    stage.network.faults = [];
    stage.network.hold = null;
  }
}

/** Every delivery that waits, to its end. */
export async function tellAll({ app }: Stage): Promise<void> {
  const { deliveries } = await import("~jobs/deliveries.server");
  for (;;) {
    await (
      await deliveries(app)
    ).done;
    const fresh = app.db.selectFrom("events").select("id").where("prepared_at", "is", null).limit(1);
    const waiting = app.db
      .selectFrom("deliveries")
      .select("id")
      .where("state", "=", "waiting")
      .where("due_at", "<=", app.clock.now())
      .limit(1);
    if (!(await fresh.executeTakeFirst()) && !(await waiting.executeTakeFirst())) return;
  }
}
