// One wrapper for every /api route: method, size, JSON, who asks, validation; and every answer in the envelope.
import { type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { AppError, isAppError, statusOfCode, unforeseen } from "~/errors";
import type { User } from "~/features/users/user";
import type { z } from "zod";
import { identify } from "./identify.server";
import { readBody } from "./body.server";
import { validate } from "./validate.server";
import { methodHeader, requestIdHeader } from "./front-door.server";

export interface Call<Body, Query> {
  app: App;
  request: Request;
  params: Record<string, string | undefined>;
  body: Body;
  query: Query;
}

export interface Answer {
  status?: number;
  message?: string;
  data?: unknown;
  /** Top-level fields the contract names beside the envelope. */
  fields?: Record<string, unknown>;
  /** In place of the envelope, where the contract wants a bare body. */
  bare?: unknown;
  headers?: Record<string, string>;
}

type NoShape = Record<string, never>;

interface Shapes<Body, Query> {
  body?: z.ZodType<Body>;
  query?: z.ZodType<Query>;
}

/** `open`: nobody needs to be known. `reader`: may be known. `user`: must be. */
export type Handler =
  | ({ access: "open"; run: (call: Call<unknown, unknown>) => Promise<Answer> } & Shapes<unknown, unknown>)
  | ({ access: "reader"; run: (call: Call<unknown, unknown> & { user: User | null }) => Promise<Answer> } & Shapes<
      unknown,
      unknown
    >)
  | ({ access: "user"; run: (call: Call<unknown, unknown> & { user: User }) => Promise<Answer> } & Shapes<
      unknown,
      unknown
    >);

/** Ties a handler's shapes to what its `run` is given. */
export function open<Body = NoShape, Query = NoShape>(
  shapes: Shapes<Body, Query>,
  run: (call: Call<Body, Query>) => Promise<Answer>,
): Handler {
  return { access: "open", ...shapes, run } as Handler;
}
export function reader<Body = NoShape, Query = NoShape>(
  shapes: Shapes<Body, Query>,
  run: (call: Call<Body, Query> & { user: User | null }) => Promise<Answer>,
): Handler {
  return { access: "reader", ...shapes, run } as Handler;
}
export function user<Body = NoShape, Query = NoShape>(
  shapes: Shapes<Body, Query>,
  run: (call: Call<Body, Query> & { user: User }) => Promise<Answer>,
): Handler {
  return { access: "user", ...shapes, run } as Handler;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Loader and action of an API route: `export const { loader, action } = api({ GET: … })`. */
export function api(handlers: Partial<Record<Method, Handler>>) {
  const answer = ({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) => respond(request, params, handlers);
  return { loader: answer, action: answer };
}

async function respond(
  request: Request,
  params: Record<string, string | undefined>,
  handlers: Partial<Record<Method, Handler>>,
): Promise<Response> {
  const app = getApp();
  try {
    return ok(await handle(app, request, params, handlers));
  } catch (error) {
    return failure(app, request, error, Object.keys(handlers));
  }
}

async function handle(
  app: App,
  request: Request,
  params: Record<string, string | undefined>,
  handlers: Partial<Record<Method, Handler>>,
): Promise<Answer> {
  const method = request.headers.get(methodHeader) ?? request.method;
  const handler = handlers[(method === "HEAD" ? "GET" : method) as Method];
  if (!handler) throw new AppError("method_not_allowed", `This address does not take ${method}`);
  const url = new URL(request.url);
  const raw = method === "GET" || method === "HEAD" ? {} : await readJson(request);
  const person = handler.access === "open" ? null : await identify(app, request, { body: raw, url, params });
  if (handler.access === "user" && !person) throw new AppError("unauthenticated", "用户未登录");
  if (person && params["user_id"] !== undefined && params["user_id"] !== person.id)
    throw new AppError("forbidden", "This belongs to somebody else");
  const body = handler.body ? validate(handler.body, raw, "body") : {};
  const query = handler.query ? validate(handler.query, Object.fromEntries(url.searchParams), "query") : {};
  const call = { app, request, params, body, query };
  if (handler.access === "user") return handler.run({ ...call, user: person as User });
  if (handler.access === "reader") return handler.run({ ...call, user: person });
  return handler.run(call);
}

/** The body as an object; {} where there is none. Throws too_large, unsupported_type, not_json. */
async function readJson(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBody(request);
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !/^application\/[\w.+-]+\+json$/.test(type))
    throw new AppError("unsupported_type", "The body must be JSON (Content-Type: application/json)");
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AppError("not_json", "The body is not valid JSON", { cause: error });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new AppError("invalid", "The body must be a JSON object");
  return parsed as Record<string, unknown>;
}

const noStore = { "Cache-Control": "no-store" };

function ok(answer: Answer): Response {
  const { status = 200, message, data, fields, bare, headers } = answer;
  const envelope = {
    success: true,
    ...(message === undefined ? {} : { message }),
    ...(data === undefined ? {} : { data }),
  };
  return Response.json(bare ?? { ...envelope, ...fields }, { status, headers: { ...noStore, ...headers } });
}

function failure(app: App, request: Request, error: unknown, methods: string[]): Response {
  const known = isAppError(error) ? error : null;
  const requestId = request.headers.get(requestIdHeader);
  if (!known) app.log.error({ err: error, requestId, path: new URL(request.url).pathname }, "an API call broke");
  const status = known ? statusOfCode[known.code] : 500;
  const sentence = known?.message ?? unforeseen;
  const headers = new Headers(noStore);
  if (known?.code === "method_not_allowed") headers.set("Allow", methods.join(", "));
  if (known?.retryAfterSeconds) headers.set("Retry-After", String(known.retryAfterSeconds));
  return Response.json({ success: false, error: sentence, detail: known?.faults ?? sentence }, { status, headers });
}
