// Bots over /mcp: what stopping one takes along.
import { afterEach, beforeEach, expect, it } from "vitest";
import { startBot } from "~/features/bots/bots.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { tools } from "~/mcp/tools/index.server";
import type { Agent } from "~tests/support/agent";
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
  await agent.call("schedule_tweet", { ...named, at: "random" });
  expect((await now()).state).toBe("scheduled");
  await agent.call("stop_bot", { analysis_id: cast.alice.analysisId });
  expect((await now()).state).toBe("pending");
  const { description } = tools().find(({ name }) => name === "stop_bot") ?? {};
  expect(description).toContain("takes what it has on the timeline off it");
});
