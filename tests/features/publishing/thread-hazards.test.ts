// Threads where two things meet: a restored backup, a word of the person's, a change, while a part is not known to be out.
import { expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { markScheduledUnknown } from "~/features/publishing/publishing.server";
import { inTransaction } from "~db/database.server";
import type { Change } from "~db/schema";
import { app, setStage } from "./stage";
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
    expect(await told(ask)).toEqual({ state: "done", parts: "out out out out", line: "All 4 parts are out." });
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
