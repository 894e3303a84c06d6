// Who is let in at /mcp, from where and how much: a named key as Bearer, and nothing else.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holdAllKeys, makeKeyFor, revokeKey } from "~/features/api-keys/api-keys.server";
import { scopes } from "~/features/api-keys/scope";
import { minutes } from "~/ground/time/duration";
import { foreignOriginHeader, methodHeader } from "~/http/door/headers.server";
import { inTransaction } from "~db/database.server";
import { origin } from "~tests/support/calls/client";
import { connectAgent } from "~tests/support/calls/agent";
import { cookieFor } from "~tests/support/calls/call";
import { type AgentCast, createAgentCast } from "./agents";

let cast: AgentCast;
beforeEach(async () => {
  cast = await createAgentCast();
});
afterEach(() => cast?.close());

const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const accept = { accept: "application/json, text/event-stream", "content-type": "application/json" };

interface Sent {
  method?: string;
  query?: string;
  body?: string;
}

async function ask(headers: Record<string, string>, { method = "POST", query = "", body }: Sent = {}) {
  const payload = method === "GET" || method === "HEAD" ? undefined : (body ?? JSON.stringify(listTools));
  const all = { host: "localhost:3000", ...accept, ...headers };
  const answer = await cast.route(new Request(`${origin}/mcp${query}`, { method, headers: all, body: payload }));
  const text = await answer.text();
  const code = text.startsWith("{") ? (JSON.parse(text) as { code?: string }).code : undefined;
  return { status: answer.status, code, text, headers: answer.headers };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const challenge = 'Bearer realm="Linnet"';
const invalidToken = `${challenge}, error="invalid_token"`;

describe("is kept out, in the API's envelope", () => {
  const refused = async (answer: Awaited<ReturnType<typeof ask>>, code: string, told: string) => {
    expect([answer.status, answer.code, answer.headers.get("www-authenticate")]).toEqual([401, code, told]);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false, error: expect.any(String) as string });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  };

  it("whoever has no key, also with a cookie", async () => {
    await refused(await ask({}), "unauthenticated", challenge);
    const cookie = await cookieFor(cast.app, cast.alice.sessionId);
    await refused(await ask({ cookie, "sec-fetch-site": "same-origin" }), "unauthenticated", challenge);
    await refused(await ask({ authorization: "Basic YTpi" }), "unauthenticated", challenge);
  });

  it("a browser's key, in the header and in the address", async () => {
    await refused(await ask(bearer(cast.alice.key)), "key_unknown", invalidToken);
    const query = `?user_id=${cast.alice.user.id}&api_key=${cast.alice.key}`;
    await refused(await ask({}, { query }), "unauthenticated", challenge);
  });

  it("a named key in the address, whatever else came along", async () => {
    const { key } = await cast.newKey();
    const query = `?user_id=${cast.alice.user.id}&api_key=${key}`;
    await refused(await ask({}, { query }), "key_in_url", invalidToken);
    await refused(await ask(bearer(key), { query }), "key_in_url", invalidToken);
    expect(JSON.stringify(cast.app.logged)).not.toContain(key.slice(12));
  });

  it.each(["expired", "held", "revoked", "forged"])("a key that is %s", async (how) => {
    const end = how === "expired" ? cast.app.clock.now() + minutes(1) : null;
    const { key, id } = await cast.newKey(scopes, cast.alice, end);
    expect((await ask(bearer(key))).status).toBe(200);
    if (how === "expired") cast.app.clock.advance(minutes(1));
    if (how === "held") await inTransaction(cast.app.db, (trx) => holdAllKeys(trx, cast.app.clock.now()));
    if (how === "revoked") await revokeKey(cast.app, { userId: cast.alice.user.id, id }, "192.0.2.7");
    const code = how === "expired" ? "key_expired" : how === "held" ? "key_held" : "key_unknown";
    const sent = how === "forged" ? `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}` : key;
    await refused(await ask(bearer(sent)), code, invalidToken);
  });
});

it("whoever has a named key is let in, whatever it may do", async () => {
  for (const may of [...scopes.map((scope) => [scope]), scopes]) {
    const answer = await ask(bearer((await cast.newKey(may)).key));
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, expect.stringMatching(/no-store$/)]);
  }
});

