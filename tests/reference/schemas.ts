// The published schemas of both services, as validators, and the bodies they were seen to send.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { expect } from "vitest";

/** A file of the folder that LINNET_REFERENCE names. */
export function reference<T>(name: string): T {
  const folder = process.env["LINNET_REFERENCE"];
  if (!folder) throw new Error("LINNET_REFERENCE must name the folder of the reference data");
  return JSON.parse(readFileSync(join(folder, name), "utf8")) as T;
}

export interface Observed {
  id: string;
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  bodyText?: string;
}

export const observed = (name: string): Observed[] => reference<{ responses: Observed[] }>(name).responses;

export const bodyOf = ({ body, bodyText }: Observed): unknown =>
  bodyText === undefined ? body : (JSON.parse(bodyText) as unknown);

// What an OpenAPI document adds to JSON Schema is passed over.
const lenient = { strict: false, validateFormats: false, allErrors: true };
const bodies = new Ajv(lenient);
/** A query's values arrive as text. */
const queries = new Ajv({ ...lenient, coerceTypes: "array" });

interface Operation {
  parameters: ({ $ref: string } | Parameter)[];
  requestBody?: { content: Record<string, unknown> };
}
interface Parameter {
  name: string;
  in: "path" | "query";
  required?: boolean;
  explode?: boolean;
  schema: { type?: string };
}

const openApi = "x-api-subset-2.166.openapi.json";
const geminiSchema = "gemini-subset.schema.json";
let loaded = false;

function load(): void {
  if (loaded) return;
  for (const ajv of [bodies, queries])
    for (const name of [openApi, geminiSchema]) ajv.addSchema(reference<object>(name), name);
  loaded = true;
}

function validator(ref: string): ValidateFunction {
  load();
  return bodies.compile({ $ref: ref });
}

function mustFit(ref: string, value: unknown, what: string): void {
  const check = validator(ref);
  check(value);
  expect(check.errors ?? [], `${what}: ${JSON.stringify(value)?.slice(0, 300)}`).toEqual([]);
}

/** `name` is one of the file's definitions, such as Req.GenerateContentRequest. */
export const mustFitGemini = (name: string, value: unknown): void =>
  mustFit(`${geminiSchema}#/definitions/${name}`, value, name);

export const mustFitX = (name: string, value: unknown): void =>
  mustFit(`${openApi}#/components/schemas/${name}`, value, name);

export interface XRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, unknown>;
  body: string;
}

/** A request of ours to api.x.com/2 must be one that X's document describes, in path, query and body. */
export function mustBeXRequest(seen: XRequest): void {
  const what = `${seen.method} ${seen.path}`;
  const { paths, components } = reference<{
    paths: Record<string, Record<string, Operation>>;
    components: { parameters: Record<string, Parameter> };
  }>(openApi);
  const path = Object.keys(paths).find((one) => new RegExp(`^${one.replace(/{\w+}/g, "\\d+")}$`).test(seen.path));
  expect(path, `${what} is not in the document`).toBeDefined();
  const operation = paths[path ?? ""]?.[seen.method.toLowerCase()];
  expect(operation, `${what} is not in the document`).toBeDefined();
  const parameters = (operation?.parameters ?? []).map((one) =>
    "$ref" in one ? components.parameters[one.$ref.split("/").at(-1) ?? ""] : one,
  );
  for (const [name, text] of seen.query) {
    const parameter = parameters.find((one) => one?.in === "query" && one.name === name);
    expect(parameter, `${what} knows no ${name}`).toBeDefined();
    const value = parameter?.schema.type === "array" ? text.split(",") : text;
    load();
    const check = queries.compile(absolute(parameter?.schema));
    check(value);
    expect(check.errors ?? [], `${what}: ${name}=${text}`).toEqual([]);
  }
  for (const needed of parameters.filter((one) => one?.in === "query" && one.required))
    expect(seen.query.has(needed?.name ?? ""), `${what} needs ${needed?.name}`).toBe(true);
  if (operation?.requestBody) mustFitX("TweetCreateRequest", JSON.parse(seen.body));
  else expect(seen.body, what).toBe("");
  expect(seen.headers["authorization"], what).toMatch(/^OAuth oauth_consumer_key="/);
}

/** References inside the document, at any depth, are ones from outside here. */
const absolute = (schema: object | undefined): object =>
  JSON.parse(JSON.stringify(schema ?? {}), (name: string, value: unknown) =>
    name === "$ref" ? `${openApi}${String(value)}` : value,
  ) as object;
