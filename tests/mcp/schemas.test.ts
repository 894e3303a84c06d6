// What every tool takes, as it is listed: the APIs of the three great models take it as it is, and what an agent sends is judged as
// before, whatever was left out of the list.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlainSchema } from "~/mcp/plain-schema";
import { plainOf } from "~/mcp/plain-schema";
import { listedInput } from "~/mcp/schemas.server";
import { tools } from "~/mcp/tools/index.server";
import { type Agent, eras } from "~tests/support/calls/agent";
import { type AgentCast, createAgentCast } from "./agents";
import { type ListedTool, rules } from "./dialects";

let cast: AgentCast;
let agent: Agent;
beforeAll(async () => {
  cast = await createAgentCast();
  Object.assign(cast.app.config, { rateLimits: false });
  agent = await cast.newAgent();
});
afterAll(() => cast?.close());

describe("every tool, as the protocol's own client lists it", () => {
  it.each(eras)("is taken by Anthropic's, OpenAI's and Google's API (%s)", async (era) => {
    const { client } = await cast.newAgent({ era });
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name).sort()).toEqual(
      tools()
        .map(({ name }) => name)
        .sort(),
    );
    const faults = listed.flatMap((tool) =>
      rules.flatMap((rule) => rule.find(tool).map((at) => `${rule.of}: ${rule.says}: ${tool.name} ${at}`)),
    );
    expect(faults).toEqual([]);
    expect(listed.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
    expect(JSON.stringify(listed).length).toBeLessThan(20_000);
  });

  it("lists every argument that it takes, and requires those without which it refuses", () => {
    for (const tool of tools()) {
      const { properties = {}, required = [] } = listedInput(tool);
      expect([tool.name, Object.keys(properties).sort()]).toEqual([tool.name, Object.keys(tool.input.shape).sort()]);
      const needed = Object.entries(tool.input.shape)
        .filter(
          ([, field]) => !(field as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success,
        )
        .map(([name]) => name);
      expect([tool.name, [...required].sort()]).toEqual([tool.name, needed.sort()]);
    }
  });
});

describe("the checker", () => {
  const right: ListedTool = {
    name: "a_tool",
    description: "Does something.",
    inputSchema: {
      type: "object",
      properties: {
        field: { type: "string", description: "A field", enum: ["a", "b"] },
        list: { type: "array", description: "A list", items: { type: "integer" }, maxItems: 4 },
      },
      required: ["field"],
    },
  };

  it("finds no fault in a plain tool", () => {
    expect(rules.flatMap((rule) => rule.find(right))).toEqual([]);
  });

  it.each(rules.map((rule) => [`${rule.of}: ${rule.says}`, rule] as const))("finds a planted fault: %s", (_, rule) => {
    expect(rule.find({ ...right, ...rule.planted })).not.toEqual([]);
  });

  it("finds the schemas that the API's own page has for these tools", () => {
    const root = { anyOf: [{ required: ["content"] }, { required: ["input_id"] }] };
    const former = {
      ...right,
      inputSchema: { type: "object", properties: { at: { type: ["string", "null"], format: "uuid" } }, allOf: [root] },
    };
    const whose = rules.filter((rule) => rule.find(former).length > 0).map((rule) => rule.of);
    expect(new Set(whose)).toEqual(new Set(["Anthropic", "OpenAI", "Gemini", "Linnet"]));
  });
});

