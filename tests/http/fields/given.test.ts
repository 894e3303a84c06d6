// Optional fields that say nothing, and values that no field takes: every field of every call, taken from the contract itself.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isAppError } from "~/ground/errors";
import { readFields } from "~/http/api/fields.server";
import { meansEmpty, meansNull } from "~/http/api/reading/given.server";
import { ids } from "~/http/contract/examples.server";
import type { Endpoint } from "~/http/contract/endpoint.server";
import { endpoints } from "~/http/contract/index.server";
import { fetchPage } from "~/screens/api-docs/fetch.server";
import { fieldsOf as fieldsOfPage } from "~/screens/api-docs/fields";

type Schema = z.core.$ZodType;
type Fields = Record<string, unknown>;
type Step = string | number;

interface Field {
  name: string;
  endpoint: Endpoint;
  where: "body" | "query";
  steps: Step[];
  schema: Schema;
}

/** What is wrapped: a schema's own way to the object or list within is not asked here. */
function within(schema: Schema): Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "pipe") return within(def.in);
  if (def.type === "union") return def.options.flatMap(within);
  return "innerType" in def ? within(def.innerType) : [schema];
}

function fieldsOf(schema: Schema, steps: Step[] = []): Pick<Field, "steps" | "schema">[] {
  return within(schema).flatMap((one) => {
    if (one instanceof z.ZodArray) return fieldsOf(one.element, [...steps, 0]);
    if (!(one instanceof z.ZodObject)) return [];
    return Object.entries(one.shape as Record<string, Schema>).flatMap(([name, field]) => [
      { steps: [...steps, name], schema: field },
      ...fieldsOf(field, [...steps, name]),
    ]);
  });
}

const fields: Field[] = endpoints.flatMap((endpoint) =>
  (["body", "query"] as const).flatMap((where) => {
    const of = endpoint[where] ? fieldsOf(endpoint[where]) : [];
    const named = (steps: Step[]) => steps.filter((step) => typeof step === "string").join(".");
    const name = (steps: Step[]) => `${endpoint.method} ${endpoint.path} ${named(steps)}`;
    return of.map((one) => ({ ...one, endpoint, where, name: name(one.steps) }));
  }),
);

/** Good lists and objects, for the fields within them. */
const media = [{ media_id: "3f0c1a52-6f0e-4b8e-9d0a-2b1c7a54e901" }];
const inside: Fields = {
  media,
  parts: [{ tweet_content: "One", media }, "Two"],
  quiet: { from: "22:00", to: "08:00" },
};

/** Good without this field because of another one. */
const instead: Record<string, Fields> = { content: { input_id: 7 } };

/** A good request of this endpoint that has the place at which the field stands. */
function request({ endpoint, where, steps }: Field): { body: Fields; query: Record<string, string> } {
  const { body = {}, query = {} } = structuredClone(endpoint.example) as { body?: Fields; query?: Fields };
  const [first] = steps;
  if (where === "body" && steps.length > 1 && typeof first === "string" && first in inside)
    body[first] = structuredClone(inside[first]);
  Object.assign(body, instead[String(first)]);
  return { body, query: query as Record<string, string> };
}

/** The same request with this value at the field; without one, without the field. */
function withField(field: Field, value?: unknown): ReturnType<typeof request> {
  const made = request(field);
  const [last, ...before] = field.steps.toReversed();
  const holder = before.reduceRight<unknown>((at, step) => (at as Fields)[step], made[field.where]) as Fields;
  if (typeof holder !== "object") throw new Error(`No good request has a place for ${field.name}`);
  if (value === undefined) Reflect.deleteProperty(holder, String(last));
  else holder[String(last)] = value;
  return made;
}

const read = ({ endpoint }: Field, { body, query }: ReturnType<typeof request>) =>
  readFields(endpoint, body, new URLSearchParams(query));

const optional = fields.filter(({ schema }) => z.safeParse(schema, undefined).success);

/** Where a value that is nothing elsewhere has a meaning of its own. */
const meaning: Record<string, "null" | "empty"> = {
  "PUT /api/hours/{account_id} quiet": "null",
  "PUT /api/voices/{account_id} language": "null",
  "PUT /api/voices/{account_id} learn": "null",
  "POST /api/keys audience": "null",
  "PUT /api/spending share_usd": "null",
  "POST /api/webhooks description": "empty",
  "PUT /api/webhooks/{webhook_id} description": "empty",
};

