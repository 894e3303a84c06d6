// Anything at all, sent to every route: an answer that the OpenAPI page allows, and never a fault of ours.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { hours } from "~/ground/time/duration";
import { endpoints } from "~/http/contract/index.server";
import type { Endpoint } from "~/http/contract/endpoint.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { origin } from "~tests/support/calls/client";

const night = process.env["LINNET_NIGHT"] !== undefined;
const runs = night ? 1_000_000 : 3_000;
/** A cast is replaced after so many: what fuzz has written must not make the later ones slow. */
const perCast = 10_000;

let cast: Cast;
beforeAll(async () => {
  cast = await createCast();
});
afterAll(() => cast?.close());

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
}

const strange = [
  "",
  " ",
  "\0",
  "\ud800",
  "null",
  "-1",
  "1e999",
  "__proto__",
  "constructor",
  "' or 1=1 --",
  "../../etc/passwd",
  "%00",
  "<script>",
  "🐦".repeat(300),
  "x".repeat(6_000),
  "UTC",
  "2026-11-19T20:00:00Z",
  "9".repeat(30),
];
const text = fc.oneof(fc.constantFrom(...strange), fc.string({ unit: "binary", maxLength: 40 }), fc.emailAddress());
const odd = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.double(), fc.bigInt().map(Number), text);

/** A value that fits the schema, or nearly. */
function fitting(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(fitting));
  if (shape.properties) {
    const fields = Object.entries(shape.properties).map(([name, one]) => [name, likely(one)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  }
  const [type = "string"] = [shape.type ?? "string"].flat();
  if (type === "array") return fc.array(likely(shape.items ?? {}), { maxLength: 5 });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "integer" || type === "number")
    return fc.integer({ min: Math.ceil(Math.max(shape.minimum ?? -5, -5)), max: Math.min(shape.maximum ?? 50, 50) });
  return shape.format === "date-time" ? moment : text;
}
const likely = (shape: Shape) => fc.oneof({ weight: 6, arbitrary: fitting(shape) }, { weight: 1, arbitrary: odd });
const moment = fc
  .integer({ min: -10, max: 10_000 })
  .map((hour) => new Date(Date.parse("2026-11-19T10:00:00Z") + hours(hour)).toISOString());

const shapeOf = (schema: z.ZodType | undefined): Shape =>
  schema ? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape) : { properties: {} };

const idKinds = ["mine", "theirs", "absent", "strange"] as const;
const whoAsks = ["owner", "owner", "owner", "stranger", "nobody", "wrong", "in the body", "in the query"] as const;

const request = (endpoint: Endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    ids: fc.oneof({ weight: 4, arbitrary: fc.constant("mine" as const) }, fc.constantFrom(...idKinds)),
    strangeId: text,
    by: fc.constantFrom(...whoAsks),
    query: fitting(shapeOf(endpoint.query)),
    body: fc.oneof({ weight: 8, arbitrary: fitting(shapeOf(endpoint.body)) }, { weight: 1, arbitrary: odd }),
    broken: fc.boolean().chain((cut) => (cut ? fc.integer({ min: 0, max: 30 }) : fc.constant(0))),
    type: fc.oneof({ weight: 12, arbitrary: fc.constant("application/json") }, fc.constantFrom("text/plain", "")),
  });
type Asked = ReturnType<typeof request> extends fc.Arbitrary<infer One> ? One : never;

/** Signing up and in cost 11 ms each by design: they get their share of requests, not more. */
const weightOf = ({ path }: Endpoint): number => (path.startsWith("/api/users/") ? 1 : 4);
const anything = fc.oneof(
  ...endpoints.map((endpoint) => ({ weight: weightOf(endpoint), arbitrary: request(endpoint) })),
);

function idsFor({ ids, strangeId }: Asked): Record<string, string | number> {
  if (ids === "mine") return cast.idsOf(cast.alice);
  if (ids === "theirs") return cast.idsOf(cast.bob);
  const id = ids === "absent" ? "424242" : strangeId;
  return { user_id: id, account_id: id, tweet_id: id, analysis_id: id, task_id: id, batch_id: id };
}

function toRequest(asked: Asked): { method: string; path: string; request: Request } | null {
  const { endpoint, by, type, broken } = asked;
  const ids = idsFor(asked);
  const encode = (name: string): string | null => {
    const id = String(ids[name]);
    // Half a surrogate pair can't stand in a URL, and these are no path at all.
    return /\p{Surrogate}/u.test(id) || ["", ".", ".."].includes(id) ? null : encodeURIComponent(id);
  };
  const parts = endpoint.path.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? encode(part) : part));
  if (parts.includes(null)) return null;
  const query = new URLSearchParams();
  if (typeof asked.query === "object" && asked.query !== null)
    for (const [name, value] of Object.entries(asked.query))
      query.set(name, typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  const { key, user } = cast.alice;
  const credentials = { user_id: user.id, api_key: key };
  if (by === "in the query") for (const [name, value] of Object.entries(credentials)) query.set(name, value);
  const bearers: Record<string, string> = { owner: key, stranger: cast.bob.key, wrong: "no key at all" };
  const bearer = bearers[by];
  const isObject = typeof asked.body === "object" && asked.body !== null && !Array.isArray(asked.body);
  const body = by === "in the body" && isObject ? { ...(asked.body as object), ...credentials } : asked.body;
  const whole = JSON.stringify(body) ?? "";
  const { method } = endpoint;
  const headers = {
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    ...(type ? { "content-type": type } : {}),
  };
  const path = `${parts.join("")}?${query.toString()}`;
  const sent = method === "GET" ? {} : { body: broken > 25 ? whole.slice(0, broken) : whole };
  return { method, path, request: new Request(`${origin}${path}`, { method, headers, ...sent }) };
}

/** The contract's own: 502 and 504 of network and AI, 503 of a server that doesn't publish. */
const namedFaults = [502, 503, 504];
let asked = 0;
const statuses = new Map<number, number>();

const requireNoFault = () => expect(cast.app.logged.filter((line) => line["level"] === "error")).toEqual([]);

async function holds(one: Asked): Promise<void> {
  asked += 1;
  if (asked % perCast === 0) {
    requireNoFault();
    await cast.close();
    cast = await createCast();
  }
  if (asked % 20 === 0) cast.app.clock.advance(hours(1));
  const made = toRequest(one);
  if (made === null) return;
  const response = await cast.route(made.request);
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  if (response.status >= 500) expect(namedFaults, `${made.method} ${made.path}`).toContain(response.status);
  const { operation } = await cast.witness.see(made.method, made.request.url, response);
  expect(operation, made.path).not.toBeNull();
}

it(
  `${runs} requests drawn from the schemas, and beside them, break nothing`,
  async () => {
    await fc.assert(fc.asyncProperty(anything, holds), { numRuns: runs, ...(night ? {} : { seed: 20_261_121 }) });
    requireNoFault();
    console.log(`${asked} requests: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
    // Blind shots that are all refused at the door would prove little.
    const good = [200, 201, 202].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
    expect(good / asked).toBeGreaterThan(0.1);
    expect(statuses.get(422)).toBeGreaterThan(0);
  },
  hours(4),
);
