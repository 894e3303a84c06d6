// Five seconds to take a post back, as the screens offer them: by the person's own setting, with a script and without one.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { exportText } from "~tests/support/people/export-text";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { findUser, issueKey } from "~/features/users/users.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi } from "~tests/support/calls/call";
import { linkAccount } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import { type AtScreens, atScreens } from "../support/acting";

let app: TestApp;
let alice: AtScreens;
/** The tweet's own; alice's default is another. */
let own: Account;
let tweet: Tweet;
beforeEach(async () => {
  app = await createTestApp();
  alice = await atScreens(app, "alice");
  own = await linkAccount(app, alice.person, "other");
  await setDefault(app, alice.person.user.id, alice.account.networkUserId);
  const ask = { userId: alice.person.user.id, content: "Kestrels hover.", account: own.networkUserId };
  tweet = await writeTweet(app, ask);
});
afterEach(() => app?.close());

const now = () => getTweet(app, alice.person.user.id, tweet.id);
const act = (intent: string, fields: Record<string, string> = {}, how?: { document?: boolean }) =>
  alice.act(`/timeline?tweet=${tweet.id}`, { intent, tweetId: String(tweet.id), ...fields }, how);
const prefer = (fields: Record<string, string>) => act("set-preferences", fields);

describe("5-second undo for Post Now", () => {
  it("is off until it is chosen: Post Now posts at once", async () => {
    expect(await act("post-now")).toMatchObject({ ok: true });
    expect(await now()).toMatchObject({ state: "published" });
  });

  it("chosen, Post Now waits and brings its Undo, which posts nothing", async () => {
    expect(await prefer({ waitsToPost: "on", hasKeys: "on" })).toMatchObject({ ok: true, message: "Saved" });
    expect(await act("post-now")).toMatchObject({
      ok: true,
      message: "Posting in 5 seconds",
      undo: { intent: "take-back", fields: { tweetId: String(tweet.id) }, lastsMs: seconds(5) },
    });
    const { opened } = (await alice.timeline(`/timeline?tweet=${tweet.id}`)).week;
    expect(opened?.tweet).toMatchObject({ status: "publishing", isSoon: true });
    expect(await act("take-back")).toMatchObject({ ok: true, message: "Undone. Nothing was posted." });
    app.clock.advance(seconds(60));
    expect(await sendDue(app)).toBe(0);
    expect(await now()).toMatchObject({ state: "pending" });
    expect((await now()).account?.username).toBe("other");
  });

  it("goes out by itself as its own account where nobody takes it back", async () => {
    await prefer({ waitsToPost: "on" });
    await act("post-now");
    app.clock.advance(seconds(5));
    expect(await sendDue(app)).toBe(1);
    expect(await now()).toMatchObject({ state: "published" });
    expect((await now()).account?.username).toBe("other");
    expect(await act("take-back")).toMatchObject({
      ok: false,
      error: "Too late to undo: it’s posted.",
    });
  });

  it("of a scheduled one takes it back to its moment, and says which", async () => {
    await prefer({ waitsToPost: "on" });
    const executeAt = Date.parse("2026-11-19T20:42:00Z");
    const ask = { userId: alice.person.user.id, tweetId: tweet.id, account: null };
    await scheduleAt(app, { ...ask, executeAt });
    await act("post-now", { from: "scheduled" });
    expect(await act("take-back")).toMatchObject({
      ok: true,
      message: "Undone. Still scheduled for today, 20:42.",
    });
    expect(await now()).toMatchObject({ state: "scheduled", dueAt: executeAt });
  });

  it("without a script brings the sentence and its Undo to the next page", async () => {
    await prefer({ waitsToPost: "on" });
    expect(await act("post-now", {}, { document: true })).toEqual({ to: `/timeline?tweet=${tweet.id}` });
    expect(await now()).toMatchObject({ state: "publishing" });
  });

  it("is not the API's: its Post Now answers when the network has", async () => {
    await prefer({ waitsToPost: "on" });
    const key = await issueKey(app, alice.person.user.id, null);
    const headers = { authorization: `Bearer ${key}` };
    const answer = await callApi(`/api/questions/publish-now/${tweet.id}`, { method: "POST", headers });
    expect(((await answer.json()) as { data: { status: string } }).data.status).toBe("published");
  });

  it("to the API a waiting one is publishing, and is not cancelled there", async () => {
    await prefer({ waitsToPost: "on" });
    await act("post-now");
    const key = await issueKey(app, alice.person.user.id, null);
    const headers = { authorization: `Bearer ${key}` };
    const listed = await callApi("/api/tweets?status=publishing", { headers });
    expect(JSON.stringify(await listed.json())).toContain("Kestrels hover.");
    const cancelled = await callApi(`/api/questions/cancel/${tweet.id}`, { method: "POST", headers });
    expect(cancelled.status).toBe(409);
    expect((await now()).undoUntil).not.toBeNull();
  });

  it("stays as chosen, for every browser of the person and nobody else's, and stands in the download", async () => {
    const bob = await atScreens(app, "bob");
    await prefer({ waitsToPost: "on" });
    expect(await findUser(app, alice.person.user.id)).toMatchObject({ undoEnabled: true, shortcutsEnabled: false });
    expect(await findUser(app, bob.person.user.id)).toMatchObject({ undoEnabled: false, shortcutsEnabled: true });
    const text = await exportText(app, alice.person.user.id, "json", "operator");
    expect((JSON.parse(text) as { user: object }).user).toMatchObject({ waits_to_post: true, has_keys: false });
    await prefer({ hasKeys: "on" });
    expect(await act("post-now")).toMatchObject({ message: expect.stringMatching(/^Published/) as string });
  });
});
