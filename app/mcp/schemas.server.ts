// What a tool takes and answers, as JSON Schema for those who list it. It is judged where it is used, in the API's own words.
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { createSchema } from "zod-openapi";
import type { Access, Endpoint } from "~/http/contract/endpoint.server";
import { readFields } from "~/http/api/fields.server";
import type { Tool } from "./tool.server";

type Side = "input" | "output";

const made = new WeakMap<Tool, Record<Side, StandardSchemaWithJSON<Record<string, unknown>>>>();

/** Made once a tool: a server is made for each request. */
export function listedSchema(tool: Tool, side: Side): StandardSchemaWithJSON<Record<string, unknown>> {
  const both = made.get(tool) ?? { input: listed(tool.input, "input"), output: listed(tool.output, "output") };
  made.set(tool, both);
  return both[side];
}

function listed(schema: z.ZodObject, io: Side): StandardSchemaWithJSON<Record<string, unknown>> {
  const json = toJsonSchema(schema, io);
  return {
    "~standard": {
      version: 1,
      vendor: "linnet",
      validate: (value) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** As the OpenAPI page has it, with what it refers to inside. */
export function toJsonSchema(schema: z.ZodObject, io: Side): Record<string, unknown> {
  const { schema: root, components } = createSchema(schema, {
    io,
    schemaRefPath: "#/$defs/",
    openapiVersion: "3.1.1",
  });
  return { ...root, ...(Object.keys(components).length > 0 && { $defs: components }) };
}

const asObject = (schema: z.ZodType | undefined): z.ZodObject =>
  schema instanceof z.ZodObject ? schema : z.object({});

/** The fields of an endpoint, its ids among them. */
export function inputOf({ body, query }: Pick<Endpoint, "body" | "query">, ids: z.ZodRawShape): z.ZodObject {
  const fields = asObject(body).safeExtend({ ...asObject(query).shape, ...ids });
  // What a schema says of its fields together is lost where fields are added.
  return fields.strict().meta(body?.meta() ?? {});
}

/** One field of what an endpoint takes. Throws where it has none of that name. */
export const fieldOf = ({ body, query }: Pick<Endpoint, "body" | "query">, name: string): z.ZodType =>
  partOf(asObject(body).shape[name] ?? asObject(query).shape[name], name);

/** One field of what an endpoint answers. */
export const answerOf = ({ answer }: Pick<Endpoint, "answer">, name = "data"): z.ZodType =>
  partOf(asObject(answer ?? undefined).shape[name], name);

/** The same where it is an object by itself. */
export function answerObjectOf(endpoint: Pick<Endpoint, "answer">): z.ZodObject {
  const data = answerOf(endpoint);
  if (!(data instanceof z.ZodObject)) throw new Error("The contract answers something else here");
  return data;
}

function partOf(field: unknown, name: string): z.ZodType {
  if (!(field instanceof z.ZodType)) throw new Error(`The contract has no ${name} here`);
  return field;
}

/** The body of an endpoint as it reads it. Throws as `readArguments`. */
export const readBody = <Body>(endpoint: Endpoint<Access, Body>, fields: Record<string, unknown>): Body =>
  readFields(endpoint, fields, new URLSearchParams(), { isStrict: true }).body as Body;

/** The arguments as the schema reads them. Throws invalid with all that is wrong with them, unknown names too. */
export function readArguments<T>(schema: z.ZodType<T>, args: Record<string, unknown>): T {
  const { body } = readFields({ body: schema, unknown: "refused" }, args, new URLSearchParams());
  return body as T;
}