it("a key for agents only does its tools' work here, and asks the API nothing", async () => {
  const ask = { name: "for agents", scopes, audience: "mcp" as const, expiresAt: null };
  const { key } = await makeKeyFor(cast.app, cast.alice.user.id, ask);
  const agent = await connectAgent({ origin, key, route: cast.route });
  expect((await agent.call("list_tweets", {})).isError).toBe(false);
  expect((await agent.call("create_draft", { tweet_content: "Words of an agent" })).isError).toBe(false);
  for (const path of ["/api/me", "/api/tweets"]) {
    const { status, body, headers } = await cast.client.send("GET", path, { headers: bearer(key) });
    expect([status, body["code"], headers.get("www-authenticate")]).toEqual([401, "key_for_agents", invalidToken]);
    expect(body["error"]).toBe("This API key is for agents only. It only works at /mcp.");
  }
});

it("a request from another site is refused, also from a name that was made to lead here", async () => {
  const { key } = await cast.newKey();
  const from = (named: Record<string, string>) => ask({ ...bearer(key), ...named });
  const evil: Record<string, string>[] = [
    // The front door moves an Origin of another host there.
    { [foreignOriginHeader]: "https://evil.example" },
    { origin: "https://evil.example" },
    { origin: "http://evil.example:3000", host: "evil.example:3000" },
    { origin: "https://localhost:3000" },
    { origin: "null" },
  ];
  for (const headers of evil) {
    const answer = await from(headers);
    expect([answer.status, answer.code], JSON.stringify(headers)).toEqual([403, "cross_site"]);
  }
  expect((await from({ origin: cast.app.config.appOrigin })).status).toBe(200);
});

it("takes POST alone: nothing is kept between calls", async () => {
  const { key } = await cast.newKey();
  for (const method of ["GET", "HEAD", "DELETE", "PUT"]) {
    const answer = await ask(bearer(key), { method });
    expect([answer.status, answer.headers.get("allow")], method).toEqual([405, "POST"]);
    if (method !== "HEAD") expect(answer.code).toBe("method_not_allowed");
  }
  const options = await ask({}, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "POST"]);
  // Remix does not know this one: the front door names it.
  expect((await ask({ [methodHeader]: "TRACE" }, { method: "OPTIONS" })).status).toBe(405);
});

it("a request may have 64 KiB, and no more", async () => {
  const { key } = await cast.newKey();
  const max = 64 * 1024;
  const bare = JSON.stringify(listTools);
  expect((await ask(bearer(key), { body: bare.padEnd(max) })).status).toBe(200);
  const answer = await ask(bearer(key), { body: bare.padEnd(max + 1) });
  expect([answer.status, answer.code]).toEqual([413, "too_large"]);
});

it("messages come one by one, so that each is counted", async () => {
  const { key } = await cast.newKey();
  for (const many of [[], [listTools], [listTools, listTools]]) {
    const answer = await ask(bearer(key), { body: ` \n${JSON.stringify(many)}` });
    expect([answer.status, answer.code]).toEqual([422, "invalid"]);
    expect(JSON.parse(answer.text)).toMatchObject({ detail: [{ loc: ["body"], type: "invalid" }] });
  }
});

it("what is no message of the protocol is told so by the protocol", async () => {
  const { key } = await cast.newKey();
  expect((await ask(bearer(key), { body: "{" })).status).toBe(400);
  expect((await ask({ ...bearer(key), "content-type": "text/plain" })).status).toBe(415);
});

it("a key is counted: 600 a minute, said in every answer, together with what it asks of the API", async () => {
  const [one, two] = [await cast.newKey(["read"]), await cast.newKey(["read"])];
  const left = async (key: string) => {
    const { status, code, headers } = await ask(bearer(key), { body: "{" });
    return [status, code, headers.get("ratelimit-policy"), headers.get("ratelimit")];
  };
  expect(await left(one.key)).toEqual([400, undefined, '"key";q=600;w=60', '"key";r=599;t=60']);
  for (let n = 1; n < 600; n += 1) await cast.client.send("GET", "/api/me", {}, one.key);
  expect(await left(one.key)).toEqual([429, "rate_limited", '"key";q=600;w=60', '"key";r=0;t=60']);
  expect((await left(two.key))[3]).toBe('"key";r=599;t=60');
  cast.app.config.rateLimits = false;
  expect((await left(one.key))[2]).toBeNull();
});
