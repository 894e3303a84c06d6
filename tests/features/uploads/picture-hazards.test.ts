// Pictures where two things meet: a Post Now as another account, a change, a pause, while they are on their way.
import { expect, it } from "vitest";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  changeThread,
  pauseAccount,
  postAs,
  postSoon,
  publishDue,
  publishNow,
  resumeAccount,
  stopThread,
  undoPost,
  takeOverSends,
  writeThread,
} from "~/features/publishing/publishing.server";
import { scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { goodFor } from "~/features/uploads/upload";
import { prunePictures } from "~/features/media/media.server";
import { stateOf } from "~/features/threads/threads.server";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { isOnPostgres } from "~tests/support/databases/database";
import { answered } from "~tests/support/fakes/faulty-network";
import { noAnswer } from "~tests/support/app";
import { linkAccount } from "~tests/support/people/make";
import { account, alice, app, ask, network, read, tweets } from "../publishing/stage";
import { ahead, outWith, setPictureStage, tick, withPictures, withPicturesOf } from "./picture-stage";
import { threadOf } from "../publishing/thread-stage";

setPictureStage({ config: { quietHours: null } });

const at = (n: number, ms: number) => scheduleAt(app, { ...ask(n), executeAt: app.clock.now() + ms });
const text = (n: number) => tweets[n]?.content ?? "";
const paid = () => app.db.selectFrom("paid_calls").select(["kind", "account_id"]).orderBy("id").execute();

it("a Post Now as another account is not undone by what goes ahead as the tweet's own", async () => {
  const third = await linkAccount(app, alice, "alice_third");
  await withPictures(0, "wren", "robin", "owl", "tit");
  await at(0, minutes(2));
  const upload = network.uploadImage.bind(network);
  let isPressed = false;
  let posted: unknown = null;
  const note = (end: unknown) => void (posted ??= end);
  let isSecond = () => {};
  const second = new Promise<void>((resolve) => (isSecond = resolve));
  network.uploadImage = async (...call) => {
    if (!isPressed) {
      isPressed = true;
      // While the first one is on its way as the tweet's own account.
      publishNow(app, { ...ask(0), account: third.networkUserId, scheduledToo: true }).then(note, note);
      await second;
    } else {
      isSecond();
      await new Promise<void>((resolve) => void app.clock.after(seconds(1), resolve));
    }
    return upload(...call);
  };
  let isOver = false;
  const jobs = (async () => {
    for (; !isOver; await sleep(3)) await ahead();
  })();
  jobs.catch(note);
  const advancing = setInterval(() => app.clock.advance(20), 1);
  try {
    const published = { state: "published", account: { id: third.id } };
    await expect.poll(() => posted, { timeout: seconds(10) }).toMatchObject(published);
  } finally {
    isOver = true;
    isSecond();
    await Promise.race([jobs, sleep(seconds(5), undefined, { ref: false })]);
    clearInterval(advancing);
  }
  expect(await outWith()).toEqual([`${text(0)} [wren, robin, owl, tit]`]);
  expect((await paid()).filter((one) => one.account_id === account.id)).toHaveLength(1);
  expect((await paid()).filter((one) => one.account_id === third.id)).toHaveLength(4);
});

it("a Post Now waits for the call that is under way, also after one that came to nothing, and pays no other", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(2));
  network.callFaults.uploadImage = [answered(503)];
  await ahead();
  app.clock.advance(seconds(2));
  const upload = network.uploadImage.bind(network);
  let release = () => {};
  let calls = 0;
  network.uploadImage = async (...call) => {
    calls += 1;
    if (calls === 1) await new Promise<void>((resolve) => (release = resolve));
    return upload(...call);
  };
  const { after } = app.clock;
  let looks = 0;
  app.clock.after = (ms, run) => {
    if (ms === seconds(1)) looks += 1;
    return after(ms, run);
  };
  const sent = ahead();
  try {
    await expect.poll(() => calls).toBe(1);
    const pressed = publishNow(app, { ...ask(0), scheduledToo: true });
    // Each third look is in a hurry.
    for (let look = 1; look <= 5; look += 1) {
      await expect.poll(() => [calls, looks], { timeout: 10_000 }).toEqual([1, look]);
      if (look === 5) release();
      if (look === 5) await sent;
      app.clock.advance(seconds(1));
    }
    expect((await pressed).state).toBe("published");
  } finally {
    release();
    await sent;
  }
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect(await paid()).toHaveLength(2);
});

it("a picture that is lost within the five seconds of a Post Now leaves it to be taken back", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(2));
  await ahead();
  const { expires_at } = await app.db.selectFrom("media_uploads").select("expires_at").executeTakeFirstOrThrow();
  await at(0, days(2));
  // Good for as long as a post may take, and two seconds later no more.
  app.clock.advance((expires_at ?? 0) - goodFor - seconds(2) - app.clock.now());
  await postSoon(app, { ...ask(0), scheduledToo: true });
  expect(await paid()).toHaveLength(1);
  if (isOnPostgres) await app.db.deleteFrom("media_files").execute();
  else rmSync(join(app.config.dataDir, "media"), { recursive: true });
  app.clock.advance(seconds(3));
  expect(await ahead()).toBe(1);
  expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  expect((await read(0)).undoUntil).toBe(app.clock.now() + seconds(2));
  expect(await undoPost(app, ask(0))).toMatchObject({ state: "scheduled", error: null, undoUntil: null });
});

