// The tools of /mcp: which key has which, what is said of each, what they answer and refuse; and what no agent can do.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handlers } from "~/api/index.server";
import { type Scope, scopes } from "~/features/api-keys/scope";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { hours } from "~/ground/time/duration";
import type { Handler } from "~/http/api/api.server";
import { mcp } from "~/mcp/mcp.server";
import { tools } from "~/mcp/tools/index.server";
import { connectAgent, eras } from "~tests/support/calls/agent";
import { description } from "~tests/support/calls/api-cast";
import { callEveryTool } from "~tests/support/calls/every-tool";
import { origin } from "~tests/support/calls/client";
import { type AgentCast, aroundOf, createAgentCast } from "./agents";

let cast: AgentCast;
beforeEach(async () => {
  cast = await createAgentCast();
});
afterEach(() => cast?.close());

const read = [
  ...["whoami", "list_accounts", "list_tweets", "get_tweet", "list_batches", "list_analyses", "get_analysis"],
  ...["list_bots", "weigh_text", "get_task", "preview_post"],
];
const write = ["generate_tweets", "create_draft", "edit_draft", "delete_draft", "analyse_product"];
const publish = ["publish_tweet", "schedule_tweet", "cancel_tweet", "stop_bot"];
const toolsOf: Record<Scope, string[]> = { read, write, publish, accounts: [], webhooks: [] };

/** By the decision's table: what isn't named is false. */
const hinted: Record<string, string> = {
  ...Object.fromEntries(read.map((name) => [name, "readOnly"])),
  generate_tweets: "openWorld",
  delete_draft: "destructive idempotent",
  publish_tweet: "destructive openWorld",
  schedule_tweet: "destructive openWorld",
  edit_draft: "destructive",
  cancel_tweet: "destructive idempotent",
  stop_bot: "destructive idempotent",
};

const namesFor = async (may: readonly Scope[]) => {
  const { client } = await cast.newAgent({ may });
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name).sort();
};

describe("a key", () => {
  it.each(scopes)("with %s alone has its tools and no others", async (scope) => {
    expect(await namesFor([scope])).toEqual([...toolsOf[scope]].sort());
  });

  it("with all scopes has all", async () => {
    expect(await namesFor(scopes)).toEqual([...read, ...write, ...publish].sort());
  });

  it.each(eras)("finds no tool that its scopes don't allow (%s)", async (era) => {
    const agent = await cast.newAgent({ may: ["read"], era });
    await expect(agent.call("create_draft", { tweet_content: "By nobody" })).rejects.toMatchObject({ code: -32602 });
    await expect(agent.call("no_such_tool")).rejects.toMatchObject({ code: -32602 });
  });
});

