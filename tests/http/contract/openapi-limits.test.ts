// The OpenAPI page against the server, by construction: what the page lets a client send is taken, what it forbids is refused.
import { Ajv2020 } from "ajv/dist/2020";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { fill } from "~tests/support/calls/client";

interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
}
interface Operation {
  operationId: string;
  description?: string;
  parameters: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: { "application/json": { schema: Schema } } };
}
interface Described extends Operation {
  method: string;
  path: string;
}

const page = openApiPage("http://localhost:3000") as unknown as { paths: Record<string, Record<string, Operation>> };
/** But for what takes files: tests/built/answers/uploads.test.ts. */
const operations: Described[] = Object.entries(page.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
  )
  .filter(({ requestBody }) => !requestBody || "application/json" in requestBody.content);

const ajv = new Ajv2020({ strict: false });
ajv.addFormat("date-time", (text) => /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text));
const allows = (schema: Schema, value: unknown): boolean => ajv.validate(schema as object, value);

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

/** Fields whose rule no schema can say; the page says it in words. */
const inWords = (): Record<string, unknown> => ({
  email: `p${Math.random()}@linnet.example`,
  password: "perch on a wire 7",
  timezone: "Europe/Berlin",
  twitter_account_id: cast.alice.account.networkUserId,
  execute_at: new Date(cast.app.clock.now() + hours(2)).toISOString(),
  date: new Date(cast.app.clock.now() + hours(48)).toISOString().slice(0, 10),
  tweet_content: "x".repeat(280),
  texts: ["linnet.com"],
  tweets: [{ tweet_content: "One of several" }],
  text: "Words for a thread",
  parts: ["One thing of a thread", "And another one"],
  post_url: "https://x.com/alice/status/20",
  media: [],
  name: `key ${Math.random()}`,
  scopes: ["read"],
  expires_at: new Date(cast.app.clock.now() + hours(2)).toISOString(),
  url: "https://93.184.215.14/hook",
  events: ["tweet.*"],
  person_id: cast.alice.user.id,
  share_usd: null,
});

const parts = (schema: Schema): Schema[] =>
  (schema.anyOf ?? [schema]).flatMap((one) => (one.anyOf ? parts(one) : [one]));
const isOf = (schema: Schema, type: string): boolean => [schema.type].flat().includes(type);

/** A value that the schema allows. */
function good(name: string, schema: Schema): unknown {
  const said = inWords()[name];
  if (said !== undefined) return said;
  const [one = {}] = parts(schema);
  if (one.const !== undefined || one.enum) return one.const ?? one.enum?.[0];
  if (isOf(one, "boolean")) return true;
  if (isOf(one, "integer")) return Math.max(one.minimum ?? 1, 1);
  return one.format === "date-time" ? inWords()["execute_at"] : "x".repeat(one.minLength ?? 1);
}

/** Values just beyond each bound of a schema, and of other kinds. */
const beyond = (schema: Schema): unknown[] =>
  parts(schema).flatMap((one) => [
    ...["", " ", "no such thing!", true, 1.5, -1, [1], { a: 1 }, null],
    ...(one.maxLength === undefined ? [] : ["x".repeat(one.maxLength + 1)]),
    ...(one.minLength ? ["x".repeat(one.minLength - 1)] : []),
    ...(one.maximum === undefined ? [] : [one.maximum + 1]),
    ...(one.minimum === undefined ? [] : [one.minimum - 1]),
    ...(one.maxItems === undefined ? [] : [Array.from({ length: one.maxItems + 1 }, () => "x")]),
    ...(one.minItems === undefined ? [] : [[]]),
    ...(one.items ? beyond(one.items).map((item) => [item]) : []),
  ]);

/** Values just within them. */
const within = (schema: Schema): unknown[] =>
  parts(schema).flatMap((one) => [
    ...(one.maxLength === undefined ? [] : ["x".repeat(one.maxLength)]),
    ...(one.minLength === undefined ? [] : ["x".repeat(one.minLength)]),
    ...(one.maximum === undefined ? [] : [one.maximum]),
    ...(one.minimum === undefined ? [] : [one.minimum]),
    ...(one.maxItems === undefined ? [] : [Array.from({ length: one.maxItems }, () => "x")]),
    ...(isOf(one, "null") ? [null] : []),
    ...(one.enum ?? []),
  ]);

const isCredential = (name: string): boolean => name === "user_id" || name === "api_key";
const bodyOf = (one: Operation): Schema => one.requestBody?.content["application/json"].schema ?? {};

/** What a client made from the page sends at least: the required fields, and those of which one place must have them. */
async function leastOf(one: Described) {
  const inEither = /Send ([\w, ]+) in one of the two\./.exec(one.description ?? "")?.[1]?.split(", ") ?? [];
  const query: Record<string, unknown> = {};
  for (const { in: where, name, required, schema } of one.parameters)
    if (where === "query" && (required || inEither.includes(name))) query[name] = good(name, schema);
  const { required, properties = {}, allOf } = bodyOf(one);
  const names = [...(required ?? []), ...(allOf?.[0]?.anyOf?.[0]?.required ?? [])];
  const body = Object.fromEntries(names.map((name) => [name, good(name, properties[name] ?? {})]));
  const tweet = one.path.includes("{tweet_id}") ? await cast.newTweet() : cast.alice.tweetId;
  return { path: fill(one.path, { ...cast.idsOf(cast.alice), tweet_id: tweet }), query, body };
}

