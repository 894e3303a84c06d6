// What happens to a tweet in its five seconds, and where nobody could claim it then: it fails, waits or is an idea again.
import { describe, expect, it, vi } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { addToTimeline, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import {
  markScheduledUnknown,
  pauseAccount,
  postAs,
  publishNow,
  readAttention,
  reconcileDue,
  resumeAccount,
  undoPost,
  unlink,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { findAccountRow, openTokens } from "~/features/accounts/accounts.server";
import { undoFor, undoMessages } from "~/features/publishing/rules/undo";
import { inTransaction } from "~db/database.server";
import { answered } from "~tests/support/fakes/faulty-network";
import { linkAccount } from "~tests/support/people/make";
import { account, alice, app, ask, network, other, pass, read, setStage, tweets } from "./stage";
import { fiveSeconds, posted, soon, turn, words } from "./soon-stage";

setStage();

describe("while it waits", () => {
  it("everything else on it is refused, and changes nothing", async () => {
    await soon(0);
    const before = await read(0);
    const refused = { code: "already_sent", message: undoMessages.waits };
    await expect(soon(0)).rejects.toMatchObject(refused);
    await expect(publishNow(app, { ...ask(0), scheduledToo: true })).rejects.toMatchObject(refused);
    await expect(addToTimeline(app, { ...ask(0), timeZone: null })).rejects.toMatchObject(refused);
    await expect(unschedule(app, ask(0))).rejects.toMatchObject(refused);
    await expect(postAs(app, { ...ask(0), account: other.networkUserId })).rejects.toMatchObject(refused);
    expect(await read(0)).toEqual(before);
  });

  it("its account unlinked makes it an idea, and nothing goes out", async () => {
    await soon(0);
    await unlink(app, alice.user.id, account.networkUserId);
    expect(await read(0)).toMatchObject({ state: "pending", undoUntil: null });
    expect([await fiveSeconds(), posted()]).toEqual([0, []]);
  });

  it("the account that it was scheduled as unlinked, taken back it is an idea: nothing waits where nothing is sent", async () => {
    const { networkUserId } = await linkAccount(app, alice, "alice_third");
    await scheduleAt(app, { ...ask(0), executeAt: app.clock.now() + hours(3) });
    await soon(0, { account: networkUserId, scheduledToo: true });
    await unlink(app, alice.user.id, account.networkUserId);
    expect(await read(0)).toMatchObject({ account: { username: "alice_third" }, undoUntil: app.clock.now() + undoFor });
    await undoPost(app, ask(0));
    expect(await read(0)).toMatchObject({ state: "pending", dueAt: null, undoUntil: null });
    app.clock.advance(hours(4));
    expect([await turn(), await pass(), posted()]).toEqual([0, 0, []]);
  });

  it("its account paused makes it a Post Now that failed: it says so, asks for attention, and is queued nowhere", async () => {
    await soon(0);
    await pauseAccount(app, alice.user.id, account.networkUserId);
    expect(await fiveSeconds()).toBe(0);
    const error = "@alice_x is paused. Resume the account under Linked accounts first.";
    expect(await read(0)).toMatchObject({ state: "failed", error });
    expect((await words(0)).at(-1)).toBe(`Failed: ${error}`);
    expect(await readAttention(app, alice.user.id, [])).toMatchObject({ failed: 1 });
    await resumeAccount(app, alice.user.id, account.networkUserId);
    app.clock.advance(hours(1));
    expect([await turn(), await pass(), posted()]).toEqual([0, 0, []]);
  });

  it("its account paused and resumed changes nothing: it has no moment that would be drawn anew", async () => {
    await soon(0);
    await pauseAccount(app, alice.user.id, account.networkUserId);
    app.clock.advance(undoFor);
    await resumeAccount(app, alice.user.id, account.networkUserId);
    expect(await turn()).toBe(1);
  });

  it("another that says the same and went out meanwhile makes it fail", async () => {
    await soon(0);
    const content = `${tweets[0]?.content.toUpperCase()} `;
    const { id } = await writeTweet(app, { userId: alice.user.id, content, account: account.networkUserId });
    // It counts as on its way from the press on, whoever comes after it.
    const duplicate = { userId: alice.user.id, tweetId: id, account: null };
    await expect(publishNow(app, duplicate)).rejects.toMatchObject({ code: "duplicate" });
    await app.db
      .updateTable("tweets")
      .set({ state: "published", published_at: app.clock.now() })
      .where("id", "=", id)
      .execute();
    expect(await fiveSeconds()).toBe(0);
    expect(await read(0)).toMatchObject({ state: "failed", errorCode: "duplicate" });
  });

  it("the day's posts of its account filled meanwhile make it fail, and a full day refuses the press itself", async () => {
    app.config = { ...app.config, dailyPostLimit: 1 };
    await soon(0);
    await publishNow(app, ask(1));
    expect(await fiveSeconds()).toBe(0);
    expect(await read(0)).toMatchObject({ state: "failed", errorCode: "daily_post_limit" });
    await expect(soon(2)).rejects.toMatchObject({ code: "daily_post_limit" });
    expect(await read(2)).toMatchObject({ state: "pending" });
  });

  it("its person disabled makes it fail", async () => {
    await soon(0);
    await app.db.updateTable("users").set({ disabled_at: app.clock.now() }).where("id", "=", alice.user.id).execute();
    expect([await fiveSeconds(), posted()]).toEqual([0, []]);
    expect(await read(0)).toMatchObject({ state: "failed", errorCode: "account_disabled" });
  });
});

describe("once it has failed", () => {
  it.each([
    ["refused by the network", () => void network.faults.push(answered(403, { detail: "No." }))],
    ["refused here", () => pauseAccount(app, alice.user.id, account.networkUserId)],
  ])("%s, a moment on the timeline is kept: it goes out then, and not at once", async (_, refuse) => {
    await soon(0);
    await refuse();
    await fiveSeconds();
    expect(await read(0)).toMatchObject({ state: "failed" });
    await resumeAccount(app, alice.user.id, account.networkUserId).catch(() => undefined);
    const { executeAt } = await addToTimeline(app, { ...ask(0), timeZone: null });
    expect(await read(0)).toMatchObject({ state: "scheduled", publishType: "scheduled", undoUntil: null });
    expect([await turn(), await pass(), posted()]).toEqual([0, 0, []]);
    app.clock.advance(minutes(5));
    expect([await turn(), await pass(), posted()]).toEqual([0, 0, []]);
    expect(await read(0)).toMatchObject({ state: "scheduled", dueAt: executeAt });
    app.clock.set(executeAt);
    expect([await turn(), await pass()]).toEqual([0, 1]);
    expect(await read(0)).toMatchObject({ state: "published", account: { id: account.id } });
  });
});

it("a clock that is set back within the five seconds makes it an idea, and posts it hours later no more", async () => {
  await soon(0);
  app.clock.set(app.clock.now() - hours(2));
  expect(await turn()).toBe(0);
  expect(await read(0)).toMatchObject({ state: "pending", error: undoMessages.missed });
  app.clock.advance(hours(3));
  expect([await turn(), await pass(), posted()]).toEqual([0, 0, []]);
});

describe("where the server was off", () => {
  it("for less than a minute it goes out late", async () => {
    await soon(0);
    app.clock.advance(undoFor + minutes(1));
    expect(await turn()).toBe(1);
  });

  it("for longer it is an idea again, which says so, and is never sent by itself", async () => {
    await soon(0);
    app.clock.advance(undoFor + minutes(1) + 1);
    expect(await turn()).toBe(0);
    expect(await read(0)).toMatchObject({ state: "pending", error: undoMessages.missed, undoUntil: null });
    expect((await words(0)).at(-1)).toBe(undoMessages.missed);
    app.clock.advance(hours(9));
    expect([await turn(), await pass(), posted()]).toEqual([0, 0, []]);
    await publishNow(app, ask(0));
    expect(await read(0)).toMatchObject({ state: "published", error: null });
  });

  it("a process that may not publish claims nothing, and leaves it for the one that may", async () => {
    await soon(0);
    app.clock.advance(undoFor);
    const mayClaim = vi.spyOn(app.node, "mayClaim").mockReturnValue(false);
    expect(await turn()).toBe(0);
    mayClaim.mockRestore();
    expect(await turn()).toBe(1);
  });

  it("a stop between the claim's beginning and its end refuses nothing: it is asked again", async () => {
    await soon(0);
    app.clock.advance(undoFor);
    const obstacle = vi.spyOn(app.node, "obstacle").mockReturnValue("elsewhere");
    expect(await turn()).toBe(0);
    expect((await read(0)).undoUntil).not.toBeNull();
    obstacle.mockRestore();
    expect(await turn()).toBe(1);
  });

  it("an older backup makes it unknown: found it is out, absent it is an idea and not sent", async () => {
    for (const n of [0, 1]) await soon(n);
    const takenAt = app.clock.now();
    app.clock.advance(undoFor);
    const row = await findAccountRow(app.db, account.id);
    await network.post(openTokens(app, row!), {
      text: tweets[1]?.content ?? "",
      timeoutMs: seconds(5),
      signal: new AbortController().signal,
      mayBegin: () => true,
    });
    const settleAfterMs = app.config.reconcileAfterMs;
    await inTransaction(app.db, (trx) => markScheduledUnknown(trx, { takenAt, now: app.clock.now(), settleAfterMs }));
    for (let look = 0; look < 4; look += 1) {
      app.clock.advance(minutes(5));
      await reconcileDue(app);
    }
    expect(await read(0)).toMatchObject({ state: "pending", error: undoMessages.missed });
    expect(await read(1)).toMatchObject({ state: "published", publishType: "immediate" });
    app.clock.advance(hours(1));
    expect([await turn(), await pass(), posted()]).toEqual([0, 0, [tweets[1]?.content]]);
  });
});

describe("a lost answer", () => {
  it("is looked up like any, and what turns out absent is sent once more, as the same account", async () => {
    network.faults.push("lost before");
    await soon(0);
    await fiveSeconds();
    expect(await read(0)).toMatchObject({ state: "unknown", undoUntil: null });
    for (let look = 0; look < 4; look += 1) {
      app.clock.advance(minutes(5));
      await reconcileDue(app);
    }
    await pass();
    expect(posted()).toEqual([tweets[0]?.content]);
    expect((await read(0)).account?.id).toBe(account.id);
  });

  it("a refusal of the network asks for attention, since nobody waited for the answer", async () => {
    network.faults.push(answered(403, { title: "Forbidden", detail: "You may not." }));
    await soon(0);
    await fiveSeconds();
    expect(await read(0)).toMatchObject({ state: "failed" });
    expect(await readAttention(app, alice.user.id, [])).toMatchObject({ failed: 1 });
    // Posted again and waited for, it does not.
    network.faults.push(answered(403, { title: "Forbidden", detail: "You may not." }));
    await expect(publishNow(app, ask(0))).rejects.toMatchObject({ code: "network_refused" });
    expect(await readAttention(app, alice.user.id, [])).toMatchObject({ failed: 0 });
  });
});
