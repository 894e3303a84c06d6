// Fields that nobody knows: where they are refused by name, where they are let be, and what the specification's own calls still get.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linkAccount } from "~tests/support/people/make";
import { hours } from "~/ground/time/duration";
import { endpoints } from "~/http/contract/index.server";
import type { Account } from "~/features/accounts/account";
import { aFile, type Cast, createCast } from "~tests/support/calls/api-cast";
import { fill, type Sent } from "~tests/support/calls/client";

/** Every route of the API: a new one is decided here before it is served. */
const decided: Record<string, "refused" | "ignored"> = {
  "POST /api/users/register": "ignored",
  "POST /api/users/login": "ignored",
  "POST /api/questions/set-timezone/{user_id}": "ignored",
  "GET /api/twitter/accounts/list": "ignored",
  "POST /api/twitter/accounts/{account_id}/set-default": "ignored",
  "POST /api/twitter/accounts/{account_id}/pause": "refused",
  "POST /api/twitter/accounts/{account_id}/resume": "refused",
  "DELETE /api/twitter/accounts/{account_id}": "ignored",
  "GET /api/twitter-auth/authorize/{user_id}": "ignored",
  "GET /api/twitter-auth/authorize-force-logout/{user_id}": "ignored",
  "GET /api/twitter-auth/callback": "ignored",
  "GET /api/me": "ignored",
  "GET /api/keys": "ignored",
  "POST /api/keys": "refused",
  "POST /api/keys/{key_id}/rotate": "refused",
  "DELETE /api/keys/{key_id}": "refused",
  "POST /api/questions/submit-gemini": "ignored",
  "GET /api/questions/task-status/{task_id}": "ignored",
  "GET /api/questions/batch/{batch_id}": "ignored",
  "POST /api/questions/publish-now/{tweet_id}": "refused",
  "POST /api/questions/multi-account/publish-now/{tweet_id}": "refused",
  "POST /api/questions/publish-random-auto/{tweet_id}": "refused",
  "POST /api/questions/multi-account/publish-random/{tweet_id}": "refused",
  "POST /api/tweets/{tweet_id}/schedule": "refused",
  "POST /api/tweets/{tweet_id}/move": "refused",
  "POST /api/tweets/{tweet_id}/cancel": "refused",
  "POST /api/tweets/{tweet_id}/resolve": "refused",
  "DELETE /api/tweets/{tweet_id}/post": "refused",
  "GET /api/questions/list/{user_id}/account/{account_id}": "ignored",
  "POST /api/batches/{batch_id}/schedule": "refused",
  "GET /api/twitter/accounts/{account_id}/backlog": "refused",
  "POST /api/twitter/accounts/{account_id}/backlog": "refused",
  "GET /api/hours/{account_id}": "refused",
  "PUT /api/hours/{account_id}": "refused",
  "GET /api/tweets": "refused",
  "GET /api/batches": "refused",
  "DELETE /api/tweets/{tweet_id}": "refused",
  "POST /api/tweets/{tweet_id}/restore": "refused",
  "GET /api/tweets/{tweet_id}": "refused",
  "POST /api/tweets": "refused",
  "GET /api/batches/{batch_id}": "refused",
  "GET /api/tasks": "refused",
  "GET /api/tasks/{task_id}": "refused",
  "GET /api/analyses": "refused",
  "GET /api/analyses/{analysis_id}": "refused",
  "DELETE /api/analyses/{analysis_id}": "refused",
  "GET /api/bots": "refused",
  "POST /api/bots/content-analysis/analyze": "ignored",
  "PUT /api/bots/content-analysis/bot-control/{analysis_id}": "ignored",
  "GET /api/bots/content-analysis/bot-status/{user_id}": "ignored",
  "GET /api/bots/content-analysis/list/{user_id}": "ignored",
  "POST /api/tweets/draft": "refused",
  "PUT /api/tweets/{tweet_id}": "refused",
  "POST /api/tweets/weigh": "refused",
  "POST /api/tweets/thread": "refused",
  "PUT /api/tweets/{tweet_id}/thread": "refused",
  "POST /api/tweets/{tweet_id}/thread/continue": "refused",
  "POST /api/tweets/{tweet_id}/thread/stop": "refused",
  "POST /api/tweets/split": "refused",
  "POST /api/media": "refused",
  "GET /api/media/{media_id}": "refused",
  "DELETE /api/media/{media_id}": "refused",
  "GET /api/voices/{account_id}": "refused",
  "PUT /api/voices/{account_id}": "refused",
  "POST /api/voices/{account_id}/preview": "refused",
  "POST /api/tweets/{tweet_id}/refine": "refused",
  "POST /api/batches/{batch_id}/again": "refused",
  "GET /api/tweets/{tweet_id}/versions": "refused",
  "POST /api/tweets/{tweet_id}/versions/{version_no}/restore": "refused",
  "GET /api/results/settings": "refused",
  "PUT /api/results/settings": "refused",
  "GET /api/results/list/{account_id}": "refused",
  "POST /api/results/read/{tweet_id}": "refused",
  "GET /api/results/summary/{account_id}": "refused",
  "GET /api/results/export/{account_id}": "refused",
  "GET /api/webhooks": "refused",
  "POST /api/webhooks": "refused",
  "GET /api/webhooks/{webhook_id}": "refused",
  "PUT /api/webhooks/{webhook_id}": "refused",
  "DELETE /api/webhooks/{webhook_id}": "refused",
  "POST /api/webhooks/{webhook_id}/test": "refused",
  "POST /api/webhooks/{webhook_id}/rotate-secret": "refused",
  "GET /api/webhooks/{webhook_id}/deliveries": "refused",
  "POST /api/deliveries/{delivery_id}/replay": "refused",
  "GET /api/openapi.json": "ignored",
  "GET /api/spending": "refused",
  "PUT /api/spending": "refused",
};

