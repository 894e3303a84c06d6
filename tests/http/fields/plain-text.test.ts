// A NUL or half a surrogate pair in any field of any form, query or body: refused by name, and nothing is stored.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "~/http/contract/index.server";
import { namesIn } from "~/http/contract/endpoint.server";
import { addressFor } from "~/http/door/address.server";
import { intents } from "~/screens/forms/intents";
import { answeringPlainly } from "~/ground/plain-text";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { cookieFor, sameOrigin } from "~tests/support/calls/call";
import { fill, origin } from "~tests/support/calls/client";
import { rowsOf, type Rows } from "~tests/support/databases/rows";
import { createRouter, type Router } from "~tests/support/calls/router";

let cast: Cast;
let route: Router;
let cookie: string;
let before: Rows;
const tables = [
  "users",
  "tweets",
  "batches",
  "generation_tasks",
  "analyses",
  "bots",
  "accounts",
  "sandbox_users",
] as const;

beforeAll(async () => {
  cast = await createCast();
  route = await createRouter("forms");
  cookie = await cookieFor(cast.app, cast.alice.sessionId);
  before = await rowsOf(cast.app.db, tables);
});
afterAll(() => cast?.close());
const nothingIsStored = async () => expect(await rowsOf(cast.app.db, tables)).toEqual(before);

const broken = [
  ["a NUL", "wrens\0nest", "wrens\\u0000nest"],
  ["half a pair", "wrens\ud83dnest", "wrens\\ud83dnest"],
  ["the other half", "wrens\udc26nest", "wrens\\udc26nest"],
] as const;

const withBody = endpoints.filter(({ method, upload }) => method !== "GET" && !upload);

it("there are endpoints and intents to ask", () => {
  expect(withBody.length).toBeGreaterThan(15);
  expect(Object.values(intents).flatMap((group) => Object.keys(group)).length).toBeGreaterThan(20);
});

describe.each(broken)("%s", (_name, value, escaped) => {
  it.each(withBody)("in each field of $method $path is 422, and the field is named", async (endpoint) => {
    const path = fill(endpoint.path, cast.idsOf(cast.alice));
    for (const name of [...namesIn(endpoint.body), "nobody_knows"]) {
      for (const sent of [{ [name]: value }, { [name]: { deep: [value] } }]) {
        const { status, body } = await cast.client.send(endpoint.method, path, { json: sent }, cast.alice.key);
        expect(status, name).toBe(422);
        expect(JSON.stringify(body)).toContain(`${name} contains a character that can’t be saved`);
      }
    }
    const bare = { body: `{"${escaped}": 1}`, headers: { "content-type": "application/json" } };
    expect((await cast.client.send(endpoint.method, path, bare, cast.alice.key)).status).toBe(422);
    await nothingIsStored();
  });
});

it.each(endpoints)("a NUL in each field of the query of $method $path is 422", async (endpoint) => {
  const path = fill(endpoint.path, cast.idsOf(cast.alice));
  for (const name of [...namesIn(endpoint.query), ...namesIn(endpoint.body), "nobody_asks"]) {
    const { status, body } = await cast.client.send(endpoint.method, `${path}?${name}=a%00b`, {}, cast.alice.key);
    expect(status, name).toBe(422);
    expect(JSON.stringify(body)).toContain(`${name} contains a character that can’t be saved`);
  }
  await nothingIsStored();
});

it("an address with a NUL is nowhere", async () => {
  for (const path of ["/api/questions/batch/a%00b", "/api/questions/task-status/%00", "/api/nowhere/%00"]) {
    const { status } = await cast.client.send("GET", path, {}, cast.alice.key);
    expect(status, path).toBe(404);
  }
});

it("the front door leaves none in the address of a page, and lets the API name the field of its query", () => {
  expect(addressFor("/generate?batch=a%00b")).toBe("/generate?batch=a%EF%BF%BDb");
  expect(addressFor("/batch/a%00b")).toBe("/batch/a%EF%BF%BDb");
  expect(addressFor("/api/questions/tweet?a=%00")).toBe("/api/questions/tweet?a=%00");
});

/** As fields are named on the screens; a new one is refused as these are, since the form is looked at as a whole. */
const fields = [
  "email",
  "password",
  "phone",
  "newPassword",
  "topic",
  "content",
  "tweetId",
  "accountId",
  "timezone",
  "moment",
  "as",
  "anything",
];

const post = (at: string, form: Record<string, string>) =>
  route(
    new Request(`${origin}${at}.data`, {
      method: "POST",
      headers: { host: "localhost:3000", cookie, ...sameOrigin },
      body: new URLSearchParams(form),
    }),
  );

it.each(Object.values(intents).flatMap((group) => Object.keys(group)))(
  "a NUL in a field of the form of %s is 422, and what was typed stays",
  async (intent) => {
    for (const at of ["/generate", "/timeline", "/product-analyse"])
      for (const name of fields) {
        const response = await post(at, { intent, [name]: "wrens\0nest" });
        expect(response.status, `${at} ${name}`).toBe(422);
        const text = await response.text();
        expect(text).toContain(`${name} contains a character that can’t be saved`);
        expect(text.includes("wrensnest"), name).toBe(!/password/i.test(name));
        expect(text).toContain(intent);
      }
    await nothingIsStored();
  },
);

it("the sandbox's consent refuses it too", async () => {
  const response = await post("/sandbox/authorize", { oauth_token: "t", handle: "al\0ice" });
  expect(response.status).toBe(422);
  await nothingIsStored();
});

it("what a port answers has none: nobody can be asked to say it otherwise", async () => {
  const date = new Date(0);
  const port = answeringPlainly({
    kind: "x",
    said: () => Promise.resolve({ texts: ["a\0b", { c: "d\ud800" }], at: 1, none: null, date }),
    at: () => "/x",
  });
  expect(await port.said()).toEqual({ texts: ["ab", { c: "d" }], at: 1, none: null, date });
  expect([port.kind, port.at()]).toEqual(["x", "/x"]);
});