it("of two uploads that begin in the same moment as two accounts each answers for its own", async () => {
  const third = await linkAccount(app, alice, "alice_third");
  await withPictures(0, "wren");
  await at(0, minutes(2));
  const upload = network.uploadImage.bind(network);
  const releases: (() => void)[] = [];
  network.uploadImage = async (...call) => {
    if (releases.length < 2) await new Promise<void>((resolve) => releases.push(resolve));
    return upload(...call);
  };
  const own = ahead();
  await expect.poll(() => releases.length).toBe(1);
  const posted = publishNow(app, { ...ask(0), account: third.networkUserId, scheduledToo: true });
  await expect.poll(() => releases.length).toBe(2);
  releases[0]?.();
  await own;
  const [row] = await app.db.selectFrom("media_uploads").selectAll().execute();
  expect(row).toMatchObject({ account_id: third.id, x_media_id: null });
  releases[1]?.();
  await posted;
  expect((await read(0)).account?.id).toBe(third.id);
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
});

it("a tweet that moves while the network asks its account to wait has its pictures sent as the other one", async () => {
  const third = await linkAccount(app, alice, "alice_third");
  await withPictures(0, "wren");
  await at(0, minutes(2));
  const headers = { "x-rate-limit-reset": String(app.clock.now() / 1_000 + 900), "x-rate-limit-remaining": "0" };
  network.callFaults.uploadImage = [answered(429, {}, headers)];
  await ahead();
  await postAs(app, { ...ask(0), account: third.networkUserId });
  await tick(minutes(3));
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect((await read(0)).account?.id).toBe(third.id);
});

it("a claim that its node was never told of gives its pictures back, and they are not paid again", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(2));
  await tick(minutes(1));
  app.clock.advance(minutes(1));
  // Another App has no memory of this one's: it stands for a claim whose commit was never told of.
  await publishDue({ ...app, network: { ...network, post: () => noAnswer() } });
  await takeOverSends(app);
  expect((await read(0)).state).toBe("scheduled");
  await tick(minutes(2));
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect(await paid()).toHaveLength(1);
});

it("what the network refused to post names its pictures again, and they are not paid twice", async () => {
  const third = await linkAccount(app, alice, "alice_third");
  await withPictures(0, "wren", "robin: a robin");
  network.faults = [answered(400, { title: "Invalid Request", detail: "Your Tweet text is too long." })];
  const post = () => publishNow(app, { ...ask(0), account: third.networkUserId });
  await expect(post()).rejects.toThrow();
  expect((await read(0)).state).toBe("failed");
  const before = await paid();
  await post();
  expect(await outWith()).toEqual([`${text(0)} [wren, robin: a robin]`]);
  expect(await paid()).toEqual(before);
  expect(before.map((one) => one.account_id)).toEqual([third.id, third.id, third.id]);
});

/** Three parts, the second with a picture. */
async function writeThree() {
  const parts = ["Bees keep time.", "Bees keep warm.", "Bees keep house."];
  const { id } = await writeThread(app, { userId: alice.user.id, parts, account: account.networkUserId });
  await withPicturesOf((await threadOf({ tweetId: id })).parts[1]?.id ?? 0, "two");
  return { userId: alice.user.id, tweetId: id, account: null };
}

const out = ["Bees keep time. []", "Bees keep warm. [two]", "Bees keep house. []"];
const credits = { title: "CreditsDepleted", detail: "no credits", type: "https://api.x.com/2/problems/credits" };

it.each(["its person", "the network"])("a thread that %s holds for an hour goes on with its pictures", async (who) => {
  const thread = await writeThree();
  if (who === "the network") network.callFaults.uploadImage = [answered(402, credits)];
  await publishNow(app, thread);
  if (who === "its person") await pauseAccount(app, alice.user.id, account.networkUserId);
  await tick(hours(1), minutes(1));
  expect(stateOf(await threadOf(thread))).toBe("going");
  expect(await outWith()).toEqual(out.slice(0, 1));
  await resumeAccount(app, alice.user.id, account.networkUserId);
  await tick(minutes(1));
  expect(await outWith()).toEqual(out);
});

it("what was held and then does not come stops the thread all the same", async () => {
  const thread = await writeThree();
  await publishNow(app, thread);
  await pauseAccount(app, alice.user.id, account.networkUserId);
  await tick(hours(1), minutes(1));
  network.callFaults.uploadImage = Array.from({ length: 9 }, () => answered(503));
  await resumeAccount(app, alice.user.id, account.networkUserId);
  await tick(minutes(1));
  expect((await threadOf(thread)).stopCode).toBe("media_late");
});

it("the picture of a part that is taken off a thread is kept for a day from then on", async () => {
  const thread = await writeThree();
  await withPicturesOf((await threadOf(thread)).parts[2]?.id ?? 0, "three");
  app.clock.advance(days(3));
  await changeThread(app, { ...thread, parts: ["Bees keep time.", "Bees keep warm."] });
  await prunePictures(app);
  expect(await app.db.selectFrom("media").select("id").execute()).toHaveLength(2);
});

it("what is unscheduled while its first picture is on its way pays for no other", async () => {
  await withPictures(0, "wren: a wren", "robin");
  await at(0, minutes(2));
  const upload = network.uploadImage.bind(network);
  network.uploadImage = async (...call) => {
    await unschedule(app, ask(0));
    return upload(...call);
  };
  await ahead();
  expect(await paid()).toHaveLength(1);
});

it("what is stopped while a part's picture is on its way pays for no other", async () => {
  const thread = await writeThree();
  await withPicturesOf((await threadOf(thread)).parts[1]?.id ?? 0, "two: a second", "three");
  await publishNow(app, thread);
  const upload = network.uploadImage.bind(network);
  network.uploadImage = async (...call) => {
    await stopThread(app, thread);
    return upload(...call);
  };
  await ahead();
  expect(await paid()).toHaveLength(1);
});
