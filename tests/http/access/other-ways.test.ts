// A key that is sent as other servers take it: refused as nobody's, and told how it is sent here, without the key.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "~/http/contract/index.server";
import { type AgentCast, createAgentCast } from "../../mcp/agents";
import { aFile } from "~tests/support/calls/api-cast";
import { fill, origin } from "~tests/support/calls/client";

let cast: AgentCast;
beforeEach(async () => {
  cast = await createAgentCast();
});
afterEach(() => cast?.close());

const ways: Record<string, (key: string) => Record<string, string>> = {
  "X-API-Key": (key) => ({ "X-API-Key": key }),
  "x-api-key in small letters": (key) => ({ "x-api-key": key }),
  "Api-Key": (key) => ({ "Api-Key": key }),
  "X-Auth-Token": (key) => ({ "X-Auth-Token": key }),
  "the key alone": (key) => ({ authorization: key }),
  Basic: (key) => ({ authorization: `Basic ${Buffer.from(`ada:${key}`).toString("base64")}` }),
  Token: (key) => ({ authorization: `Token ${key}` }),
  "Bearer without a space": (key) => ({ authorization: `Bearer:${key}` }),
  "Bearer alone, with the key elsewhere": (key) => ({ authorization: "Bearer", "X-API-Key": key }),
};

const toldApart = /Send Authorization: Bearer, followed by a space and the API key\.$/;

describe.each(Object.entries(ways))("%s", (_, headersOf) => {
  it.each(["named", "browser's"])(
    "with a %s key is answered by the right way, on every kind of call",
    async (whose) => {
      const key = whose === "named" ? (await cast.newKey()).key : cast.alice.key;
      const headers = headersOf(key);
      for (const [method, path, sent] of [
        ["GET", "/api/tweets", {}],
        ["POST", "/api/tweets/draft", { json: { tweet_content: "Linnets sing." } }],
        ["POST", "/api/media", { body: aFile.body, headers: aFile.headers }],
      ] as const) {
        const all = { ...headers, ...("headers" in sent ? sent.headers : {}) };
        const { status, body, headers: told } = await cast.client.send(method, path, { ...sent, headers: all });
        expect([status, body["error"], body["code"]]).toEqual([401, "用户未登录", "unauthenticated"]);
        expect(body["detail"]).toMatch(toldApart);
        expect(told.get("www-authenticate")).toBe('Bearer realm="Linnet"');
        expect(JSON.stringify([body, cast.app.logged])).not.toContain(key.slice(8));
      }
    },
  );

  it("is answered by the right way at /mcp too", async () => {
    const { key } = await cast.newKey();
    const accept = { accept: "application/json, text/event-stream", "content-type": "application/json" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
    const headers = { host: "localhost:3000", ...accept, ...headersOf(key) };
    const answer = await cast.route(new Request(`${origin}/mcp`, { method: "POST", headers, body }));
    const text = await answer.text();
    expect([answer.status, JSON.parse(text)]).toMatchObject([
      401,
      { error: "用户未登录", detail: expect.stringMatching(toldApart) as string, code: "unauthenticated" },
    ]);
    expect(text).not.toContain(key.slice(8));
  });
});

it("the header is named that the key came in, and a call without any key is told nothing of keys", async () => {
  const detailFor = async (headers: Record<string, string>) =>
    (await cast.client.send("GET", "/api/tweets", { headers })).body["detail"];
  expect(await detailFor({ "x-api-key": "linnet_1" })).toMatch(/^X-API-Key isn’t supported\./);
  expect(await detailFor({ authorization: "Basic YTpi" })).toMatch(/^The Authorization header has no Bearer token\./);
  expect(await detailFor({})).toBe("用户未登录");
});

it("a key that is sent right serves, whatever stands beside it", async () => {
  const headers = { "X-API-Key": "another server's" };
  expect((await cast.client.send("GET", "/api/tweets", { headers }, cast.alice.key)).status).toBe(200);
});

it("every call that needs somebody says it", async () => {
  const headers = { "X-API-Key": cast.alice.key };
  for (const { method, path, access, upload } of endpoints.filter((one) => one.access === "user")) {
    const sent = method === "GET" ? {} : upload ? { body: aFile.body } : { json: {} };
    const type: Record<string, string> = upload ? aFile.headers : {};
    const at = fill(path, cast.idsOf(cast.alice));
    const { status, body } = await cast.client.send(method, at, { ...sent, headers: { ...headers, ...type } });
    expect([access, status, body["detail"]], path).toEqual(["user", 401, expect.stringMatching(toldApart)]);
  }
});
