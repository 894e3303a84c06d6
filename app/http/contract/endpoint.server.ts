// What an API route promises: one description that validates requests, types answers and becomes the OpenAPI page.
import { z } from "zod";
import type { Scope } from "~/features/api-keys/scope";
import { type ErrorCode, errorCodes, errorTable, faultTypes } from "~/ground/errors";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Which scope a named key needs. Of two, one: its verb says which, by what the call would change. `any`: every key may;
 * `none`: no key may, it is a person's own.
 */
export type RouteScope = Scope | readonly [Scope, Scope] | "any" | "none";

/** `open`: nobody needs to be known. `reader`: may be known. `user`: must be. */
export type Access = "open" | "reader" | "user";

export interface Example<Answer = unknown> {
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** Null where the answer is none, or a file. */
  answer: Answer;
}

export interface Endpoint<A extends Access = Access, Body = unknown, Query = unknown, Answer = unknown> {
  method: Method;
  /** As OpenAPI writes it, ids in braces; an id that names a thing of the caller's is looked up before validation. */
  path: `/api/${string}`;
  /** The address that it had first: it answers alike until 2.0, with a Deprecation header, and stands on no page. */
  former?: `/api/${string}`;
  access: A;
  scope: RouteScope;
  /** A second scope that a named key needs for this body; null: none. Asked before anything is done, or answered again. */
  alsoNeeds?(body: Body): Scope | null;
  summary: string;
  /** What is worth knowing before one calls it, in plain sentences. The summary is not said again. */
  description: string;
  /** One call and its answer: what stands on the pages, held against the schemas by tests/http/contract/examples.test.ts. */
  example: Example<NoInfer<Answer>>;
  body?: z.ZodType<Body>;
  query?: z.ZodType<Query>;
  /** The body's fields may stand in the query instead; where both have one, they must say the same. */
  inQueryToo?: true;
  /**
   * What becomes of a field that the schemas don't know, in body or query. Refused wherever a call publishes, schedules
   * or is an addition of ours: a misspelt account there posts as somebody else. Ignored where the specification's own
   * clients may send more.
   */
  unknown: "refused" | "ignored";
  /** Of its body, in bytes, where that may be more than usual. */
  maxBody?: number;
  status: 200 | 201 | 202 | 303;
  /** The whole body; null where the answer has none. */
  answer: z.ZodType<Answer> | null;
  /** Its body is no JSON but a file of one of these types; credentials then stand in the head or in the query. */
  upload?: { types: readonly string[]; max: number };
  /** Its answer is no JSON but of one of these types. */
  file?: readonly string[];
  /** Answered instead of `status`, with the same body, where nothing was made: it was there. */
  sameStatus?: 200;
  /** No envelope around it. */
  bare?: true;
  /** Takes an Idempotency-Key: what comes again under it is carried out once. */
  once?: true;
  /** Its answer has a secret that is shown this one time: what is kept of it is sealed. */
  showsSecret?: true;
  /** Its verb holds If-Match against the ETag of what it changes, in its own transaction; other PUTs know no ETag. */
  ifMatch?: true;
  /** Its answer has an ETag, and 304 tells who knows it already; how others may keep it (Cache-Control). */
  cache?: "private, no-cache" | "public, max-age=300";
  /** What its verb may refuse with, beside what every route of its kind does (`refusalsOf`). */
  refusals: readonly ErrorCode[];
  /** The limit of which its answers tell in headers how much is left. */
  limit?: "generation" | "analysis";
  /** Any page in any browser may read its answers: they tell nothing of anybody. */
  anyOrigin?: true;
  /** The sentence where nothing better is known: an unforeseen fault (spec section 8). */
  fallback?: string;
}

export const endpoint = <A extends Access, Body, Query, Answer>(
  described: Endpoint<A, Body, Query, Answer>,
): Endpoint<A, Body, Query, Answer> => described;

/** A success: the envelope, and the fields named beside it. */
export const success = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ success: z.literal(true), ...shape });

const fault = z.object({
  loc: z
    .array(z.union([z.string(), z.int()]))
    .meta({ description: "Where: body, query, path or header, then the field" }),
  msg: z.string(),
  type: z.enum(faultTypes).meta({ description: "What is wrong, in a word that stays" }),
});

export const refusal = z
  .looseObject({
    success: z.literal(false),
    error: z.string().meta({ description: "A sentence to show" }),
    detail: z.union([z.string(), z.array(fault)]).meta({
      description: "The same sentence, or how to ask instead; for a failed validation the list of what is wrong",
    }),
    code: z.enum(errorCodes).meta({ description: "What it is, in a word that stays; docs/api.md has the table" }),
  })
  .meta({ id: "Refusal" });

export const hasParam = (endpoint: Pick<Endpoint, "path">, name: string): boolean =>
  endpoint.path.includes(`{${name}}`);

/** The names in braces of a path. */
export const namesInPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** The fields that say who asks. Known wherever it matters who that is. */
export const credentials = ["user_id", "api_key"] as const;

/** The names that a schema knows. */
export const namesIn = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** Every code this route may refuse with, in the order of the statuses. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, method, path, scope } = endpoint;
  const codes = new Set<ErrorCode>(endpoint.refusals);
  if (method !== "GET") for (const code of bodyRefusals) if (!endpoint.upload || code !== "not_json") codes.add(code);
  if (endpoint.once) codes.add("idempotency_running").add("idempotency_mismatch");
  if (method === "PUT") codes.add("precondition_failed");
  // A query of any name that no database keeps is refused too.
  codes.add("invalid");
  // A reader without credentials is let in, one with wrong ones, or with half of them, is not.
  if (access !== "open") codes.add("unauthenticated");
  // A named key that comes along to what is a person's own is looked at, also where nobody needs to be known.
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
