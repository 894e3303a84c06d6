// How the API says no: each 422 is a list of what is wrong and where, each 401 says how to ask, each address what it takes.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { days, hours } from "~/ground/time/duration";
import { endpoints } from "~/http/contract/index.server";
import * as sessionKey from "~/routes/session.key";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { call, sameOrigin } from "~tests/support/calls/call";
import { fill, origin, type Sent } from "~tests/support/calls/client";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

const send = (method: string, path: string, sent: Sent = {}, by: string | undefined = cast.alice.key) =>
  cast.client.send<Record<string, unknown>>(method, path, sent, by);
const asJson = { "content-type": "application/json" };

describe("a 422 lists what is wrong, and where", () => {
  const iso = (from: number) => new Date(cast.app.clock.now() + from).toISOString();
  const ours = "/api/questions";
  const analyze = "/api/bots/content-analysis/analyze";
  const list = "/api/bots/content-analysis/list/{user_id}";
  /** Method, path, what is sent; where, what word, and whether a verb rather than a schema found it. */
  type Case = [string, string, () => Sent, (string | number)[], string];
  const cases: Case[] = [
    ["POST", `${ours}/set-timezone/{user_id}?timezone=Mars/Base`, () => ({}), ["query", "timezone"], "invalid"],
    ["POST", `${ours}/set-timezone/{user_id}`, () => ({}), ["query", "timezone"], "required"],
    ["POST", `${ours}/tweet`, () => ({ json: { tweet_content: " " } }), ["body", "tweet_content"], "too_short"],
    ["POST", `${ours}/tweet`, () => ({ json: {} }), ["body", "tweet_content"], "required"],
    ["POST", `${ours}/tweet`, () => ({ json: { tweet_content: 7 } }), ["body", "tweet_content"], "invalid"],
    [
      "POST",
      `${ours}/tweet`,
      () => ({ json: { tweet_content: "x".repeat(281) } }),
      ["body", "tweet_content"],
      "too_long",
    ],
    [
      "PUT",
      `${ours}/tweet/{tweet_id}`,
      () => ({ json: { tweet_content: "x".repeat(5_001) } }),
      ["body", "tweet_content"],
      "too_long",
    ],
    [
      "PUT",
      `${ours}/tweet/{tweet_id}`,
      () => ({ json: { tweet_content: "a\ufeffb" } }),
      ["body", "tweet_content"],
      "invalid",
    ],
    [
      "POST",
      `${ours}/schedule/{tweet_id}`,
      () => ({ json: { execute_at: iso(-hours(1)) } }),
      ["body", "execute_at"],
      "past",
    ],
    [
      "POST",
      `${ours}/schedule/{tweet_id}`,
      () => ({ json: { execute_at: iso(days(366)) } }),
      ["body", "execute_at"],
      "not_in_range",
    ],
    [
      "POST",
      `${ours}/schedule/{tweet_id}`,
      () => ({ json: { execute_at: "soon" } }),
      ["body", "execute_at"],
      "not_a_moment",
    ],
    [
      "POST",
      `${ours}/schedule/{tweet_id}`,
      () => ({ json: { execute_at: 5 } }),
      ["body", "execute_at"],
      "not_a_moment",
    ],
    [
      "POST",
      `${ours}/publish-now/{tweet_id}?twitter_account_id=me`,
      () => ({}),
      ["query", "twitter_account_id"],
      "not_an_id",
    ],
    ["POST", `${ours}/weigh`, () => ({ json: { texts: [] } }), ["body", "texts"], "too_short"],
    ["POST", `${ours}/weigh`, () => ({ json: { texts: ["a", 2] } }), ["body", "texts", 1], "invalid"],
    ["POST", `${ours}/weigh`, () => ({ json: { texts: ["x".repeat(5_001)] } }), ["body", "texts"], "too_long"],
    ["POST", `${ours}/split`, () => ({ json: {} }), ["body", "text"], "required"],
    ["POST", `${ours}/split`, () => ({ json: { text: " \n" } }), ["body", "text"], "too_short"],
    ["POST", `${ours}/split`, () => ({ json: { text: "x".repeat(281) } }), ["body", "text"], "too_long"],
    ["POST", `${ours}/split`, () => ({ json: { text: "x ".repeat(4_000) } }), ["body", "text"], "too_long"],
    ["POST", `${ours}/split`, () => ({ json: { text: "x ".repeat(62_501) } }), ["body", "text"], "too_long"],
    ["POST", `${ours}/split`, () => ({ json: { text: "a\uFFFEb" } }), ["body", "text"], "invalid"],
    ["POST", `${ours}/split`, () => ({ json: { text: "a", numbered: 1 } }), ["body", "numbered"], "invalid"],
    [
      "POST",
      `${ours}/submit-gemini`,
      () => ({ json: { question: "x".repeat(2_001) } }),
      ["body", "question"],
      "too_long",
    ],
    ["POST", `${ours}/submit-gemini`, () => ({ json: { question: "  " } }), ["body", "question"], "too_short"],
    ...["tweet", 1].map((format): Case => [
      "POST",
      `${ours}/submit-gemini`,
      () => ({ json: { question: "tea", format } }),
      ["body", "format"],
      "invalid",
    ]),
    ...[2, 11].map((parts): Case => [
      "POST",
      `${ours}/submit-gemini`,
      () => ({ json: { question: "tea", format: "thread", parts } }),
      ["body", "parts"],
      "not_in_range",
    ]),
    ...[
      { parts: 5 },
      { format: "tweets", parts: 5 },
      { format: "thread", parts: "5" },
      { format: "thread", parts: 3.5 },
    ].map((more): Case => [
      "POST",
      `${ours}/submit-gemini`,
      () => ({ json: { question: "tea", ...more } }),
      ["body", "parts"],
      "invalid",
    ]),
    ["POST", analyze, () => ({ json: {} }), ["body", "content"], "required"],
    ["POST", analyze, () => ({ json: { content: "x", input_id: 1 } }), ["body", "input_id"], "invalid"],
    ["POST", analyze, () => ({ json: { input_id: "one" } }), ["body", "input_id"], "not_an_id"],
    ["POST", analyze, () => ({ json: { content: "x".repeat(5_001) } }), ["body", "content"], "too_long"],
    ["GET", `${list}?limit=201`, () => ({}), ["query", "limit"], "not_in_range"],
    ["GET", `${list}?limit=many`, () => ({}), ["query", "limit"], "invalid"],
    ["POST", analyze, () => ({ json: [] }), ["body"], "invalid"],
    ["POST", analyze, () => ({ body: '{"content":"\\ud800"}', headers: asJson }), ["body", "content"], "invalid"],
    ["POST", "/api/users/register", () => ({ json: {} }), ["body", "email"], "required"],
    [
      "POST",
      "/api/users/register",
      () => ({ json: { email: "ada", password: "perch on 7" } }),
      ["body", "email"],
      "invalid",
    ],
  ];

  it.each(cases)("%s %s (case %#)", async (method, path, sent, loc, type) => {
    const { status, body } = await send(method, fill(path, cast.idsOf(cast.alice)), sent());
    expect(status).toBe(422);
    // The same sentence for several fields stands once, for the first of them.
    expect(body["detail"]).toEqual([{ loc, msg: body["error"], type }]);
  });

  it("a text that the network would refuse is told of the tweet that the path names", async () => {
    const long = { content: "x".repeat(300) };
    await cast.app.db.updateTable("tweets").set(long).where("id", "=", cast.alice.tweetId).execute();
    const { status, body } = await send("POST", `${ours}/publish-now/${cast.alice.tweetId}`);
    expect(status).toBe(422);
    expect(body["detail"]).toEqual([{ loc: ["path", "tweet_id"], msg: body["error"], type: "too_long" }]);
  });

  it("several at once, each in the order of the fields, joined in the sentence", async () => {
    const json = { email: "ada", password: "short", phone: "1".repeat(41) };
    const { body } = await send("POST", "/api/users/register", { json });
    const faults = body["detail"] as { loc: string[]; msg: string }[];
    expect(faults.map(({ loc }) => loc[1])).toEqual(["email", "password", "phone"]);
    expect(faults.map(({ msg }) => msg).join(", ")).toBe(body["error"]);
  });
});

