// API handlers for threads.
import { changeThread, continueThread, stopThread, writeThread } from "~/features/publishing/publishing.server";
import { countHere } from "~/features/rate-limits/rate-limits.server";
import { requireSplit } from "~/features/threads/threads.server";
import { serve } from "~/http/api/api.server";
import { asKey, keyIdOf } from "~/http/api/named-key.server";
import { tweetId } from "~/http/api/params.server";
import { keepingTweet } from "./keeping-tweet.server";
import { tellTweet } from "~/features/publishing/to-api.server";
import { asRead } from "./whole-tweet.server";
import * as contract from "~/http/contract/threads.server";

export const threads = [
  serve(contract.write, async (call) => {
    const { app, user, body } = call;
    const ask = { userId: user.id, parts: body.parts, account: body.twitter_account_id ?? null };
    return { data: await tellTweet(app, user.timezone, await writeThread(app, ask, keepingTweet(call))) };
  }),
  serve(contract.change, async (call) => {
    const { app, params, user, key, body } = call;
    const ask = { userId: user.id, tweetId: tweetId(params), parts: body.parts, ...asKey(key), ...asRead(call) };
    return { data: await tellTweet(app, user.timezone, await changeThread(app, ask)) };
  }),
  serve(contract.goOn, async (call) => {
    const { app, params, user, key, body } = call;
    const ask = { userId: user.id, tweetId: tweetId(params), postId: body.post_url ?? null, keyId: keyIdOf(key) };
    return { data: await tellTweet(app, user.timezone, await continueThread(app, ask, keepingTweet(call))) };
  }),
  serve(contract.stop, async ({ app, params, user, key }) => {
    const ask = { userId: user.id, tweetId: tweetId(params), keyId: keyIdOf(key) };
    return { data: await tellTweet(app, user.timezone, await stopThread(app, ask)) };
  }),
  serve(contract.split, async ({ app, user, body }) => {
    countHere(app, "splitting", user.id);
    return { parts: requireSplit(body.text, { numbered: body.numbered ?? false }) };
  }),
];
