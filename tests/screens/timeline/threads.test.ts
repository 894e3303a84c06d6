// A thread on screens that show its first part alone: it is not sent from there, and what stopped it is said.
import { expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import { planAll, publishDue, publishNow, scheduleAll, writeThread } from "~/features/publishing/publishing.server";
import { createTestApp } from "~tests/support/app";
import { answered, faulty } from "~tests/support/faulty-network";
import { atScreens } from "../acting";

it("no button sends or schedules what it doesn't show, and a thread that stands still says so", async () => {
  const app = await createTestApp();
  const network = faulty(app.network);
  app.network = network;
  try {
    const alice = await atScreens(app, "alice");
    const userId = alice.person.user.id;
    const parts = ["Terns go far.", "Further than most: https://linnet.com/birds", "And come back."];
    const { id: tweetId } = await writeThread(app, { userId, parts, account: alice.account.networkUserId });
    const refusal = {
      ok: false,
      error:
        "This begins a thread of 3 parts, $0.23 on X, and only its first part is shown here. Post or schedule it over the API.",
    };
    for (const intent of ["post-now", "add-to-timeline", "schedule-at"]) {
      const fields = { intent, tweetId: String(tweetId), moment: "2027-01-01T12:00" };
      expect(await alice.act("/ideas", fields), intent).toMatchObject(refusal);
    }
    const plan = await planAll(app, { userId, tweetIds: [tweetId], days: 3 });
    expect(plan.refused).toMatchObject([{ tweetId, reason: "A thread is scheduled by itself." }]);
    const wanted = [{ tweetId, textHash: "", account: alice.account.networkUserId, at: app.clock.now() + 1 }];
    expect((await scheduleAll(app, { userId, wanted, days: 3 })).scheduled).toEqual([]);
    expect(network.handed).toEqual([]);

    await publishNow(app, { userId, tweetId, account: null });
    network.faults.push(answered(403, { detail: "No.", type: "about:blank", status: 403 }));
    app.clock.advance(seconds(6));
    await (
      await publishDue(app)
    ).done;
    expect(await alice.attention()).toEqual({ text: "1 tweet failed.", tweetHref: `/timeline?tweet=${tweetId}` });
    const { opened } = (await alice.timeline(`/timeline?tweet=${tweetId}`)).week;
    expect(opened?.tweet).toMatchObject({
      status: "failed",
      error: "1 of 3 parts are out. Part 2 was not taken: X refused this tweet: No. Parts 2–3 are not posted.",
    });
    const ideas = JSON.stringify(await alice.ideas());
    for (const part of parts.slice(1)) expect(ideas).not.toContain(part);
  } finally {
    await app.close();
  }
});