let cast: Cast;
let second: Account;
beforeEach(async () => {
  cast = await createCast();
  second = await linkAccount(cast.app, cast.alice, "alice_two");
});
afterEach(() => cast?.close());

const send = (method: string, path: string, sent: Sent = {}) =>
  cast.client.send<Record<string, unknown>>(method, path, sent, cast.alice.key);
const fault = (loc: string[], msg: string, type: string) => ({ loc, msg, type });
const noneIsOut = () => expect(cast.network.handed).toEqual([]);

it("every route of the API has decided what becomes of unknown fields", () => {
  const said = endpoints.map(({ method, path, unknown }) => [`${method} ${path}`, unknown]);
  expect(Object.fromEntries(said)).toEqual(decided);
});

it.each(Object.entries(decided))("%s: unknown fields in body and query are %s", async (route, becomes) => {
  const [method = "", template = ""] = route.split(" ");
  const path = fill(template, cast.idsOf(cast.alice));
  const takesFile = endpoints.some((one) => `${one.method} ${one.path}` === route && one.upload);
  const json = method === "GET" ? {} : takesFile ? aFile : { json: { nobody_knows: 1 } };
  const { status, body } = await send(method, `${path}?nobody_asks=1`, json);
  const told = JSON.stringify(body ?? null);
  expect(told.includes("nobody_knows"), told).toBe(becomes === "refused" && !takesFile && method !== "GET");
  expect(told.includes("nobody_asks"), told).toBe(becomes === "refused");
  if (becomes === "refused") expect(status).toBe(422);
  noneIsOut();
});