describe.each(optional.map((field) => [field.name, field] as const))("%s, which may be left out,", (name, field) => {
  const left = () => read(field, withField(field));

  it.runIf(field.where === "body" && meaning[name] !== "null")("is left out where it is null", () => {
    expect(read(field, withField(field, null))).toEqual(left());
  });

  it.runIf(meaning[name] !== "empty")("is left out where it is an empty text", () => {
    expect(read(field, withField(field, ""))).toEqual(left());
  });
});

/** What the OpenAPI page says of a field of a body, which docs/api-reference.md prints. */
function descriptionOf({ endpoint: { method, path }, steps }: Field): string {
  const { requestBody } = fetchPage("http://localhost:3000").paths[path]?.[method.toLowerCase()] ?? {};
  const rows = fieldsOfPage(requestBody?.content?.["application/json"]?.schema ?? {});
  return rows.find(({ name }) => name === steps[0])?.words.toLowerCase() ?? "";
}

it("these alone have a meaning for null or an empty text, and the description of each says it", () => {
  const found = fields.flatMap((field) => [
    ...(meansNull(field.schema) ? [{ ...field, value: "null" }] : []),
    ...(meansEmpty(field.schema) ? [{ ...field, value: "empty" }] : []),
  ]);
  expect(Object.fromEntries(found.map(({ name, value }) => [name, value]))).toEqual(meaning);
  for (const field of found) expect(descriptionOf(field), field.name).toContain(field.value);
});

it("quiet hours that are null are none, and those that are left out are the server's", () => {
  const field = optional.find(({ name }) => name.endsWith(" quiet")) as Field;
  expect(read(field, withField(field, null)).body).toHaveProperty("quiet", null);
  expect(read(field, withField(field)).body).not.toHaveProperty("quiet");
});

it("a webhook's description that is empty takes the former one away, and one that is null leaves it", () => {
  const field = optional.find(({ name }) => name === "PUT /api/webhooks/{webhook_id} description") as Field;
  expect(read(field, withField(field, "")).body).toHaveProperty("description", "");
  expect(read(field, withField(field, null)).body).not.toHaveProperty("description");
});

const nothing = [undefined, null, ""];
const numbers = [0, -1, 1.5, 1e300, -1e300, 2 ** 53, 20_000];
const texts = [" ", "x", "nope", "x".repeat(30_000), "12345678901234567890123", "2026-13-01", ids.task_id];
const lists = [[], [null], [1], ["x"], [[]], [{}], [{ a: 1 }], Array.from({ length: 300 }, () => "x")];
const wrong: unknown[] = [...nothing, true, ...numbers, ...texts, ...lists, {}, { a: 1 }];

/** The library's own words for what is wrong, whichever they are in its present version. */
const { localeError } = z.locales.en();
const library = /^(Invalid|Too (big|small)|Unrecognized|Expected)\b|pattern|regex|\bNaN\b|undefined|\[object/;

describe.each(fields.map((field) => [field.name, field] as const))("%s", (_, field) => {
  it("is refused in plain sentences alone", () => {
    for (const value of wrong) {
      const sent = withField(field, field.where === "query" && value !== undefined ? String(value) : value);
      const about = JSON.stringify(value)?.slice(0, 80);
      const whole = field.endpoint[field.where]?.safeParse(sent[field.where], { reportInput: true });
      const own = (whole?.error?.issues ?? []).map((issue) => localeError(issue as z.core.$ZodRawIssue));
      for (const msg of sentencesOf(field, sent)) {
        expect(msg, about).not.toMatch(library);
        expect(own, about).not.toContain(msg);
        // A sentence that names nothing says nothing.
        expect(msg, about).toMatch(/^[\p{Lu}"“]?\w.* /u);
      }
    }
  });
});

function sentencesOf(field: Field, sent: ReturnType<typeof request>): string[] {
  try {
    read(field, sent);
    return [];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return (error.faults ?? []).map(({ msg }) => msg);
  }
}
