// Post Now of what stands on the timeline, over the API and by an agent, as on the screens: it goes out now, as its own account, and
// not once more at its moment. Two accounts; the default is not the tweet's.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addToTimeline, scheduleAt } from "~/features/scheduling/scheduling.server";
import { writeThread } from "~/features/publishing/publishing.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { hours } from "~/ground/time/duration";
import { sendDue } from "~tests/support/sends";
import { type AgentCast, createAgentCast } from "../../mcp/agents";

let cast: AgentCast;
beforeEach(async () => {
  cast = await createAgentCast();
});
afterEach(() => cast?.close());

const of = (tweetId: number) => ({ userId: cast.alice.user.id, tweetId, account: cast.alice.account.networkUserId });

const timeline = {
  "at a moment": async () => {
    const id = await cast.newTweet();
    await scheduleAt(cast.app, { ...of(id), executeAt: cast.app.clock.now() + hours(3) });
    return id;
  },
  "at random": async () => {
    const id = await cast.newTweet();
    await addToTimeline(cast.app, { ...of(id), timeZone: null });
    return id;
  },
} as const;

/** By which it is posted now; the words come back. */
const ways: Record<string, (id: number) => Promise<unknown>> = {
  "POST /api/questions/publish-now": async (id) => {
    const { status } = await cast.client.send("POST", `/api/questions/publish-now/${id}`, {}, cast.alice.key);
    return status;
  },
  "POST /api/questions/multi-account/publish-now": async (id) => {
    const path = `/api/questions/multi-account/publish-now/${id}`;
    const json = { twitter_account_id: cast.alice.account.networkUserId };
    return (await cast.client.send("POST", path, { json }, cast.alice.key)).status;
  },
  "POST /api/questions/publish-now by a named key": async (id) => {
    const { key } = await cast.newKey(["publish"]);
    return (await cast.client.send("POST", `/api/questions/publish-now/${id}`, {}, key)).status;
  },
  publish_tweet: async (id) => {
    const agent = await cast.newAgent();
    const account = { twitter_account_id: cast.alice.account.networkUserId };
    const { data } = await agent.call("preview_post", { tweet_id: id, ...account });
    const { tweet_content, twitter_username, confirm } = data;
    const { isError } = await agent.call("publish_tweet", { tweet_id: id, tweet_content, twitter_username, confirm });
    return isError ? 409 : 200;
  },
};

describe.each(Object.keys(timeline) as (keyof typeof timeline)[])("a tweet that was scheduled %s", (how) => {
  it.each(Object.keys(ways))("goes out now, once, as its own account, by %s", async (way) => {
    const id = await timeline[how]();
    const { content } = await getTweet(cast.app, cast.alice.user.id, id);
    expect(await ways[way]?.(id)).toBe(200);
    expect(await cast.posts()).toEqual([{ handle: "alice_x", text: content }]);
    const after = await getTweet(cast.app, cast.alice.user.id, id);
    expect([after.state, after.publishedAt]).toEqual(["published", expect.any(Number)]);
    cast.app.clock.advance(hours(10));
    await sendDue(cast.app);
    expect(await cast.posts()).toHaveLength(1);
  });
});

it("what is out is refused as before, whatever it was before that", async () => {
  const id = await timeline["at a moment"]();
  const send = () => cast.client.send("POST", `/api/questions/publish-now/${id}`, {}, cast.alice.key);
  expect((await send()).status).toBe(200);
  expect(await send()).toMatchObject({ status: 409, body: { code: "already_sent" } });
  expect(await cast.posts()).toHaveLength(1);
});

it("a thread on the timeline begins now over the API, as on its window", async () => {
  const { app, alice } = cast;
  const parts = ["The first part of two", "And the second one"];
  const { id } = await writeThread(app, { userId: alice.user.id, parts, account: alice.account.networkUserId });
  await scheduleAt(app, { ...of(id), executeAt: app.clock.now() + hours(3) });
  expect((await cast.client.send("POST", `/api/questions/publish-now/${id}`, {}, alice.key)).status).toBe(200);
  expect(await cast.posts()).toEqual([{ handle: "alice_x", text: parts[0] }]);
});