describe("a 401 says how to ask", () => {
  const path = "/api/twitter/accounts/list";
  const challenge = async (query: string, by = "") => {
    const { status, headers, body } = await send("GET", `${path}${query}`, {}, by);
    expect(status).toBe(401);
    return [headers.get("www-authenticate"), body["error"]];
  };
  const plain = 'Bearer realm="Linnet"';
  const invalid = `${plain}, error="invalid_token"`;

  it("and whether a key came", async () => {
    expect(await challenge("")).toEqual([plain, "用户未登录"]);
    expect(await challenge("", "wrong")).toEqual([invalid, "The API key isn’t valid."]);
    expect(await challenge(`?user_id=${cast.alice.user.id}&api_key=wrong`)).toEqual([
      invalid,
      "The API key isn’t valid.",
    ]);
    const json = { email: cast.alice.user.email, password: "not hers 1" };
    expect((await send("POST", "/api/users/login", { json }, "")).headers.get("www-authenticate")).toBe(plain);
  });

  it("a key without its user's id is told that the id is missing, not that the key is wrong", async () => {
    const missing = "Send user_id with api_key.";
    expect(await challenge(`?api_key=${cast.alice.key}`)).toEqual([invalid, missing]);
    const json = { api_key: cast.alice.key };
    const { status, body } = await send("POST", `/api/questions/cancel/${cast.alice.tweetId}`, { json }, "");
    expect([status, body["error"]]).toEqual([401, missing]);
  });

  it("to the browser that asks for its own key as well", async () => {
    const refused = await call(sessionKey, "/session/key", { method: "POST", headers: sameOrigin });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, plain]);
  });
});

