// Named keys over the API: where a key may stand, what it needs beside its route's scope, what is written of what it does.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handlers } from "~/api/index.server";
import { makeKeyFor, revokeKey } from "~/features/api-keys/api-keys.server";
import { type Scope, scopes } from "~/features/api-keys/scope";
import { readJournal, writeThread } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { sentenceOf } from "~/features/publishing/rules/journal-words";
import { closeSession, issueKey } from "~/features/users/users.server";
import { hasParam } from "~/http/contract/endpoint.server";
import { hours, minutes } from "~/ground/time/duration";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { fill, type Sent } from "~tests/support/calls/client";
import { password } from "~tests/support/people/make";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

const routes = handlers.map(({ endpoint }) => endpoint);
let made = 0;
const keyWith = (may: readonly Scope[], expiresAt: number | null = null) =>
  makeKeyFor(cast.app, cast.alice.user.id, { name: `key ${(made += 1)}`, scopes: may, expiresAt });

it("a second scope that the body needs is asked for before an answer is given again", async () => {
  const account = cast.alice.account.networkUserId;
  const tweets = [{ tweet_content: "Mine", twitter_account_id: account, publish_at: "random" }];
  const headers = { "Idempotency-Key": "once" };
  const send = async (may: Scope[]) => {
    const { key } = await keyWith(may);
    const { status, body } = await cast.client.send("POST", "/api/tweets", { json: { tweets }, headers }, key);
    return [status, (body as Record<string, unknown>)["code"]];
  };
  expect(await send(["write", "publish"])).toEqual([201, undefined]);
  expect(await send(["write"])).toEqual([403, "insufficient_scope"]);
  expect(await send(["publish"])).toEqual([403, "insufficient_scope"]);
  expect(await send(["publish", "write"])).toEqual([201, undefined]);
});