describe("each tool", () => {
  it("stands on the page of agents, under its scope", () => {
    const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "agents.md"), "utf8");
    const rows = [...page.matchAll(/^\| (`.+`) +\| `(\w+)`/gm)];
    const told = rows.flatMap(([, names = "", scope]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${scope} ${name}`),
    );
    expect(told.sort()).toEqual(
      tools()
        .map(({ name, scope }) => `${scope} ${name}`)
        .sort(),
    );
  });

  it("has a title, a description, a schema of its arguments and all four hints", async () => {
    const { client } = await cast.newAgent();
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(20);
    for (const { name, title, description: told, inputSchema, annotations } of tools) {
      expect(
        [title, told].every((text) => (text ?? "").length > 3),
        name,
      ).toBe(true);
      expect(inputSchema, name).toMatchObject({ type: "object" });
      const hints = (hinted[name] ?? "").split(" ");
      expect(annotations, name).toEqual({
        title,
        ...Object.fromEntries(
          ["readOnly", "destructive", "idempotent", "openWorld"].map((hint) => [`${hint}Hint`, hints.includes(hint)]),
        ),
      });
    }
  });

  it.each([
    ["demo", "demo", false, " The demo writer can't search the web."],
    ["compatible", "llama3.1:8b", false, " llama3.1:8b can't search the web."],
    ["gemini", "gemini-3.5-flash-lite", true, ""],
  ] as const)("says of a writer that can't search that it can't: %s", async (kind, name, canSearch, note) => {
    cast.app.ai = { ...cast.app.ai, kind, name, canSearch };
    const { client } = await cast.newAgent();
    const { tools } = await client.listTools();
    const told = tools.find((tool) => tool.name === "generate_tweets")?.description ?? "";
    expect(told.slice(told.indexOf("Posts nothing."))).toBe(`Posts nothing.${note}`);
  });

  it("lists its arguments plainly, described, with what may be left out", async () => {
    const { client } = await cast.newAgent();
    const { tools } = await client.listTools();
    const of = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
    expect(of("list_tweets")?.properties).toMatchObject({
      limit: { type: "integer", minimum: 1, maximum: 100 },
      updated_since: { type: "string", description: expect.stringContaining("ISO 8601") as string },
    });
    expect(of("create_draft")).toMatchObject({
      required: ["tweet_content"],
      properties: { tweet_content: { type: "string", description: expect.any(String) as string } },
    });
    expect(of("publish_tweet")?.required).toEqual(["tweet_id", "twitter_username", "tweet_content", "confirm"]);
    expect(of("schedule_tweet")?.required).toEqual([
      ...["tweet_id", "twitter_username", "tweet_content", "confirm", "at"],
    ]);
    expect(JSON.stringify(tools)).not.toContain('"override"');
  });
});

describe("every tool, called by the protocol's own client", () => {
  it.each(eras)("answers well, and the same as text (%s)", async (era) => {
    const told = await callEveryTool(await cast.newAgent({ era }), aroundOf(cast, era));
    expect(Object.keys(told).sort()).toEqual([...read, ...write, ...publish].sort());
    expect(told["whoami"]).toMatchObject({ email: "alice@linnet.example", key: { scopes } });
    expect(told["generate_tweets"]).toMatchObject({
      task: { status: "success" },
      tweets: expect.any(Array) as unknown[],
      writer: { kind: "demo", model: "demo", place: null },
      cost_usd: 0,
    });
    // A search that nobody asked for is none that was made.
    expect([told["get_task"]?.["searched"], told["generate_tweets"]?.["searched"]]).toEqual([null, null]);
    expect(told["get_task"]?.["tweets"]).toEqual(told["generate_tweets"]?.["tweets"]);
    expect(told["stop_bot"]).toMatchObject({ bot: { bot_enabled: false } });
    expect(told["weigh_text"]).toEqual({
      texts: [
        { weighted_length: 3, has_link: false },
        { weighted_length: 23, has_link: true },
      ],
    });
    expect(told["delete_draft"]).toMatchObject({ tweet: { discarded_at: expect.any(String) as string } });
    expect(told["publish_tweet"]).toMatchObject({ tweet: { status: "published", twitter_username: "alice_x" } });
  });

  it.each(eras)("refuses by a sentence, and a code in both places (%s)", async (era) => {
    const agent = await cast.newAgent({ era });
    await agent.client.listTools();
    const refused = async (name: string, args: Record<string, unknown>) => {
      const { isError, data, code, text } = await agent.call(name, args);
      expect([isError, data]).toEqual([true, { code }]);
      return [code, text];
    };
    const gone = ["not_found", "Tweet not found."];
    expect(await refused("get_tweet", { tweet_id: 999_999 })).toEqual(gone);
    expect(await refused("get_tweet", { tweet_id: cast.bob.tweetId })).toEqual(gone);
    expect(await refused("get_tweet", {})).toEqual(["invalid", "tweet_id must be a tweet's id"]);
    expect(await refused("get_tweet", { tweet_id: "one" })).toEqual(["invalid", "tweet_id must be a tweet's id"]);
    expect(await refused("list_tweets", { limit: 101 })).toEqual(["invalid", "limit must be at most 100"]);
    expect(await refused("list_tweets", { stauts: "pending" })).toEqual([
      "invalid",
      "Unknown field stauts. Did you mean status?",
    ]);
    expect(await refused("create_draft", { tweet_content: "" })).toMatchObject(["invalid", expect.any(String)]);
    expect(await refused("create_draft", { tweet_content: "a \u0000 b" })).toMatchObject(["invalid", /can't be kept/]);
    expect(await refused("get_task", { task_id: cast.bob.taskId })).toMatchObject(["not_found", expect.any(String)]);
    expect(await refused("get_task", { task_id: cast.alice.taskId, wait_seconds: 26 })).toEqual([
      "invalid",
      "wait_seconds must be at most 25",
    ]);
  });

  it("breaks for reasons that nobody foresaw by a sentence too, which holds nothing of them", async () => {
    const broken = handlers.map((one): Handler =>
      one.endpoint.path === "/api/me" ? { ...one, run: () => Promise.reject(new Error("the inside of it")) } : one,
    );
    const { action } = mcp(broken);
    const { key } = await cast.newKey(["read"]);
    const route = (request: Request) => action({ request, params: {}, context: {} });
    const agent = await connectAgent({ origin, key, route });
    expect(await agent.call("whoami")).toMatchObject({
      isError: true,
      code: "unforeseen",
      data: { code: "unforeseen" },
    });
    expect((await agent.call("whoami")).text).not.toContain("inside");
    expect(cast.app.logged.some((line) => line["what"] === "whoami" && line["level"] === "error")).toBe(true);
  });
});

describe("what stands on the timeline", () => {
  it("is not edited, also by a key that may publish", async () => {
    const { app, alice } = cast;
    const agent = await cast.newAgent();
    const ask = { userId: alice.user.id, tweetId: alice.tweetId, account: alice.account.networkUserId };
    await scheduleAt(app, { ...ask, executeAt: app.clock.now() + hours(3) });
    const edit = () => agent.call("edit_draft", { tweet_id: alice.tweetId, tweet_content: "Other words" });
    expect(await edit()).toMatchObject({ isError: true, code: "not_draft", text: /cancel_tweet/ });
    await agent.call("cancel_tweet", { tweet_id: alice.tweetId });
    expect(await edit()).toMatchObject({ isError: false, data: { tweet: { tweet_content: "Other words" } } });
  });
});

describe("an agent can never", () => {
  /** Everything that the handlers are asked for while `work` runs. */
  async function asked(work: (agent: Awaited<ReturnType<typeof connectAgent>>) => Promise<void>): Promise<Handler[]> {
    const seen: Handler[] = [];
    const spied = handlers.map((one): Handler => ({
      ...one,
      run: (call) => {
        seen.push(one);
        return one.run(call);
      },
    }));
    const { action } = mcp(spied);
    const { key } = await cast.newKey();
    await work(await connectAgent({ origin, key, route: (request) => action({ request, params: {}, context: {} }) }));
    return seen;
  }

  it("see or make keys and webhooks, sign in, change accounts, start a bot, answer for a person or raise a limit: there is no tool for it", async () => {
    expect(
      tools()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...read, ...write, ...publish].sort());
    const argumentNames = [...new Set(tools().flatMap(({ input }) => Object.keys(input.shape)))].sort();
    expect(argumentNames).toEqual(
      [
        ...["account", "analysis_id", "at", "batch", "confirm", "content", "cursor", "enable_web_search", "from"],
        ...[
          "input_id",
          "limit",
          "media",
          "media_ids",
          "origin",
          "q",
          "sort",
          "status",
          "task_id",
          "texts",
          "to",
          "topic",
        ],
        ...["tweet_content", "tweet_id", "twitter_account_id", "twitter_username", "updated_since", "wait_seconds"],
      ].sort(),
    );
    // No tool comes with accounts or webhooks, whatever else a key may do.
    expect([toolsOf.accounts, toolsOf.webhooks]).toEqual([[], []]);
    expect([...new Set(tools().map(({ scope }) => scope))].sort()).toEqual(["publish", "read", "write"]);
  });

  it("reach a route that is a person's own, or that changes accounts or webhooks, by any tool there is", async () => {
    const used = await asked(async (agent) => {
      const { alice } = cast;
      const all = { analysis_id: alice.analysisId, tweet_id: alice.tweetId, task_id: alice.taskId, topic: "tea" };
      const more = { tweet_content: "Words", texts: ["tea"], content: description, at: "random", confirm: "x" };
      const whose = { twitter_username: "alice_x", twitter_account_id: alice.account.networkUserId };
      for (const { name, input } of tools()) {
        const known = Object.entries({ ...all, ...more, ...whose }).filter(([one]) => Object.hasOwn(input.shape, one));
        // Its writer is not set going: the answer comes after 25 seconds.
        if (name !== "generate_tweets") await agent.call(name, Object.fromEntries(known));
      }
    });
    const forbidden = ["none", "accounts", "webhooks"];
    expect(used.length).toBeGreaterThan(10);
    expect(
      used.filter(({ endpoint: { scope } }) => forbidden.some((one) => [scope].flat().includes(one as Scope))),
    ).toEqual([]);
  });

  it("start a bot by the tool that stops one", async () => {
    const agent = await cast.newAgent();
    const answer = await agent.call("stop_bot", { analysis_id: cast.alice.analysisId, enabled: true });
    expect(answer).toMatchObject({ isError: true, code: "invalid", text: "Unknown field enabled" });
    expect((await agent.call("list_bots")).data["bots"]).toEqual([]);
  });

  it("say among the arguments who it is", async () => {
    const agent = await cast.newAgent();
    for (const more of [{ user_id: cast.bob.user.id }, { api_key: cast.bob.key }])
      expect(await agent.call("list_tweets", more)).toMatchObject({ isError: true, code: "invalid" });
  });

  it("read or change anything of another person", async () => {
    const { bob } = cast;
    const agent = await cast.newAgent();
    const theirs = { tweet_id: bob.tweetId };
    const named = { ...theirs, tweet_content: "bob's first words", twitter_username: "bob_x" };
    const mine = { tweet_id: cast.alice.tweetId, twitter_account_id: cast.alice.account.networkUserId, at: "random" };
    const { confirm } = (await agent.call("preview_post", mine)).data;
    const tries: [string, Record<string, unknown>][] = [
      ["get_tweet", theirs],
      ["edit_draft", { ...theirs, tweet_content: "Words" }],
      ["delete_draft", theirs],
      ["cancel_tweet", theirs],
      ["preview_post", { ...theirs, twitter_account_id: bob.account.networkUserId }],
      ["preview_post", { tweet_id: cast.alice.tweetId, twitter_account_id: bob.account.networkUserId }],
      ["schedule_tweet", { ...named, at: "random", confirm }],
      ["get_analysis", { analysis_id: bob.analysisId }],
      ["stop_bot", { analysis_id: bob.analysisId }],
      ["get_task", { task_id: bob.taskId }],
      ["list_tweets", { account: bob.account.networkUserId }],
      ["create_draft", { tweet_content: "Words", twitter_account_id: bob.account.networkUserId }],
    ];
    for (const [name, args] of tries) expect([name, (await agent.call(name, args)).code]).toEqual([name, "not_found"]);
    for (const name of ["list_tweets", "list_batches", "list_analyses", "list_bots", "list_accounts"])
      expect((await agent.call(name)).text).not.toContain("bob");
    expect((await agent.call("list_tweets", { batch: bob.batchId })).data["tweets"]).toEqual([]);
  });
});