describe("a plain schema", () => {
  const plain = (schema: object): PlainSchema =>
    plainOf(
      { description: "It", ...schema },
      { components: { Id: { type: "integer", exclusiveMinimum: 0 } }, words: {} },
    );

  it.each([
    ["of what may be null is of the rest", { type: ["boolean", "null"] }, { type: "boolean" }],
    [
      "of alternatives is of the first that isn't null",
      { anyOf: [{ type: "null" }, { anyOf: [{ type: "string", pattern: "x" }, { type: "integer" }] }] },
      { type: "string" },
    ],
    ["of a constant is an enum of one", { type: "string", const: "random" }, { type: "string", enum: ["random"] }],
    ["says nothing of numbers that may be chosen", { type: "integer", enum: [1, 2] }, { type: "integer" }],
    ["has what it refers to inside", { $ref: "#/$defs/Id" }, { type: "integer", minimum: 1 }],
    [
      "has no bounds that every number keeps",
      { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: 100 },
      { type: "integer", maximum: 100 },
    ],
    [
      "tells of a moment in words",
      { type: "string", format: "date-time" },
      { type: "string", description: "It ISO 8601 with an offset, such as 2026-11-27T09:00:00+01:00." },
    ],
  ])("%s", (_, schema, expected) => {
    expect(plain(schema)).toEqual({ description: "It", ...expected });
  });

  it("of what has no type is refused, so no tool gets one unseen", () => {
    expect(() => plain({})).toThrow("No type");
  });
});

describe("an id", () => {
  /** Of every tool the arguments that are whole numbers. */
  const whole = tools().flatMap((tool) =>
    Object.entries(listedInput(tool).properties ?? {})
      .filter(([, { type }]) => type === "integer")
      .map(([name]) => [tool.name, name] as const),
  );

  it.each(whole)("of %s, %s, may come as text, and is the number that it says", async (tool, name) => {
    const told = async (value: unknown) => {
      const { isError, code, text } = await agent.call(tool, { ...others[tool], [name]: value });
      // What each answer has of its own moment is no difference.
      return [isError, code, text.replace(/"confirm":"[^"]*"/, "")];
    };
    expect(await told("17")).toEqual(await told(17));
    for (const wrong of ["1e3", " 17", "17.0", "x", "-1", "9".repeat(16)])
      expect([wrong, (await told(wrong))[1]]).toEqual([wrong, "invalid"]);
  });

  /** What a call needs beside it to be judged at all. */
  const others: Record<string, Record<string, unknown>> = {
    get_task: { task_id: "00000000-0000-4000-8000-000000000000" },
    edit_draft: { tweet_content: "Words" },
    preview_post: { twitter_account_id: "1" },
    publish_tweet: { tweet_content: "Words", twitter_username: "x", confirm: "x" },
    schedule_tweet: { tweet_content: "Words", twitter_username: "x", at: "random", confirm: "x" },
  };

  it("of an account may come as a number too, where a number can carry it", async () => {
    const { networkUserId } = cast.alice.account;
    const asText = await agent.call("list_tweets", { account: networkUserId });
    expect(asText.isError).toBe(false);
    if (Number.isSafeInteger(Number(networkUserId)))
      expect(await agent.call("list_tweets", { account: Number(networkUserId) })).toEqual(asText);
  });
});

describe("what the list leaves out", () => {
  it.each([
    ["list_tweets", { status: "nothing" }],
    ["list_tweets", { limit: 101 }],
    ["list_tweets", { batch: "no uuid" }],
    ["list_tweets", { updated_since: "yesterday" }],
    ["list_tweets", { more: 1 }],
    ["create_draft", { tweet_content: "" }],
    ["create_draft", { tweet_content: "x".repeat(5001) }],
    ["create_draft", { tweet_content: "Words", media: [{ media_id: "x" }] }],
    ["create_draft", { tweet_content: "Words", media: [{ alt_text: "x" }] }],
    ["create_draft", { tweet_content: "Words", twitter_account_id: "@alice" }],
    ["analyse_product", {}],
    ["analyse_product", { content: "A product that is described", input_id: 1 }],
    ["generate_tweets", { topic: " " }],
    ["generate_tweets", { topic: "tea", enable_web_search: "yes" }],
    ["get_task", { task_id: "x" }],
    ["get_task", { task_id: "00000000-0000-4000-8000-000000000000", wait_seconds: 26 }],
  ])("is judged as before: %s %j", async (tool, args) => {
    expect(await agent.call(tool, args)).toMatchObject({ isError: true, code: "invalid" });
  });
});