describe("an unknown field", () => {
  it("is named, with the one that was probably meant", async () => {
    const id = await cast.newTweet();
    const misspelt = await send("POST", `/api/questions/publish-now/${id}?twitter_acount_id=${second.networkUserId}`);
    const msg = "Unknown field twitter_acount_id. Did you mean twitter_account_id?";
    expect(misspelt.status).toBe(422);
    expect(misspelt.body).toMatchObject({
      success: false,
      error: msg,
      detail: [fault(["query", "twitter_acount_id"], msg, "unknown_field")],
      code: "invalid",
    });
    const json = { tweet_content: "Words", account: "x", twitterAccountId: "1", executeat: 3, Api_Key: "" };
    const { body } = await send("POST", "/api/questions/tweet", { json });
    expect((body["detail"] as { msg: string }[]).map(({ msg }) => msg)).toEqual([
      "Unknown field account",
      "Unknown field twitterAccountId. Did you mean twitter_account_id?",
      "Unknown field executeat",
      "Unknown field Api_Key. Did you mean api_key?",
    ]);
    noneIsOut();
  });

  it("is told beside all else that is wrong, and what every object inherits is no field", async () => {
    const path = `/api/questions/schedule/${await cast.newTweet()}?constructor=1`;
    const { status, body } = await send("POST", path, { body: '{"__proto__": 1}', headers: asJson });
    expect(status).toBe(422);
    expect(body["detail"]).toEqual([
      fault(["body", "__proto__"], "Unknown field __proto__", "unknown_field"),
      fault(["query", "constructor"], "Unknown field constructor", "unknown_field"),
      fault(["body", "execute_at"], "execute_at must be an ISO 8601 time, such as 2026-11-19T18:00:00Z", "required"),
    ]);
  });

  it("of any name or number makes no long answer", async () => {
    const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`f${index}`, 0]));
    const path = `/api/questions/cancel/${cast.alice.tweetId}`;
    const { status, body } = await send("POST", `${path}?=1`, {
      json: { ["x".repeat(9_000)]: 1, 'a\n"b': 2, ...many },
    });
    expect(status).toBe(422);
    expect(JSON.stringify(body).length).toBeLessThan(30_000);
    expect(body["error"]).toContain(String.raw`Unknown field "a\n\"b"`);
    const empty = await send("POST", `${path}?=1`);
    expect(empty.body["error"]).toBe('Unknown field ""');
  });

  it("changes nothing about who is told what: another's tweet is not there, and nobody is 401", async () => {
    const path = `/api/questions/publish-now/${cast.bob.tweetId}?x=1`;
    expect((await send("POST", path)).status).toBe(404);
    expect((await cast.client.send("POST", path)).status).toBe(401);
  });
});

const asJson = { "content-type": "application/json" };
const nowForms = ["/api/questions/publish-now/", "/api/questions/multi-account/publish-now/"];
const randomForms = ["/api/questions/publish-random-auto/", "/api/questions/multi-account/publish-random/"];

describe("the account", () => {
  const accountOf = async (id: number) => {
    const rows = cast.app.db.selectFrom("tweets").select("account_id").where("id", "=", id);
    return (await rows.executeTakeFirstOrThrow()).account_id;
  };

  it.each([...nowForms, ...randomForms])("%s honours one that is named, in body or query", async (at) => {
    for (const place of ["query", "body", "both"]) {
      const id = await cast.newTweet();
      const named = { twitter_account_id: second.networkUserId };
      const query = place === "body" ? "" : `?${new URLSearchParams(named).toString()}`;
      const { status } = await send("POST", `${at}${id}${query}`, place === "query" ? {} : { json: named });
      expect(status, place).toBe(200);
      expect(await accountOf(id), place).toBe(second.id);
    }
  });

  it.each([...nowForms, ...randomForms])("%s refuses two that differ", async (at) => {
    const id = await cast.newTweet();
    const json = { twitter_account_id: cast.alice.account.networkUserId };
    const { status, body } = await send("POST", `${at}${id}?twitter_account_id=${second.networkUserId}`, { json });
    expect(status).toBe(422);
    const msg = "twitter_account_id has different values in the body and in the query";
    expect(body["detail"]).toEqual([fault(["body", "twitter_account_id"], msg, "invalid")]);
    noneIsOut();
    expect((await send("POST", `${at}${id}?twitter_account_id=1&twitter_account_id=1`)).body["detail"]).toEqual([
      fault(["query", "twitter_account_id"], "twitter_account_id is given twice", "invalid"),
    ]);
  });

  it.each([nowForms[1], randomForms[1]])("%s asks for one by name", async (at) => {
    const id = await cast.newTweet();
    const msg = "Name the account in twitter_account_id.";
    const { status, body } = await send("POST", `${at}${id}`);
    expect(status).toBe(422);
    expect(body["detail"]).toEqual([fault(["query", "twitter_account_id"], msg, "required")]);
    const nothing = await send("POST", `${at}${id}`, { json: { twitter_account_id: null } });
    expect(nothing.status).toBe(422);
    expect(nothing.body["detail"]).toEqual([fault(["body", "twitter_account_id"], msg, "required")]);
    noneIsOut();
  });

  it.each(randomForms)("%s refuses two zones that differ", async (at) => {
    const path = `${at}${await cast.newTweet()}?user_timezone=Asia/Tokyo&twitter_account_id=${second.id}`;
    const { status, body } = await send("POST", path, { json: { user_timezone: "Europe/Berlin" } });
    expect(status).toBe(422);
    expect(body["error"]).toBe("user_timezone has different values in the body and in the query");
  });
});

