// What a bot proposes is its person's to judge: no named key puts it on its way, and a bot never waits for a word on what went.
import { afterEach, beforeEach, expect, it } from "vitest";
import { runBots, startBot } from "~/features/bots/bots.server";
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import { scopes } from "~/features/api-keys/scope";
import { writeTweet } from "~/features/publishing/publishing.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { hours, minutes } from "~/ground/time/duration";
import { type Cast, createCast } from "~tests/support/calls/api-cast";

let cast: Cast;
let tweetId: number;
beforeEach(async () => {
  cast = await createCast();
  const { app, alice } = cast;
  const account = alice.account.networkUserId;
  await startBot(app, {
    userId: alice.user.id,
    analysisId: Number(cast.idsOf(alice).analysis_id),
    account,
    review: true,
  });
  tweetId = (await writeTweet(app, { userId: alice.user.id, content: "Written by a bot", account })).id;
  const { id } = await app.db.selectFrom("bots").select("id").executeTakeFirstOrThrow();
  await app.db.insertInto("bot_tweets").values({ bot_id: id, tweet_id: tweetId }).execute();
  await app.db.updateTable("bots").set({ state: "proposing", proposal_id: tweetId, due_at: null }).execute();
});
afterEach(() => cast?.close());

const routes = (): [string, Record<string, unknown>][] => {
  const account = { twitter_account_id: cast.alice.account.networkUserId };
  return [
    ["publish-now", account],
    ["multi-account/publish-now", account],
    ["publish-random-auto", account],
    ["multi-account/publish-random", account],
    ["schedule", { ...account, execute_at: new Date(cast.app.clock.now() + hours(3)).toISOString() }],
  ];
};
const send = async (route: string, json: Record<string, unknown>, key: string) => {
  const answer = await cast.client.send("POST", `/api/questions/${route}/${tweetId}`, { json }, key);
  return [route, answer.status, answer.body["code"]];
};
const now = () => getTweet(cast.app, cast.alice.user.id, tweetId);
const bot = () => cast.app.db.selectFrom("bots").select(["state", "proposal_id", "due_at"]).executeTakeFirstOrThrow();

it("no named key posts or schedules it, by any route, and no other than its person's learns of it", async () => {
  const { key } = await makeKeyFor(cast.app, cast.alice.user.id, { name: "all", scopes, expiresAt: null });
  const bobs = await makeKeyFor(cast.app, cast.bob.user.id, { name: "all", scopes, expiresAt: null });
  for (const [route, json] of routes()) {
    expect(await send(route, json, key)).toEqual([route, 403, "not_for_keys"]);
    const others = { ...json, twitter_account_id: cast.bob.account.networkUserId };
    expect(await send(route, others, bobs.key)).toEqual([route, 404, "not_found"]);
  }
  expect(await now()).toMatchObject({ state: "pending", publishType: null });
  expect(await bot()).toMatchObject({ state: "proposing", proposal_id: tweetId });
  await cast.app.db.updateTable("bots").set({ state: "waiting", proposal_id: null, due_at: 1 }).execute();
  const [route, json] = routes()[0]!;
  expect(await send(route, json, key)).toEqual([route, 200, undefined]);
});

it("its person's browser does, and the bot goes on after it", async () => {
  const [route, json] = routes()[4]!;
  expect(await send(route, json, cast.alice.key)).toEqual([route, 200, undefined]);
  await runBots(cast.app);
  const dueAt = cast.app.clock.now() + hours(3) + minutes(1);
  expect(await bot()).toEqual({ state: "waiting", proposal_id: null, due_at: dueAt });
});
