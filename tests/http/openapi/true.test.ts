// The OpenAPI page, held to itself: its examples are of its schemas, its patterns mean the same to every reader, whoever has
// credentials can send them as it says, and what its examples name as to come is to come.
import { Ajv2020 } from "ajv/dist/2020";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, hours } from "~/ground/time/duration";
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { exampleDay } from "~/http/contract/examples.server";
import { endpoints } from "~/http/contract/index.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { createRouter } from "~tests/support/calls/router";
import { type ApiPage, type Described, judgeBy } from "~tests/support/calls/validating-proxy";
import { origin } from "~tests/support/calls/client";

const page = openApiPage(origin);

/** Every object of the page with where it stands. */
function* within(value: unknown, at: string[] = []): Generator<[Record<string, unknown>, string[]]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [value as Record<string, unknown>, at];
  for (const [name, inside] of Object.entries(value))
    // An example is a value, whatever its fields are called.
    if (name !== "example") yield* within(inside, [...at, name]);
}

const operations = Object.entries((page as unknown as ApiPage).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method, described })),
);

it("each example is of the schema beside it, by its kind too", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  ajv.addFormat("date-time", (text) => !Number.isNaN(Date.parse(text)));
  ajv.addFormat("date", /^\d{4}-\d\d-\d\d$/);
  ajv.addFormat("uri", { validate: URL.canParse.bind(URL) });
  ajv.addFormat("binary", true);
  ajv.addSchema(page as object, "page");
  const wrong: string[] = [];
  let seen = 0;
  for (const [one, at] of within(page)) {
    if (one["example"] === undefined) continue;
    seen += 1;
    const isBeside = one["schema"] !== undefined;
    const place = (isBeside ? [...at, "schema"] : at).map((part) =>
      encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")),
    );
    if (!ajv.validate({ $ref: `page#/${place.join("/")}` }, one["example"]))
      wrong.push(`${at.join(" ")}: ${ajv.errorsText()}`);
  }
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(200);
});

it("each pattern is one that every reader of patterns knows, with the flag u or without", () => {
  const patterns = [...within(page)].flatMap(([{ pattern }]) => (typeof pattern === "string" ? [pattern] : []));
  expect(patterns.length).toBeGreaterThan(20);
  for (const pattern of new Set(patterns)) {
    for (const flags of ["", "u"]) expect(() => new RegExp(pattern, flags), pattern).not.toThrow();
    // Without the flag \p is a p, and RE2 and Python have no such thing; RE2 looks neither ahead nor behind.
    expect(pattern).not.toMatch(/\\[pPuk]|\(\?[=!<]/);
  }
});

/** How the server takes credentials; where each may stand is the page's to say. */
const ways: Record<string, { headers?: Record<string, string>; query?: string; body?: object }> = {
  Bearer: { headers: { authorization: "Bearer linnet_x" } },
  "a key in the query": { query: "?api_key=k&user_id=u" },
  "a cookie": { headers: { cookie: "linnet=x" } },
  "a key in the body": { body: { user_id: "u", api_key: "k" } },
};

describe.each(Object.entries(ways))("whoever has %s", (_, { headers = {}, query = "", body }) => {
  it("can ask as the page says, wherever somebody must be known", () => {
    const judge = judgeBy(page as unknown as ApiPage);
    let count = 0;
    for (const { method, path, access, upload, example } of endpoints) {
      if (access === "open" || (body && (method === "GET" || upload))) continue;
      const call = judge.find(method, path.replace(/\{\w+\}/g, "1"));
      const given = example.body || body ? JSON.stringify({ ...example.body, ...body }) : "";
      // Where the path says whose it is, the query need not.
      const asked = path.includes("{user_id}") ? query.replace("&user_id=u", "") : query;
      const wrong = call && judge.request(call, new URL(`${origin}${path}${asked}`), headers, upload ? "" : given);
      const ofCredentials = wrong?.filter((one) => /credentials|user_id|api_key|NOT have additional/.test(one));
      expect(ofCredentials, `${method} ${path}`).toEqual([]);
      count += 1;
    }
    expect(count).toBeGreaterThan(30);
  });
});

it("whoever has none is told so by the page wherever there is no body to have them in", () => {
  const judge = judgeBy(page as unknown as ApiPage);
  for (const { method, path, access } of endpoints.filter((one) => one.method === "GET" && one.access === "user")) {
    const call = judge.find(method, path.replace(/\{\w+\}/g, "1"));
    const wrong = call && judge.request(call, new URL(`${origin}${path}`), {}, "");
    expect([access, wrong], path).toEqual(["user", expect.arrayContaining(["there are no credentials"])]);
  }
});

describe("what its examples name", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await createTestApp();
  });
  afterEach(() => app?.close());

  /** Every moment of an example is one or the other. */
  const toCome = [
    "execute_at",
    "scheduled_time",
    "next_post_at",
    "date",
    "expires_at",
    "former_until",
    "next_attempt_at",
  ];

  const momentsOf = (value: unknown, name = ""): [string, string][] => {
    if (typeof value === "string") return /^\d{4}-\d\d-\d\d(T.+Z)?$/.test(value) ? [[name, value]] : [];
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, inside]) => momentsOf(inside, Array.isArray(value) ? name : key));
  };

  it.each([0, 0.99, 37.5, 3_000])("as to come is to come, and as past is past, %d days later", async (later) => {
    app.clock.set(exampleDay + days(later));
    const now = app.clock.now();
    const route = await createRouter();
    const answer = (await (await route(new Request(`${origin}/api/openapi.json`))).json()) as object;
    const found = [...within(answer)].flatMap(([{ example }]) => momentsOf(example));
    expect(new Set(found.map(([name]) => name)).size).toBeGreaterThan(8);
    for (const [name, moment] of found) {
      const at = Date.parse(moment);
      if (toCome.includes(name)) {
        expect(at, `${name} ${moment}`).toBeGreaterThan(now + hours(24));
        expect(at, `${name} ${moment}`).toBeLessThan(now + days(30));
      } else expect(at, `${name} ${moment}`).toBeLessThan(now);
    }
  });
});

it("the operations of the page have each of them a call to judge", () => {
  const judge = judgeBy(page as unknown as ApiPage);
  for (const { path, method, described } of operations) {
    const found: Described | undefined = judge.find(method.toUpperCase(), path.replace(/\{\w+\}/g, "1"))?.described;
    expect(found, `${method} ${path}`).toBe(described);
  }
});