describe("every address says which methods it takes", () => {
  const paths = [...new Set(endpoints.map((one) => one.path))];
  const takes = (path: string) =>
    endpoints
      .filter((one) => one.path === path)
      .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]))
      .join(", ");

  it.each(paths)("%s", async (template) => {
    const path = fill(template, cast.idsOf(cast.alice));
    const asked = await cast.route(new Request(`${origin}${path}`, { method: "OPTIONS" }));
    expect([asked.status, asked.headers.get("allow"), await asked.text()]).toEqual([204, takes(template), ""]);
    const refused = await cast.route(new Request(`${origin}${path}`, { method: "PATCH" }));
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, takes(template)]);
    const head = await cast.route(new Request(`${origin}${path}`, { method: "HEAD" }));
    expect(head.status === 405).toBe(!takes(template).includes("HEAD"));
  });

  it("and one that isn't there is 404 to OPTIONS too", async () => {
    expect((await cast.route(new Request(`${origin}/api/nothing`, { method: "OPTIONS" }))).status).toBe(404);
  });
});

it.each(["gzip", "br", "GZIP", "identity, gzip", "x"])("a body with Content-Encoding: %s is 415", async (encoding) => {
  const text = JSON.stringify({ tweet_content: "Words in a coat" });
  const headers = { ...asJson, "content-encoding": encoding };
  for (const body of [gzipSync(text), text]) {
    const { status } = await send("POST", "/api/questions/tweet", { body: new Uint8Array(Buffer.from(body)), headers });
    expect(status).toBe(415);
  }
});

it("a body with Content-Encoding: identity is what it is, and so is none at all", async () => {
  const headers = { ...asJson, "content-encoding": "Identity" };
  const body = JSON.stringify({ tweet_content: "Words as they are" });
  expect((await send("POST", "/api/questions/tweet", { body, headers })).status).toBe(201);
  const nothing = { headers: { "content-encoding": "gzip" } };
  expect((await send("POST", `/api/questions/publish-now/${cast.alice.tweetId}`, nothing)).status).toBe(200);
});