describe("the specification's own calls stay valid", () => {
  const { stringify } = JSON;
  const ask = () => ({ user_id: cast.alice.user.id, api_key: cast.alice.key });
  const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  /** As a browser of the specification sends them: its credentials in the query or the body, nothing in a header. */
  const bare = async (path: string, json?: object) =>
    (await cast.client.send("POST", path, json ? { json } : {})).status;

  it("publish-now without a body", async () => {
    expect(await bare(`/api/questions/publish-now/${await cast.newTweet()}?${query(ask())}`)).toBe(200);
    expect(await bare(`/api/questions/publish-now/${await cast.newTweet()}`, ask())).toBe(200);
  });

  it("multi-account/publish-now with all in the query", async () => {
    const named = { ...ask(), twitter_account_id: second.networkUserId };
    expect(await bare(`${nowForms[1]}${await cast.newTweet()}?${query(named)}`)).toBe(200);
  });

  it("publish-random-auto and multi-account/publish-random with JSON", async () => {
    const zone = { user_timezone: "Europe/Berlin" };
    expect((await send("POST", `${randomForms[0]}${await cast.newTweet()}`, { json: zone })).status).toBe(200);
    const named = { ...ask(), ...zone, twitter_account_id: second.networkUserId };
    expect(await bare(`${randomForms[1]}${await cast.newTweet()}`, named)).toBe(200);
  });

  it("empty credentials beside a Bearer count as absent, also where the body has them", async () => {
    const empty = "?user_id=&api_key=";
    expect((await send("POST", `${nowForms[0]}${await cast.newTweet()}${empty}`)).status).toBe(200);
    const id = await cast.newTweet();
    expect(
      (await send("POST", `${nowForms[0]}${id}${empty}`, { body: stringify(ask()), headers: asJson })).status,
    ).toBe(200);
    const later = { json: { execute_at: new Date(cast.app.clock.now() + hours(2)).toISOString(), api_key: "" } };
    expect((await send("POST", `/api/questions/schedule/${await cast.newTweet()}${empty}`, later)).status).toBe(200);
  });
});

it("the OpenAPI page closes the bodies of those routes, and no other", () => {
  for (const { method, path, unknown } of endpoints.filter(({ upload }) => !upload)) {
    const operation = (cast.witness.page.paths[path] ?? {})[method.toLowerCase()] as unknown as {
      requestBody?: { content: { "application/json": { schema: { additionalProperties?: boolean } } } };
    };
    const closed = operation.requestBody?.content["application/json"].schema.additionalProperties === false;
    expect(closed, `${method} ${path}`).toBe(unknown === "refused" && method !== "GET");
  }
});