describe("a key may stand", () => {
  const me = (sent: Sent, query = "") => cast.client.send("GET", `/api/me${query}`, sent);
  const weigh = (json: Record<string, unknown>, query = "") =>
    cast.client.send("POST", `/api/questions/weigh${query}`, { json: { texts: ["tea"], ...json } });

  it("in the header, or in the body beside its owner's id, and never in the address", async () => {
    const { key } = await keyWith(["read"]);
    const beside = { user_id: cast.alice.user.id, api_key: key };
    expect((await me({ headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    expect((await weigh(beside)).status).toBe(200);
    expect(await weigh({ api_key: key })).toMatchObject({
      status: 401,
      body: { error: "Send user_id with api_key." },
    });
    expect((await weigh({ ...beside, user_id: cast.bob.user.id })).body).toMatchObject({ code: "key_unknown" });
    const inUrl = `?user_id=${cast.alice.user.id}&api_key=${key}`;
    for (const answer of [
      await me({}, inUrl),
      await weigh({}, inUrl),
      await weigh(beside, inUrl),
      await me({ headers: { authorization: `Bearer ${key}` } }, inUrl),
    ]) {
      expect([answer.status, answer.body["code"]]).toEqual([401, "key_in_url"]);
      expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="Linnet", error="invalid_token"');
      expect(JSON.stringify(answer.body)).not.toContain(key.slice(12));
    }
    expect((await me({}, `?user_id=${cast.alice.user.id}&api_key=${cast.alice.key}`)).status).toBe(200);
    expect(JSON.stringify(cast.app.logged)).not.toContain(key.slice(12));
  });

  it("beside nobody else's id, in path, query or body", async () => {
    const { key } = await keyWith(scopes);
    const by = { authorization: `Bearer ${key}` };
    expect((await me({ headers: by }, `?user_id=${cast.bob.user.id}`)).status).toBe(401);
    for (const one of routes.filter((route) => hasParam(route, "user_id"))) {
      const path = fill(one.path, cast.idsOf(cast.bob));
      expect((await cast.client.send(one.method, path, { headers: by })).status, path).toBe(403);
    }
  });

  it("and is told of every field that it misspells, where a browser's key may send more", async () => {
    const { key } = await keyWith(["write"]);
    const json = { question: "linnets", enable_web_serch: true };
    const submit = (by: string) => cast.client.send("POST", "/api/questions/submit-gemini", { json }, by);
    expect((await submit(cast.alice.key)).status).toBe(202);
    const refused = await submit(key);
    expect(refused.status).toBe(422);
    expect(refused.body["detail"]).toEqual([
      {
        loc: ["body", "enable_web_serch"],
        msg: "Unknown field enable_web_serch. Did you mean enable_web_search?",
        type: "unknown_field",
      },
    ]);
  });
});

describe("what it does", () => {
  const journal = async (tweetId: number) => (await readJournal(cast.app, tweetId)).map((event) => sentenceOf(event));
  const acts = () =>
    cast.app.db.selectFrom("audit_events").select("detail").where("kind", "=", "key.used").orderBy("id").execute();

  it("stands in the tweet's journal by the key's name, also once that is revoked", async () => {
    const { key, name, id } = await keyWith(["publish", "write"]);
    const tweetId = await cast.newTweet();
    const call = (path: string, json: unknown = {}) =>
      cast.client.send("POST", `/api/questions/${path}/${tweetId}`, { json }, key);
    const execute_at = new Date(cast.app.clock.now() + hours(3)).toISOString();
    expect((await call("schedule", { execute_at })).status).toBe(200);
    expect((await call("cancel")).status).toBe(200);
    expect((await call("publish-now")).status).toBe(200);
    await revokeKey(cast.app, { userId: cast.alice.user.id, id }, "192.0.2.7");
    const told = await journal(tweetId);
    expect(told.filter((line) => line.includes("key"))).toEqual([
      `Scheduled by the key “${name}”.`,
      `Unscheduled by the key “${name}”.`,
      `Sent by the key “${name}”.`,
    ]);
    expect(told.indexOf(`Sent by the key “${name}”.`)).toBe(told.indexOf("Sent to X.") - 1);
    const other = await cast.newTweet();
    await cast.client.send("POST", `/api/questions/publish-now/${other}`, { json: {} }, cast.alice.key);
    expect((await journal(other)).join(" ")).not.toContain("key");
  });

  it("is a line of the audit log each, without a key in it; what it reads and what is refused is none", async () => {
    const { key, name } = await keyWith(["read", "write", "publish"]);
    const post = (path: string, json: unknown) => cast.client.send("POST", path, { json }, key);
    await cast.client.send("GET", "/api/me", {}, key);
    await post("/api/questions/weigh", { texts: ["tea"] });
    await post("/api/questions/tweet", { tweet_content: "" });
    expect(await acts()).toEqual([]);
    const { status } = await post("/api/questions/tweet", { tweet_content: "Words of a program" });
    expect(status).toBe(201);
    expect(await acts()).toEqual([{ detail: `${name}: POST /api/questions/tweet` }]);
    expect(cast.app.logged.filter((line) => line["audit"] === "key.used")).toHaveLength(1);
    expect(JSON.stringify(cast.app.logged)).not.toContain(key.slice(12));
  });

  it("to a webhook is told twice: what was done there, and by which key", async () => {
    const { key, name } = await keyWith(["webhooks"]);
    const path = `/api/webhooks/${cast.idsOf(cast.alice).webhook_id}`;
    await cast.app.db.deleteFrom("audit_events").execute();
    const call = (method: string, to: string, json: unknown = {}) => cast.client.send(method, to, { json }, key);
    expect((await call("PUT", path, { enabled: false })).status).toBe(200);
    expect((await call("POST", `${path}/rotate-secret`)).status).toBe(200);
    const rows = await cast.app.db.selectFrom("audit_events").selectAll().orderBy("id").execute();
    const did = `${name}: `;
    expect(rows.map(({ kind, detail }) => [kind, detail])).toEqual([
      ["webhook.off", "93.184.215.14"],
      ["key.used", `${did}PUT /api/webhooks/{webhook_id}`],
      ["webhook.rotated", "93.184.215.14"],
      ["key.used", `${did}POST /api/webhooks/{webhook_id}/rotate-secret`],
    ]);
    expect(new Set(rows.map(({ address }) => address)).size).toBe(1);
  });

  it("needs publish to change what stands on the timeline, and write for a draft", async () => {
    const [writes, publishes] = [await keyWith(["write"]), await keyWith(["publish"])];
    const { app, alice } = cast;
    const draft = await cast.newTweet();
    const queued = await cast.newTweet();
    const executeAt = app.clock.now() + hours(3);
    await scheduleAt(app, { userId: alice.user.id, tweetId: queued, account: null, executeAt });
    const edit = async (tweetId: number, key: string) => {
      const json = { tweet_content: `Other words of ${tweetId} by ${key.slice(-5)}` };
      const { status, body } = await cast.client.send("PUT", `/api/questions/tweet/${tweetId}`, { json }, key);
      return status === 200 ? "changed" : body["error"];
    };
    const lacks = (scope: string) => `This key needs the ${scope} scope to do that.`;
    expect(await edit(draft, writes.key)).toBe("changed");
    expect(await edit(queued, writes.key)).toBe(lacks("publish"));
    expect(await edit(draft, publishes.key)).toBe(lacks("write"));
    expect(await edit(queued, publishes.key)).toBe("changed");
    const restore = async (tweetId: number, key: string) =>
      (await cast.client.send("POST", `/api/tweets/${tweetId}/versions/1/restore`, { json: {} }, key)).status;
    expect([await restore(queued, writes.key), await restore(draft, publishes.key)]).toEqual([403, 403]);
    expect([await restore(draft, writes.key), await restore(queued, publishes.key)]).toEqual([200, 200]);
    const ask = { userId: alice.user.id, parts: ["One part", "And another one"], account: null };
    const thread = (await writeThread(app, ask)).id;
    const change = async (key: string) => {
      const json = { parts: ["One part", `Another by ${key.slice(-5)}`] };
      return (await cast.client.send("PUT", `/api/questions/thread/${thread}`, { json }, key)).status;
    };
    expect([await change(publishes.key), await change(writes.key)]).toEqual([403, 200]);
    await scheduleAt(app, { userId: alice.user.id, tweetId: thread, account: null, executeAt: executeAt + hours(1) });
    expect([await change(writes.key), await change(publishes.key)]).toEqual([403, 200]);
  });

  it("is counted: 600 a minute for each key, said in every answer, and lifted where limits are off", async () => {
    const [one, other] = [await keyWith(["read"]), await keyWith(["read"])];
    const left = async (key: string) => {
      const { status, headers } = await cast.client.send("GET", "/api/me", {}, key);
      return [status, headers.get("ratelimit-policy"), headers.get("ratelimit")];
    };
    expect(await left(one.key)).toEqual([200, '"key";q=600;w=60', '"key";r=599;t=60']);
    expect((await cast.client.send("GET", "/api/keys", {}, one.key)).headers.get("ratelimit")).toBe('"key";r=598;t=60');
    for (let n = 2; n < 600; n += 1) await left(one.key);
    expect(await left(one.key)).toEqual([429, '"key";q=600;w=60', '"key";r=0;t=60']);
    expect((await left(other.key))[2]).toBe('"key";r=599;t=60');
    expect(await left(cast.alice.key)).toEqual([200, null, null]);
    cast.app.clock.advance(minutes(1));
    expect((await left(one.key))[0]).toBe(200);
    cast.app.config.rateLimits = false;
    expect(await left(one.key)).toEqual([200, null, null]);
  });
});

it("a browser's key makes keys as its person, and never outlives its session", async () => {
  const { app, alice } = cast;
  const browsers = await issueKey(app, alice.user.id, alice.sessionId);
  const post = (path: string, json: unknown, by: string) =>
    cast.client.send<{ data: { key: string; id: number } }>("POST", path, { json }, by);
  const ask = { name: "script", scopes: ["read"] as Scope[], password };
  expect((await post("/api/keys", { ...ask, password: "wrong 1234" }, browsers)).status).toBe(401);
  const { body } = await post("/api/keys", ask, browsers);
  const me = async (by: string) => (await cast.client.send("GET", "/api/me", {}, by)).status;
  await closeSession(app, alice.sessionId);
  expect([await me(browsers), await me(body.data.key)]).toEqual([401, 200]);
  expect((await post("/api/keys", { ...ask, name: "more" }, body.data.key)).body).toMatchObject({
    code: "not_for_keys",
  });
});
