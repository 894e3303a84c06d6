// Threads where two things meet: a restored backup, a word of the person's, a change, while a part is not known to be out.
import { expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { addToTimeline, scheduleAt } from "~/features/scheduling/scheduling.server";
import {
  changeThread,
  continueThread,
  editTweet,
  markScheduledUnknown,
  recallSends,
  restoreVersion,
  stopThread,
} from "~/features/publishing/publishing.server";
import { sumSpent } from "~tests/support/spent";
import { ReadError } from "~/ports/network/port";
import { inTransaction } from "~db/database.server";
import type { Change } from "~db/schema";
import { answered } from "~tests/support/fakes/faulty-network";
import { app, network, pass, setStage } from "./stage";
import { bees, begin, handed, settle, threadOf, told, wait, watchHanded, writeBees } from "./thread-stage";

setStage({ config: { quietHours: null } });
watchHanded();

const restore = (takenAt: number) =>
  inTransaction(app.db, (trx) =>
    markScheduledUnknown(trx, { takenAt, now: app.clock.now(), settleAfterMs: minutes(2) }),
  );

it.each([1, 2, 3])(
  "a backup of a thread with %i of 4 parts out goes on once none of the rest is found",
  async (out) => {
    const ask = await writeBees(4);
    await begin(ask);
    for (let n = 1; n < out; n += 1) await wait();
    await restore(app.clock.now());
    await settle(12);
    expect(await told(ask)).toEqual({ state: "done", parts: "out out out out", line: "All 4 parts posted." });
    expect(handed.map(({ text }) => text)).toEqual(bees);
  },
);

it("a backup of a thread of which some went out since goes on behind the last that is found", async () => {
  const ask = await writeBees(4);
  await begin(ask);
  const takenAt = app.clock.now();
  await wait();
  const [, second, third] = (await threadOf(ask)).parts;
  const set = (tweetId: number, change: Change<"tweets">) =>
    app.db.updateTable("tweets").set(change).where("id", "=", tweetId).execute();
  await set(second?.id ?? 0, { state: "scheduled", due_at: app.clock.now(), published_at: null, post_id: null });
  await set(third?.id ?? 0, { state: "pending", due_at: null, publish_type: null });
  await restore(takenAt);
  await settle(12);
  expect((await told(ask)).parts).toBe("out out out out");
  const ids = (await threadOf(ask)).parts.map(({ postId }) => postId);
  expect(handed).toEqual(bees.map((text, n) => (n === 0 ? { text } : { text, replyTo: ids[n - 1] })));
});

const no = answered(403, { title: "Forbidden", detail: "No.", type: "about:blank", status: 403 });

/** Its first part is on its way until the end of what this returns, and then refused. */
async function holdFirst(): Promise<{ ask: Awaited<ReturnType<typeof writeBees>>; refuse(): Promise<void> }> {
  const ask = await writeBees(3);
  let release = () => {};
  network.hold = new Promise((resolve) => (release = resolve));
  network.faults.push(no);
  const sending = begin(ask).catch(() => undefined);
  await expect.poll(() => handed.length).toBe(1);
  const refuse = async () => {
    network.hold = null;
    release();
    await sending;
  };
  return { ask, refuse };
}

it.each([1, 2])(
  "stopped %i times while its first part is on its way, which is refused, it is a draft and goes out whole",
  async (times) => {
    const { ask, refuse } = await holdFirst();
    for (let n = 0; n < times; n += 1) await stopThread(app, ask);
    await refuse();
    expect(await told(ask)).toEqual({ state: "draft", parts: "failed pending pending", line: null });
    await expect(continueThread(app, ask)).rejects.toThrow("This thread isn’t stopped.");
    await expect(stopThread(app, ask)).rejects.toThrow("This thread isn’t being posted.");
    await begin(ask);
    await wait();
    await wait();
    expect(await told(ask)).toMatchObject({ state: "done", parts: "out out out" });
  },
);

it("stopped while its first part's answer is lost, which is absent, nothing of it goes out until it is begun again", async () => {
  const ask = await writeBees(3);
  await scheduleAt(app, { ...ask, account: null, executeAt: app.clock.now() });
  network.faults.push("lost before");
  await pass();
  await stopThread(app, ask);
  await settle(12);
  expect(await told(ask)).toEqual({ state: "draft", parts: "pending pending pending", line: null });
  expect(handed).toHaveLength(1);
  await addToTimeline(app, { ...ask, account: null, timeZone: null });
  expect(await told(ask)).toMatchObject({ state: "going", parts: "scheduled pending pending" });
});

it("stopped while a part may be out, nobody is told that it is not posted", async () => {
  const ask = await writeBees(3);
  await begin(ask);
  network.faults.push("lost after");
  await wait();
  await stopThread(app, ask);
  expect((await told(ask)).line).toBe(
    "1 of 3 parts posted. You stopped the thread. X didn’t confirm part 2. Linnet is checking. Part 3 hasn’t been posted.",
  );
  await settle(6);
  expect((await told(ask)).line).toBe("2 of 3 parts posted. You stopped the thread. Part 3 hasn’t been posted.");
});

it("stopped while its first part is on its way it says so", async () => {
  const { ask, refuse } = await holdFirst();
  await stopThread(app, ask);
  expect((await told(ask)).line).toBe(
    "0 of 3 parts posted. You stopped the thread. Part 1 is being posted. Parts 2–3 haven’t been posted.",
  );
  await refuse();
});

it("its first part alone is not given the words of a later one, by an edit or by an earlier version", async () => {
  const ask = await writeBees(3);
  await scheduleAt(app, { ...ask, account: null, executeAt: app.clock.now() + minutes(5) });
  const message = "Part 2 of its thread has the same text.";
  await expect(editTweet(app, { ...ask, content: "BEES keep warm!" })).rejects.toThrow(message);
  await editTweet(app, { ...ask, content: "Bees keep calm." });
  const [, ...rest] = bees.slice(0, 3);
  await changeThread(app, { ...ask, parts: ["Bees keep calm.", "Bees keep time.", ...rest.slice(1)] });
  await expect(restoreVersion(app, { ...ask, no: 1 })).rejects.toThrow(message);
  await wait(minutes(5));
  await wait();
  await wait();
  expect(await told(ask)).toMatchObject({ state: "done", parts: "out out out" });
});

it("nothing is added to one that has ended, since it would never go out", async () => {
  const ask = await writeBees(2);
  await begin(ask);
  await wait();
  const message = "This thread has ended, so new parts would never be posted.";
  await expect(changeThread(app, { ...ask, parts: bees.slice(0, 3) })).rejects.toThrow(message);
  await changeThread(app, { ...ask, parts: bees.slice(0, 2) });
  expect(await told(ask)).toEqual({ state: "done", parts: "out out", line: "All 2 parts posted." });
});

it.each([
  ["is there", 5_000],
  ["is gone", 0],
  ["is not told", 5_000],
])("asking whether the part before %s counts in the day's spending with %i millionths", async (which, micros) => {
  const ask = await writeBees(2);
  await begin(ask);
  if (which === "is gone") await app.db.updateTable("sandbox_posts").set({ deleted_at: app.clock.now() }).execute();
  if (which === "is not told") network.readFigures = () => Promise.reject(new ReadError("no answer", null));
  app.clock.advance(minutes(11));
  // The sandbox charges for nothing.
  app.network = { ...network, kind: "x" };
  network.faults.push(answered(403, { detail: "deleted or not visible", type: "about:blank", status: 403 }));
  const before = await sumSpent(app.db, 0);
  await pass();
  expect((await sumSpent(app.db, 0)) - before).toBe(micros);
});

it("a thread whose beginning the database forgot goes on once its first part is found", async () => {
  const ask = await writeBees(3);
  network.faults.push("lost after");
  await expect(begin(ask)).rejects.toMatchObject({ code: "timeout" });
  // Another server has taken over, whose copy ends before the claim.
  await app.db.deleteFrom("attempts").execute();
  await app.db.updateTable("threads").set({ state: "draft" }).execute();
  await app.db
    .updateTable("tweets")
    .set({ state: "pending", publish_type: null, due_at: null, lease_token: null, check_at: null, error_code: null })
    .where("id", "=", ask.tweetId)
    .execute();
  expect(await recallSends(app)).toBe(1);
  await settle(6);
  expect(await told(ask)).toMatchObject({ state: "done", parts: "out out out" });
  expect(handed.map(({ text }) => text)).toEqual(bees.slice(0, 3));
});
