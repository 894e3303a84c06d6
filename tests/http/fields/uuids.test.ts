// A UUID is the same in letters of any case (RFC 9562), wherever it stands: in an address, a field, an argument.
import { afterEach, beforeEach, expect, it } from "vitest";
import { endpoints } from "~/http/contract/index.server";
import { ids } from "~/http/contract/examples.server";
import { namesInPath } from "~/http/contract/endpoint.server";
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { type AgentCast, createAgentCast } from "../../mcp/agents";
import { aFile } from "~tests/support/calls/api-cast";
import { fill } from "~tests/support/calls/client";

let cast: AgentCast;
beforeEach(async () => {
  cast = await createAgentCast();
});
afterEach(() => cast?.close());

const isUuid = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}/.test(value);
const inCapitals = <Ids extends Record<string, string | number>>(all: Ids) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, isUuid(value) ? value.toUpperCase() : value]));

const named = endpoints.filter(({ path }) => namesInPath(path).some((name) => isUuid(ids[name as keyof typeof ids])));

it("there are addresses to look at, with every id that is a UUID", () => {
  const seen = new Set(
    named.flatMap(({ path }) => namesInPath(path)).filter((name) => isUuid(ids[name as keyof typeof ids])),
  );
  expect(seen).toEqual(new Set(Object.keys(ids).filter((name) => isUuid(ids[name as keyof typeof ids]))));
});

it.each(named.map((one) => [`${one.method} ${one.path}`, one] as const))(
  "%s finds its own by capitals as by small letters",
  async (_, { method, path, example, body, upload }) => {
    const sent = upload ? aFile : body ? { json: example.body } : {};
    const query = new URLSearchParams({ ...example.query, timezone: "Europe/Berlin" }).toString();
    const ask = async (all: Record<string, string | number>) => {
      const at = `${fill(path, all)}${example.query ? `?${query}` : ""}`;
      return cast.client.send(method, at, sent, cast.alice.key);
    };
    const mine = inCapitals(cast.idsOf(cast.alice));
    const { status, body: told } = await ask(mine);
    expect([403, 404], JSON.stringify(told)).not.toContain(status);
    // What is another's stays another's.
    expect([403, 404]).toContain((await ask(inCapitals(cast.idsOf(cast.bob)))).status);
  },
);

it("so do the fields that take one, beside a key too", async () => {
  const { alice, client } = cast;
  const upper = inCapitals(cast.idsOf(alice));
  const send = (method: string, path: string, json?: unknown, key = alice.key) =>
    client.send<{ data: unknown }>(method, path, json === undefined ? {} : { json }, key);
  const inBatch = await send("GET", `/api/tweets?batch=${upper["batch_id"]}`);
  expect([inBatch.status, inBatch.body.data]).toEqual([200, []]);
  const media = [{ media_id: upper["media_id"] }];
  expect(await send("POST", "/api/tweets/draft", { tweet_content: "Seen from above", media })).toMatchObject({
    status: 201,
    body: { data: { media: [{ media_id: alice.mediaId }] } },
  });
  const share = { person_id: alice.user.id.toUpperCase(), share_usd: null };
  expect(await send("PUT", "/api/spending", share)).toMatchObject({
    status: 200,
    body: { data: { person_id: alice.user.id } },
  });
  const asWho = new URLSearchParams({ user_id: alice.user.id.toUpperCase(), api_key: alice.key });
  expect((await send("GET", `/api/tweets?${asWho}`, undefined, "")).status).toBe(200);
  const inBody = { user_id: alice.user.id.toUpperCase(), api_key: alice.key, tweet_content: "By a key in the body" };
  expect((await send("POST", "/api/tweets/draft", inBody, "")).status).toBe(201);
});

it("no other field takes one", () => {
  const found = new Set<string>();
  const look = (value: unknown, name: string): void => {
    if (typeof value !== "object" || value === null) return;
    if ("format" in value && value.format === "uuid") found.add(name);
    for (const [key, inside] of Object.entries(value))
      look(inside, /^(items|anyOf|schema|properties|\d+)$/.test(key) ? name : key);
  };
  for (const methods of Object.values(openApiPage("http://localhost:3000")["paths"] as object))
    for (const { parameters = [], requestBody } of Object.values(methods as object) as {
      parameters?: { name: string; schema: unknown }[];
      requestBody?: unknown;
    }[]) {
      for (const { name, schema } of parameters) look(schema, name);
      look(requestBody, "body");
    }
  expect(found).toEqual(new Set(["batch", "media_id", "person_id"]));
});

it("an agent's arguments that are one are taken alike", async () => {
  const agent = await cast.newAgent();
  const upper = inCapitals(cast.idsOf(cast.alice));
  expect(await agent.call("get_task", { task_id: upper["task_id"] })).toMatchObject({
    isError: false,
    data: { task: { task_id: cast.alice.taskId } },
  });
  expect(await agent.call("list_tweets", { batch: upper["batch_id"] })).toMatchObject({ isError: false });
});
