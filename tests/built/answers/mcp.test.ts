// Agents and the built app: nothing of the protocol's library is loaded before the first of them comes; both eras by the official
// client, over the network; the inspector where Node is new enough for it.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Agent, connectAgent, eras } from "../../support/calls/agent";
import { linkInSandbox, newHandle, password, register, type Visitor } from "../../support/people/browser";
import { callEveryTool } from "../../support/calls/every-tool";
import { type BuiltServer, startServer } from "../../support/server";

const library = "@modelcontextprotocol";

let server: BuiltServer;
let alice: Visitor;
let key: string;
/** The first one linked, which is the default, and the tweets' own. */
let accounts: { networkUserId: string; username: string }[];

beforeAll(async () => {
  // Node writes a line for each module that it loads.
  server = await startServer({ env: { NODE_DEBUG: "esm" } });
  alice = await register(server.origin, "alice");
  for (const name of ["default", "own"]) await linkInSandbox(alice, newHandle(name));
  type Linked = { accounts: { twitter_user_id: string; twitter_username: string; is_default: boolean }[] };
  const linked = (await alice.call<Linked>("GET", "/api/twitter/accounts/list")).body.accounts;
  accounts = linked
    .sort((one, other) => Number(other.is_default) - Number(one.is_default))
    .map((one) => ({ networkUserId: one.twitter_user_id, username: one.twitter_username }));
  const ask = { name: "claude", scopes: ["read", "write", "publish"], password };
  key = (await alice.call<{ data: { key: string } }>("POST", "/api/keys", ask)).body.data.key;
});
afterAll(() => server?.close());

describe("before the first agent", () => {
  it("nothing of the protocol's library is loaded, and with them it is", async () => {
    for (const path of ["/generate", "/healthz", "/api/openapi.json"]) await (await fetch(server.origin + path)).text();
    // Refused at the front, nobody needs it.
    expect((await fetch(`${server.origin}/mcp`, { method: "POST", body: "{}" })).status).toBe(401);
    // The log has a line of each module: of what is loaded at the start, and of what comes later.
    expect(server.log()).toContain("build/index.js");
    expect(server.log()).not.toContain(library);
    const { client } = await connectAgent({ origin: server.origin, key });
    expect((await client.listTools()).tools).toHaveLength(20);
    expect(server.log()).toContain(library);
  });
});

describe("at the front door", () => {
  const post = async (
    headers: Record<string, string>,
    body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  ) => {
    const answer = await fetch(`${server.origin}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body,
    });
    return [answer.status, /"code":"(\w+)"/.exec(await answer.text())?.[1]];
  };
  const bearer = () => ({ authorization: `Bearer ${key}` });

  it("an agent passes, which sends no Origin; a page of another site does not, whatever it calls itself", async () => {
    expect(await post(bearer())).toEqual([200, undefined]);
    expect(await post({ ...bearer(), origin: server.origin })).toEqual([200, undefined]);
    expect(await post({ ...bearer(), origin: "https://evil.example" })).toEqual([403, "cross_site"]);
  });

  it("a request of more than 64 KiB is refused, without a key or with one", async () => {
    const large = "x".repeat(65 * 1024);
    expect(await post(bearer(), large)).toEqual([413, "too_large"]);
    expect(await post({}, large)).toEqual([401, "unauthenticated"]);
  });

  it("nothing is said of an authorization server, for there is none yet", async () => {
    expect((await fetch(`${server.origin}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404);
  });

  it("GET and DELETE are no ways in", async () => {
    for (const method of ["GET", "DELETE"]) {
      const answer = await fetch(`${server.origin}/mcp`, { method, headers: bearer() });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });
});

describe.each(eras)("the official client (%s)", (era) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connectAgent({ origin: server.origin, key, era });
  });
  afterAll(() => agent.client.close());

  it("speaks the protocol of its time", () => {
    expect(agent.client.getNegotiatedProtocolVersion()).toBe(era === "auto" ? "2026-07-28" : "2025-11-25");
  });

  it("lists and calls every tool", async () => {
    expect((await agent.client.listTools()).tools).toHaveLength(20);
    const [, own] = accounts;
    if (!own) throw new Error("There is no second account");
    const told = await callEveryTool(agent, {
      account: own,
      round: era,
      startBot: (id) =>
        alice.call("PUT", `/api/bots/content-analysis/bot-control/${id}`, {
          enabled: true,
          twitter_account_id: own.networkUserId,
        }),
      hoursAhead: (hours) => new Date(Date.now() + hours * 3_600_000).toISOString(),
    });
    expect(Object.keys(told)).toHaveLength(20);
    expect(told["whoami"]).toMatchObject({ key: { name: "claude" } });
    expect(told["publish_tweet"]).toMatchObject({
      tweet: { status: "published", twitter_username: own.username, tweet_content: `Words of an agent (${era})` },
    });
    const id = told["publish_tweet"]?.["tweet"]?.id ?? 0;
    const { body } = await alice.call<{ data: { journal: { text: string }[] } }>("GET", `/api/tweets/${id}`);
    expect(body.data.journal.map(({ text }) => text)).toContain("Sent by the key “claude”.");
  });

  it("reads by address, gets prompts, and is refused by a code", async () => {
    for (const uri of ["linnet://guide", "linnet://queue", "linnet://accounts"])
      expect((await agent.client.readResource({ uri })).contents).toHaveLength(1);
    expect((await agent.client.listPrompts()).prompts).toHaveLength(3);
    expect((await agent.client.getPrompt({ name: "why_failed" })).messages).toHaveLength(1);
    const refused = await agent.call("get_tweet", { tweet_id: 999_999 });
    expect(refused).toMatchObject({ isError: true, code: "not_found", data: { code: "not_found" } });
    await expect(agent.call("no_such_tool")).rejects.toMatchObject({ code: -32602 });
  });
});

const isNewEnough = () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 19);
};

it("the inspector lists the tools", async ({ skip }) => {
  if (!isNewEnough()) skip("the inspector needs Node 22.19 or newer");
  const inspector = process.env["MCP_INSPECTOR"];
  if (!inspector) skip("MCP_INSPECTOR names no inspector: it is no dependency");
  const args = ["--cli", `${server.origin}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${key}`];
  const { stdout } = await promisify(execFile)(inspector ?? "", [...args, "--method", "tools/list"]);
  expect(stdout).toContain("publish_tweet");
});
