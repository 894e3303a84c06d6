// Tool input schemas: a plain form for lists, the contract's for validation.
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { createSchema } from "zod-openapi";
import type { Access, Endpoint } from "~/http/contract/endpoint.server";
import { readFields } from "~/http/api/fields.server";
import { argumentWords } from "./argument-words";
import { type FullSchema, plainOf, type PlainSchema } from "./plain-schema";
import type { Arguments, Tool } from "./tool.server";

const made = new WeakMap<Tool, PlainSchema>();

export function listedInput(tool: Tool): PlainSchema {
  const before = made.get(tool);
  if (before) return before;
  const { schema, components } = createSchema(tool.input, { io: "input", openapiVersion: "3.1.1" });
  const told = { components: components as Record<string, FullSchema>, words: { ...argumentWords, ...tool.words } };
  const plain = plainOf(schema as FullSchema, told);
  made.set(tool, plain);
  return plain;
}

export function listedSchema(tool: Tool): StandardSchemaWithJSON<Arguments> {
  const json = () => ({ ...listedInput(tool) });
  return {
    "~standard": {
      version: 1,
      vendor: "linnet",
      validate: (value) => ({ value: value as Arguments }),
      jsonSchema: { input: json, output: json },
    },
  };
}

export function asListed(tool: Tool, args: Arguments): Arguments {
  const { properties = {} } = listedInput(tool);
  const isNumber = (name: string, value: unknown): value is string =>
    properties[name]?.type === "integer" && typeof value === "string" && /^(0|[1-9]\d{0,14})$/.test(value);
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isNumber(name, value) ? Number(value) : value]),
  );
}

const asObject = (schema: z.ZodType | undefined): z.ZodObject =>
  schema instanceof z.ZodObject ? schema : z.object({});

export function inputOf({ body, query }: Pick<Endpoint, "body" | "query">, ids: z.ZodRawShape): z.ZodObject {
  const fields = asObject(body).safeExtend({ ...asObject(query).shape, ...ids });
  return fields.strict().meta(body?.meta() ?? {});
}

export const fieldOf = ({ body, query }: Pick<Endpoint, "body" | "query">, name: string): z.ZodType =>
  partOf(asObject(body).shape[name] ?? asObject(query).shape[name], name);

function partOf(field: unknown, name: string): z.ZodType {
  if (!(field instanceof z.ZodType)) throw new Error(`The contract has no ${name} here`);
  return field;
}

export const readBody = <Body>(endpoint: Endpoint<Access, Body>, fields: Record<string, unknown>): Body =>
  readFields(endpoint, fields, new URLSearchParams(), { isStrict: true }).body as Body;

export function readArguments<T>(schema: z.ZodType<T>, args: Record<string, unknown>): T {
  const { body } = readFields({ body: schema, unknown: "refused" }, args, new URLSearchParams());
  return body as T;
}
