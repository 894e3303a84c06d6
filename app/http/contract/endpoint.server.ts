// Type of an API route: validates requests, types answers and generates the OpenAPI page.
import { z } from "zod";
import type { Scope } from "~/features/api-keys/scope";
import { type ErrorCode, errorCodes, errorTable, faultTypes } from "~/ground/errors";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Scope of a named key; of two, the handler checks which. `any`: any key; `none`: no named key. */
export type RouteScope = Scope | readonly [Scope, Scope] | "any" | "none";

/** Authentication: `open` needs none, `reader` is optional, `user` is required. */
export type Access = "open" | "reader" | "user";

export interface Example<Answer = unknown> {
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  answer: Answer;
}

export interface Endpoint<A extends Access = Access, Body = unknown, Query = unknown, Answer = unknown> {
  method: Method;
  path: `/api/${string}`;
  former?: `/api/${string}`;
  access: A;
  scope: RouteScope;
  /** A second scope that this body needs; null for none. Checked before the work or a replayed answer. */
  alsoNeeds?(body: Body): Scope | null;
  summary: string;
  description: string;
  /** Example call and answer, checked against the schemas by tests/http/contract/examples.test.ts. */
  example: Example<NoInfer<Answer>>;
  body?: z.ZodType<Body>;
  query?: z.ZodType<Query>;
  /** Body fields may be in the query instead. If both are given, they must be equal. */
  inQueryToo?: true;
  /** Refused on calls that publish or schedule, since a misspelled account would post as the wrong one. */
  unknown: "refused" | "ignored";
  maxBody?: number;
  status: 200 | 201 | 202 | 303;
  answer: z.ZodType<Answer> | null;
  upload?: { types: readonly string[]; max: number };
  file?: readonly string[];
  sameStatus?: 200;
  bare?: true;
  once?: true;
  showsSecret?: true;
  /** The handler checks If-Match in its transaction. */
  ifMatch?: true;
  cache?: "private, no-cache" | "public, max-age=300";
  refusals: readonly ErrorCode[];
  limit?: "generation" | "analysis";
  anyOrigin?: true;
  fallback?: string;
}

export const endpoint = <A extends Access, Body, Query, Answer>(
  described: Endpoint<A, Body, Query, Answer>,
): Endpoint<A, Body, Query, Answer> => described;

export const success = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ success: z.literal(true), ...shape });

const fault = z.object({
  loc: z
    .array(z.union([z.string(), z.int()]))
    .meta({ description: "Where the error is: body, query, path or header, followed by the field" }),
  msg: z.string(),
  type: z.enum(faultTypes).meta({ description: "What is wrong, as a stable code" }),
});

export const refusal = z
  .looseObject({
    success: z.literal(false),
    error: z.string().meta({ description: "A message you can show to the user" }),
    detail: z.union([z.string(), z.array(fault)]).meta({
      description: "The same message, or how to fix the request. If validation failed, the list of errors",
    }),
    code: z.enum(errorCodes).meta({ description: "The error's stable code. /api/docs lists them all" }),
  })
  .meta({ id: "Refusal" });

export const hasParam = (endpoint: Pick<Endpoint, "path">, name: string): boolean =>
  endpoint.path.includes(`{${name}}`);

export const namesInPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

export const credentials = ["user_id", "api_key"] as const;

export const namesIn = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, method, path, scope } = endpoint;
  const codes = new Set<ErrorCode>(endpoint.refusals);
  if (method !== "GET") for (const code of bodyRefusals) if (!endpoint.upload || code !== "not_json") codes.add(code);
  if (endpoint.once) codes.add("idempotency_running").add("idempotency_mismatch");
  if (method === "PUT") codes.add("precondition_failed");
  // Any route refuses a query with text that can't be stored.
  codes.add("invalid");
  if (access !== "open") codes.add("unauthenticated");
  // Routes that refuse named keys check them even if no credentials are needed.
  if (access !== "open" || scope === "none")
    for (const code of [...keyRefusals, "rate_limited"] as const) codes.add(code);
  if (scope === "none") codes.add("not_for_keys");
  else if (scope !== "any") codes.add("insufficient_scope");
  if (access === "user" && method !== "GET") codes.add("cross_site");
  if (access === "user" && hasParam(endpoint, "user_id")) codes.add("forbidden");
  if (/\{(?!user_id)\w+\}/.test(path)) codes.add("not_found");
  return [...codes].sort((a, b) => errorTable[a].status - errorTable[b].status);
}

const keyRefusals = ["key_unknown", "key_expired", "key_held", "key_for_agents", "key_in_url"] as const;
const bodyRefusals = ["not_json", "too_large", "unsupported_type", "invalid"] as const;
