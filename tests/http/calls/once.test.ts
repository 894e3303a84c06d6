// Each call that takes an Idempotency-Key: its answer is kept in the transaction of its work, and is the one that it sends.
import { afterEach, beforeEach, expect, it } from "vitest";
import { handlers } from "~/api/index.server";
import { planAll, sealPlan } from "~/features/scheduling/scheduling.server";
import { publishNow, stopThread, writeThread } from "~/features/publishing/publishing.server";
import { saveResultSettings } from "~/features/results/results.server";
import type { Call } from "~/http/api/api.server";
import type { Caller } from "~/http/api/authenticate.server";
import { unkeyed } from "~/http/api/idempotency/idempotency.server";
import { hours } from "~/ground/time/duration";
import { type Cast, createCast, description } from "~tests/support/calls/api-cast";
import { makeBatch, password } from "~tests/support/people/make";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

interface Sent {
  json: unknown;
  ids?: Record<string, string | number>;
}
const pending = async (json: unknown): Promise<Sent> => ({ json, ids: { tweet_id: await cast.newTweet() } });
const named = () => ({ twitter_account_id: cast.alice.account.networkUserId });
const batchOf = async () => {
  const tweets = await makeBatch(cast.app, cast.alice, cast.alice.account);
  return { tweets, batchId: tweets[0]?.batchId ?? "" };
};

type Way = ["trx" | "sent" | "end", () => Sent | Promise<Sent>];

/** `trx`: kept with the work. `sent`: marked before the network is called. `end`: kept once it has ended. */
const calls: Record<string, Way> = {
  "POST /api/questions/submit-gemini": ["trx", () => ({ json: { question: "tea" } })],
  "POST /api/bots/content-analysis/analyze": ["end", () => ({ json: { content: description } })],
  "POST /api/tweets/draft": ["trx", () => ({ json: { tweet_content: "Mine" } })],
  "POST /api/tweets": [
    "trx",
    () => ({ json: { tweets: [{ tweet_content: "Mine", ...named(), publish_at: "random" }] } }),
  ],
  "POST /api/questions/publish-now/{tweet_id}": ["sent", () => pending({})],
  "POST /api/questions/multi-account/publish-now/{tweet_id}": ["sent", () => pending(named())],
  "POST /api/questions/publish-random-auto/{tweet_id}": ["trx", () => pending({})],
  "POST /api/questions/multi-account/publish-random/{tweet_id}": ["trx", () => pending(named())],
  "POST /api/tweets/{tweet_id}/schedule": [
    "trx",
    () => pending({ execute_at: new Date(cast.app.clock.now() + hours(2)).toISOString() }),
  ],
  "POST /api/tweets/thread": ["trx", () => ({ json: { parts: ["One", "Two"] } })],
  "POST /api/tweets/{tweet_id}/thread/continue": [
    "trx",
    async () => {
      const { app, alice } = cast;
      const ask = { userId: alice.user.id, account: null };
      const { id } = await writeThread(app, { ...ask, parts: ["One goes", "Two follows"] });
      await publishNow(app, { ...ask, tweetId: id });
      await stopThread(app, { userId: alice.user.id, tweetId: id });
      return { json: {}, ids: { tweet_id: id } };
    },
  ],
  "POST /api/tweets/{tweet_id}/refine": ["trx", () => pending({ instruction: "shorter" })],
  "POST /api/batches/{batch_id}/again": [
    "trx",
    async () => ({ json: {}, ids: { batch_id: (await batchOf()).batchId } }),
  ],
  "POST /api/batches/{batch_id}/schedule": [
    "trx",
    async () => {
      const { tweets, batchId } = await batchOf();
      const userId = cast.alice.user.id;
      const plan = await planAll(cast.app, { userId, tweetIds: tweets.map(({ id }) => id), days: 3 });
      const confirm = sealPlan(cast.app, { userId, batchId }, { plan, days: 3 });
      return { json: { days: 3, confirm }, ids: { batch_id: batchId } };
    },
  ],
  "POST /api/keys": ["trx", () => ({ json: { name: "n8n", scopes: ["read"], password } })],
  "POST /api/keys/{key_id}/rotate": ["trx", () => ({ json: { password } })],
  "POST /api/webhooks": ["trx", () => ({ json: { url: "https://93.184.215.14/hook", events: ["*"] } })],
  "POST /api/webhooks/{webhook_id}/test": ["trx", () => ({ json: {} })],
  "POST /api/webhooks/{webhook_id}/rotate-secret": ["trx", () => ({ json: {} })],
  "POST /api/deliveries/{delivery_id}/replay": ["trx", () => ({ json: {} })],
  "POST /api/results/read/{tweet_id}": [
    "end",
    async () => {
      const sent = await pending({});
      await saveResultSettings(cast.app, cast.alice.user.id, { level: "light" });
      await publishNow(cast.app, {
        userId: cast.alice.user.id,
        tweetId: Number(sent.ids?.["tweet_id"]),
        account: null,
      });
      return sent;
    },
  ],
};

const served = handlers.filter(({ endpoint }) => endpoint.once);
const nameOf = ({ endpoint: { method, path } }: (typeof served)[number]) => `${method} ${path}`;

it("these take a key, and no other", () => {
  expect(served.map(nameOf).toSorted()).toEqual(Object.keys(calls).toSorted());
});

it.each(Object.keys(calls))("%s keeps what it sends", async (name) => {
  const [how, make] = calls[name] as Way;
  const { json, ids } = await make();
  const { app, alice } = cast;
  const handler = served.find((one) => nameOf(one) === name);
  const params = Object.fromEntries(
    Object.entries({ ...cast.idsOf(alice), ...ids }).map(([id, at]) => [id, String(at)]),
  );
  const kept: unknown[] = [];
  let marked = 0;
  const once = {
    ...unkeyed,
    keep: async (trx: unknown, tell: () => object | Promise<object>) => {
      expect(trx).not.toBe(app.db);
      kept.push(await tell());
    },
    markSent: () => Promise.resolve(void (marked += 1)),
  };
  const call = {
    app,
    request: new Request("http://localhost:3000/"),
    params,
    file: Buffer.alloc(0),
    query: {},
    key: null,
    sessionHash: null,
  };
  const body = handler?.endpoint.body?.parse(json) ?? {};
  const answer = await handler?.run({
    ...call,
    body,
    headers: new Headers(),
    once,
    user: alice.user,
  } as unknown as Call & Caller);
  expect([kept, marked]).toEqual([how === "trx" ? [answer] : [], how === "sent" ? 1 : 0]);
});