async function send(one: Described, path: string, query: Record<string, unknown>, body?: Record<string, unknown>) {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const sent = body === undefined ? {} : { json: body };
  return cast.client.send<{ detail: unknown }>(one.method, `${path}?${asked}`, sent, cast.alice.key);
}

const places = (detail: unknown): string[] =>
  Array.isArray(detail) ? (detail as { loc: string[] }[]).map(({ loc }) => `${loc[0]}.${loc[1]}`) : [];

describe.each(operations)("$operationId", (one) => {
  it("takes the least that the page demands, without a body where none is required", async () => {
    const { path, query, body } = await leastOf(one);
    const { status, body: said } = await send(one, path, query, one.requestBody?.required ? body : undefined);
    expect([400, 415, 422], JSON.stringify(said)).not.toContain(status);
  });

  it("refuses what the page forbids, naming the field", async () => {
    const { path, query, body } = await leastOf(one);
    if (one.requestBody?.required) expect((await send(one, path, query)).status).toBe(422);
    const { properties = {}, required = [], additionalProperties } = bodyOf(one);
    for (const name of required) {
      const { [name]: _left, ...rest } = body;
      // A sentence that several fields share is told of the first of them.
      expect((await send(one, path, query, rest)).status, `without ${name}`).toBe(422);
    }
    if (additionalProperties === false)
      expect(places((await send(one, path, query, { ...body, more: 1 })).body.detail)).toContain("body.more");
    for (const [name, schema] of Object.entries(properties).filter(([name]) => !isCredential(name)))
      for (const value of beyond(schema).filter((value) => !allows(schema, value))) {
        // An empty text in an optional field is none (tests/http/fields/given.test.ts).
        if (value === "" && !required.includes(name)) continue;
        // What can be sent in the query must be in one of the two.
        const { [name]: _same, ...others } = query;
        const { status, body: said } = await send(one, path, others, { ...body, [name]: value });
        expect(status, `${name}: ${JSON.stringify(value).slice(0, 80)}`).toBe(422);
        expect(places(said.detail), JSON.stringify(said)).toContain(`body.${name}`);
      }
    for (const { in: where, name, schema, required: demanded } of one.parameters.filter(
      ({ name }) => !isCredential(name),
    )) {
      if (where !== "query") continue;
      for (const value of beyond(schema).filter((value) => !allows(schema, value) && typeof value !== "object")) {
        if (allows(schema, String(value)) || (String(value) === "" && !demanded)) continue;
        const { status, body: said } = await send(one, path, { ...query, [name]: value }, one.requestBody && body);
        expect(status, `${name}=${String(value).slice(0, 80)}`).toBe(422);
        expect(places(said.detail), JSON.stringify(said)).toContain(`query.${name}`);
      }
    }
  });

  it("takes each field up to its bounds", async () => {
    for (const [name, schema] of Object.entries(bodyOf(one).properties ?? {})) {
      // What else these keep to stands in words.
      if (isCredential(name) || ["tweet_content", "text", "password", "share_usd"].includes(name)) continue;
      for (const value of within(schema).filter((value) => allows(schema, value))) {
        const { path, query, body } = await leastOf(one);
        // What must be in one of two places is said there.
        if (value === null && name in query) continue;
        const all: Record<string, unknown> = { ...body, [name]: value };
        // One of two, as the page has it.
        if (name === "input_id" && value !== null) delete all["content"];
        if (!allows(bodyOf(one), all)) continue;
        const { status, body: said } = await send(one, path, one.method === "GET" ? query : {}, { ...query, ...all });
        expect(status, `${name}: ${JSON.stringify(value).slice(0, 80)} ${JSON.stringify(said)}`).not.toBe(422);
      }
    }
    for (const { in: where, name, schema } of one.parameters) {
      if (where !== "query" || isCredential(name) || name === "twitter_account_id" || name in inWords()) continue;
      // It is good only as the server handed it out.
      if (name === "cursor") continue;
      for (const value of within(schema).filter((value) => value !== null && allows(schema, value))) {
        const { path, query } = await leastOf(one);
        expect((await send(one, path, { ...query, [name]: value })).status, `${name}=${String(value)}`).not.toBe(422);
      }
    }
  });
});

it("has the limits that the contract names", () => {
  const of = (id: string, name: string) => {
    const found = operations.find(({ operationId }) => operationId === id);
    return parts((found && bodyOf(found).properties?.[name]) ?? {})[0];
  };
  expect(of("generateTweets", "question")).toMatchObject({ minLength: 1, maxLength: 2_000 });
  expect(of("analyze", "content")).toMatchObject({ minLength: 1, maxLength: 5_000 });
  for (const id of ["writeTweet", "editTweet"]) {
    expect(of(id, "tweet_content")).toMatchObject({ minLength: 1, maxLength: 5_000 });
    expect(JSON.stringify(of(id, "tweet_content"))).toContain("280");
  }
  expect(of("schedule", "execute_at")).toMatchObject({
    format: "date-time",
    description: "Between now and a year from now",
  });
  expect(of("weigh", "texts")).toMatchObject({ minItems: 1, maxItems: 200 });
  expect(of("splitText", "text")).toMatchObject({ minLength: 1, maxLength: 125_000 });
  expect(of("publishNowAs", "twitter_account_id")).toMatchObject({ pattern: "^\\d{1,20}$" });
  expect(of("register", "password")).toMatchObject({ minLength: 8, maxLength: 1_000 });
});
