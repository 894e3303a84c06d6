// Scheduling over /mcp: at the moment that the preview showed and at no other. Two accounts; the default is not the tweet's.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setDefault } from "~/features/accounts/accounts.server";
import { readJournal, writeThread, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { sentenceOf } from "~/features/publishing/rules/journal-words";
import { getTweet } from "~/features/tweets/tweets.server";
import { hours, minutes } from "~/ground/time/duration";
import type { Agent } from "~tests/support/calls/agent";
import { sendDue } from "~tests/support/sends";
import { type AgentCast, createAgentCast } from "./agents";

let cast: AgentCast;
let agent: Agent;
let tweetId: number;
const content = "A linnet sings at seven";
beforeEach(async () => {
  cast = await createAgentCast();
  agent = await cast.newAgent();
  const { alice } = cast;
  const ask = { userId: alice.user.id, content, account: alice.account.networkUserId };
  tweetId = (await writeTweet(cast.app, ask)).id;
});
afterEach(() => cast?.close());

const own = () => ({ userId: cast.alice.user.id, tweetId });
const later = () => cast.app.clock.advance(1);

async function preview(account = cast.alice.account, at?: string) {
  const args = { tweet_id: tweetId, twitter_account_id: account.networkUserId, at };
  const { data, isError, text } = await agent.call("preview_post", args);
  expect([isError, text]).toEqual([false, JSON.stringify(data)]);
  const { tweet_content, twitter_username, confirm } = data as Record<string, string>;
  return { tweet_id: tweetId, tweet_content, twitter_username, confirm };
}

async function changed(args: Record<string, unknown>, name = "schedule_tweet"): Promise<void> {
  const before = await getTweet(cast.app, cast.alice.user.id, tweetId);
  expect(await agent.call(name, args)).toMatchObject({ isError: true, code: "changed", data: { code: "changed" } });
  expect(await getTweet(cast.app, cast.alice.user.id, tweetId)).toEqual(before);
  expect(await cast.posts()).toEqual([]);
}

const posted = async () => (await cast.posts()).map(({ handle, text }) => `@${handle}: ${text}`);

describe("a tweet is put on the timeline", () => {
  const at = (ahead = hours(3)) => new Date(cast.app.clock.now() + ahead).toISOString();
  /** What is sent for a moment that was previewed. */
  const shownAt = async (moment: string, account = cast.alice.account) => ({
    ...(await preview(account, moment)),
    at: moment,
  });
  const schedule = (args: Record<string, unknown>) => agent.call("schedule_tweet", args);

  it("as its own account, with the words named, and goes out so", async () => {
    expect(await schedule(await shownAt(at()))).toMatchObject({
      isError: false,
      data: { twitter_username: "alice_x", execute_at: at(), reason: null },
    });
    cast.app.clock.advance(hours(3));
    await sendDue(cast.app);
    expect(await posted()).toEqual([`@alice_x: ${content}`]);
    const journal = (await readJournal(cast.app, tweetId)).map((event) => sentenceOf(event));
    expect(journal).toContain("Scheduled by the key “agent 1”.");
  });

  it("at the random moment that the preview drew, and at another once it is previewed again", async () => {
    const draw = async () => {
      const args = { tweet_id: tweetId, twitter_account_id: cast.alice.account.networkUserId, at: "random" };
      const { tweet_content, twitter_username, confirm, execute_at } = (await agent.call("preview_post", args)).data;
      return { shown: { tweet_id: tweetId, tweet_content, twitter_username, confirm }, moment: execute_at };
    };
    const [first, second] = [await draw(), await draw()];
    expect(first.moment).not.toBe(second.moment);
    expect(await schedule({ ...first.shown, at: "random" })).toMatchObject({
      isError: false,
      data: { execute_at: first.moment, reason: expect.stringMatching(/^Picked at random/) as string },
    });
    later();
    await unschedule(cast.app, own());
    // Of the tweet of before.
    await changed({ ...second.shown, at: "random" });
    const third = await draw();
    expect(await schedule({ ...third.shown, at: third.moment })).toMatchObject({ data: { execute_at: third.moment } });
    expect(await schedule({ ...third.shown, at: "soon" })).toMatchObject({ code: "invalid" });
  });

  it("at no moment but the one that was shown, and a confirm of one deed is none of the other", async () => {
    const shown = await shownAt(at());
    for (const moment of [at(hours(3) + 1), at(0), at(minutes(1)), "random"]) await changed({ ...shown, at: moment });
    const { at: _at, ...now } = shown;
    await changed(now, "publish_tweet");
    await changed({ ...(await preview()), at: at() });
    const { confirm: _confirm, ...unconfirmed } = shown;
    expect(await schedule(unconfirmed)).toMatchObject({ isError: true, code: "invalid" });
    expect(await schedule(shown)).toMatchObject({ isError: false });
  });

  it("is refused where no such moment can be had", async () => {
    const of = async (moment: string) => {
      const args = { tweet_id: tweetId, twitter_account_id: cast.alice.account.networkUserId, at: moment };
      return (await agent.call("preview_post", args)).code;
    };
    expect(await of(at(-hours(1)))).toBe("invalid");
    expect(await of(at(hours(24 * 366)))).toBe("invalid");
    expect(await of("tomorrow")).toBe("invalid");
  });

  it("as the account of the preview, also where that is not the tweet's own", async () => {
    await changed({ ...(await shownAt(at())), twitter_username: "alice_default" });
    expect((await schedule(await shownAt(at(), cast.other))).isError).toBe(false);
    expect((await getTweet(cast.app, cast.alice.user.id, tweetId)).account?.username).toBe("alice_default");
  });

  it("not with other words, another name, a confirm that no longer holds, or as a thread", async () => {
    const { app, alice } = cast;
    const shown = await shownAt(at());
    await changed({ ...shown, tweet_content: "Other words" });
    await changed({ ...shown, twitter_username: "alice_y" });
    later();
    await scheduleAt(app, { ...own(), account: null, executeAt: app.clock.now() + hours(5) });
    await unschedule(app, own());
    await changed(shown);
    const parts = ["One part", "And another one"];
    const thread = await writeThread(app, { userId: alice.user.id, parts, account: alice.account.networkUserId });
    const ask = { ...shown, tweet_id: thread.id, tweet_content: "One part" };
    expect(await schedule(ask)).toMatchObject({ isError: true, code: "not_for_threads" });
  });

  it("as the account that was shown, whichever is the default by then", async () => {
    const { app, alice, other } = cast;
    await app.db.updateTable("tweets").set({ account_is_own: 0, account_id: null }).where("id", "=", tweetId).execute();
    const shown = await shownAt(at(), other);
    await setDefault(app, alice.user.id, alice.account.networkUserId);
    expect(await schedule(shown)).toMatchObject({ isError: false, data: { twitter_username: other.username } });
  });
});
