// Bots over /mcp: what stopping one takes along, and what one proposes, which is its person's to judge.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { approve, startBot } from "~/features/bots/bots.server";
import { editTweet, writeTweet } from "~/features/publishing/publishing.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { tools } from "~/mcp/tools/index.server";
import type { Agent } from "~tests/support/calls/agent";
import { type AgentCast, createAgentCast } from "./agents";

let cast: AgentCast;
let agent: Agent;
let tweetId: number;
const content = "Written by a bot";
beforeEach(async () => {
  cast = await createAgentCast();
  agent = await cast.newAgent();
  const { app, alice } = cast;
  const account = alice.account.networkUserId;
  await startBot(app, { userId: alice.user.id, analysisId: alice.analysisId, account, review: true });
  tweetId = (await writeTweet(app, { userId: alice.user.id, content, account })).id;
  const { id } = await app.db.selectFrom("bots").select("id").executeTakeFirstOrThrow();
  await app.db.insertInto("bot_tweets").values({ bot_id: id, tweet_id: tweetId }).execute();
});
afterEach(() => cast?.close());

const now = () => getTweet(cast.app, cast.alice.user.id, tweetId);

it("stopping a bot takes what it has on the timeline off it, and the tool says so", async () => {
  const named = { tweet_id: tweetId, tweet_content: content, twitter_username: "alice_x" };
  const ask = { tweet_id: tweetId, twitter_account_id: cast.alice.account.networkUserId, at: "random" };
  const { confirm } = (await agent.call("preview_post", ask)).data;
  await agent.call("schedule_tweet", { ...named, at: "random", confirm });
  expect((await now()).state).toBe("scheduled");
  await agent.call("stop_bot", { analysis_id: cast.alice.analysisId });
  expect((await now()).state).toBe("pending");
  const { description } = tools().find(({ name }) => name === "stop_bot") ?? {};
  expect(description).toContain("unschedules its tweets");
});

describe("what a bot proposes", () => {
  beforeEach(async () => {
    const proposing = { state: "proposing" as const, proposal_id: tweetId, due_at: null };
    await cast.app.db.updateTable("bots").set(proposing).execute();
  });

  it("no agent posts, schedules, previews or changes, and it is approved with the words it had", async () => {
    const { app, alice } = cast;
    const [listed] = (await agent.call("list_bots")).data["bots"] as { proposal: { id: number } | null }[];
    expect(listed?.proposal?.id).toBe(tweetId);
    const tries: [string, Record<string, unknown>][] = [
      ["preview_post", { tweet_id: tweetId, twitter_account_id: alice.account.networkUserId }],
      ["edit_draft", { tweet_id: tweetId, tweet_content: "Words of an agent" }],
    ];
    for (const [name, args] of tries)
      expect([name, await agent.call(name, args)]).toMatchObject([name, { isError: true, code: "not_for_keys" }]);
    expect(await now()).toMatchObject({ content, state: "pending" });
    await approve(app, alice.user.id, tweetId);
    expect(await now()).toMatchObject({ content, state: "scheduled" });
  });

  it("no agent posts either by a preview from before", async () => {
    const { app, alice } = cast;
    await app.db.updateTable("bots").set({ state: "waiting", proposal_id: null, due_at: 1 }).execute();
    const shown = async (at?: string) => {
      const ask = { tweet_id: tweetId, twitter_account_id: alice.account.networkUserId, at };
      const { tweet_content, twitter_username, confirm } = (await agent.call("preview_post", ask)).data;
      return { tweet_id: tweetId, tweet_content, twitter_username, confirm, at };
    };
    const [now, later] = [await shown(), await shown("random")];
    await app.db.updateTable("bots").set({ state: "proposing", proposal_id: tweetId, due_at: null }).execute();
    expect(await agent.call("publish_tweet", now)).toMatchObject({ isError: true, code: "not_for_keys" });
    expect(await agent.call("schedule_tweet", later)).toMatchObject({ isError: true, code: "not_for_keys" });
    expect(await cast.posts()).toEqual([]);
  });

  it("is nobody else's business, and its person's to change", async () => {
    const { app, alice, bob } = cast;
    const bobs = await cast.newAgent({ member: bob });
    expect(await bobs.call("edit_draft", { tweet_id: tweetId, tweet_content: "Bob's" })).toMatchObject({
      code: "not_found",
    });
    await editTweet(app, { userId: alice.user.id, tweetId, content: "Her own words" });
    expect((await now()).content).toBe("Her own words");
  });
});
