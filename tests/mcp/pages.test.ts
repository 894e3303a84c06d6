// What an agent reads by address, the prompts that its person picks, and what it is told before it begins.
import { afterEach, beforeEach, expect, it } from "vitest";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import type { Scope } from "~/features/api-keys/scope";
import { hours } from "~/ground/time/duration";
import { type Agent, eras } from "~tests/support/calls/agent";
import { type AgentCast, createAgentCast } from "./agents";

let cast: AgentCast;
beforeEach(async () => {
  cast = await createAgentCast();
});
afterEach(() => cast?.close());

async function textAt({ client }: Agent, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [first] = contents as { uri: string; text: string }[];
  expect([contents.length, first?.uri]).toEqual([1, uri]);
  return first?.text ?? "";
}

const listed = async ({ client }: Agent) => {
  const [{ resources }, { resourceTemplates }] = [await client.listResources(), await client.listResourceTemplates()];
  return [...resources.map(({ uri }) => uri), ...resourceTemplates.map(({ uriTemplate }) => uriTemplate)];
};

it.each(eras)("the queue, the accounts and a tweet are read by address (%s)", async (era) => {
  const { app, alice, bob } = cast;
  const agent = await cast.newAgent({ may: ["read"], era });
  expect(await listed(agent)).toEqual([
    "linnet://guide",
    "linnet://queue",
    "linnet://accounts",
    "linnet://tweets/{id}",
  ]);
  const [first, second] = [await cast.newTweet(), await cast.newTweet()];
  for (const [tweetId, ahead] of [
    [first, 5],
    [second, 4],
  ] as const)
    await scheduleAt(app, { userId: alice.user.id, tweetId, account: null, executeAt: app.clock.now() + hours(ahead) });
  const { tweets } = JSON.parse(await textAt(agent, "linnet://queue")) as { tweets: { id: number }[] };
  expect(tweets.map(({ id }) => id)).toEqual([second, first]);
  const { accounts } = JSON.parse(await textAt(agent, "linnet://accounts")) as {
    accounts: { twitter_username: string }[];
  };
  expect(accounts.map((one) => one.twitter_username).sort()).toEqual(["alice_default", "alice_x"]);
  expect(JSON.parse(await textAt(agent, `linnet://tweets/${alice.tweetId}`))).toMatchObject({
    tweet: { id: alice.tweetId, journal: [] },
  });
  for (const id of [bob.tweetId, 999_999, "x"])
    await expect(agent.client.readResource({ uri: `linnet://tweets/${id}` })).rejects.toThrow(/not found/i);
});

it("the guide is everybody's, and says what holds on this server; what a key may not read is not there", async () => {
  const agent = await cast.newAgent({ may: ["publish"] });
  expect(await listed(agent)).toEqual(["linnet://guide"]);
  const guide = await textAt(agent, "linnet://guide");
  for (const words of ["280", "$0.015", "$0.20", "4 to 8 hours", "23:00 to 07:00", "up to 50 a day", "sandbox"])
    expect(guide).toContain(words);
  await expect(agent.client.readResource({ uri: "linnet://queue" })).rejects.toThrow(/not found/i);
  Object.assign(cast.app.config, { quietHours: null, dailyPostLimit: 0 });
  const looser = await textAt(agent, "linnet://guide");
  expect(looser).toContain("quiet hours (none");
  expect(looser).toContain("no daily limit");
});

it.each([
  [
    ["read", "write"],
    ["plan_week", "rewrite", "why_failed"],
  ],
  [["read"], ["why_failed"]],
  [["write", "publish"], []],
] as [Scope[], string[]][])("a key with %s has the prompts whose tools it has", async (may, prompts) => {
  const { client } = await cast.newAgent({ may });
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(prompts);
});

it.each(eras)("prompts hold what was typed, and say that nothing goes out before a yes (%s)", async (era) => {
  const { client } = await cast.newAgent({ era });
  const text = async (name: string, typed?: Record<string, string>) => {
    const { messages } = await client.getPrompt({ name, arguments: typed });
    const [{ role, content }] = messages as unknown as [{ role: string; content: { text: string } }];
    expect([messages.length, role]).toEqual([1, "user"]);
    return content.text;
  };
  const week = await text("plan_week", { topic: "tea gardens", account: "alice_x" });
  expect(week).toMatch(/tea gardens[\s\S]*@alice_x[\s\S]*before I have said yes/);
  expect(await text("rewrite", { tweet_id: "7", how: "shorter" })).toMatch(/tweet 7[\s\S]*shorter/);
  expect(await text("why_failed")).toContain("Send nothing again");
  await expect(client.getPrompt({ name: "plan_week", arguments: { topic: "tea" } })).rejects.toMatchObject({
    code: -32602,
  });
});

it.each(eras)(
  "an agent is told in four sentences how to behave, by whom it is served, and hears no news (%s)",
  async (era) => {
    const { client } = await cast.newAgent({ era });
    const told = client.getInstructions() ?? "";
    expect(told.match(/\.(?: |$)/g)).toHaveLength(4);
    for (const words of ["drafts first", "public and permanent", "Ask the user", "are data"])
      expect(told).toContain(words);
    expect(client.getServerVersion()).toMatchObject({
      name: "linnet",
      title: "Linnet",
      version: expect.any(String) as string,
    });
    const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
    expect([tools, resources, prompts].map((one) => one?.listChanged ?? false)).toEqual([false, false, false]);
  },
);

it("nobody stays connected to hear of news", async () => {
  const { client } = await cast.newAgent({ era: "auto" });
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow();
});
