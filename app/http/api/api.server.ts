// The one way into every endpoint of the API: address, method, size, JSON, who asks, what for, validation; every answer in the envelope.
import { type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { callMessages } from "~/ground/messages";
import { AppError, type ErrorCode, errorTable, isAppError, unforeseen } from "~/ground/errors";
import type { User } from "~/features/users/user";
import { type Params, apiRouter } from "./api-router.server";
import { readJson, requirePlain } from "./body.server";
import { challenge, jsonResponse, refused } from "~/http/door/envelope.server";
import type { Access, Endpoint } from "~/http/contract/endpoint.server";
import { readFields, toldFaults } from "./fields.server";
import { malformedPath, methodHeader, requestIdHeader } from "~/http/door/headers.server";
import { mediaMessages } from "~/features/media/media";
import { drain, readUpload, requireType } from "./upload.server";
import { knownFault } from "./fault.server";
import { authenticate, KeyRefused } from "./authenticate.server";
import { requireOwned } from "./require-owned.server";
import { messageOf } from "./validate.server";

export interface Call<Body = unknown, Query = unknown> {
  app: App;
  request: Request;
  params: Params;
  body: Body;
  query: Query;
  /** The body of an upload; empty elsewhere. */
  file: Buffer;
  /** Of the answer. */
  headers: Headers;
}

interface Callers {
  open: unknown;
  reader: { user: User | null };
  user: { user: User };
}

/** The answer's body; the helper itself says `success`. */
type Reply<Answer> = Answer extends { success: true } ? Omit<Answer, "success"> : Answer;

type Run<Caller> = (call: Call & Caller) => Promise<unknown>;

/** Throws the refusal that the call gets whatever its body says. Runs before the body is read and the database is asked. */
type Refuse = (app: App, request: Request) => void;

/** An endpoint with what it does. */
export interface Handler {
  endpoint: Endpoint;
  run: Run<{ user: User }>;
  refuseUnread: Refuse | undefined;
}

/** Ties a route's contract to its work: what comes in is valid by it, and what goes out must fit it. */
export const serve = <A extends Access, Body, Query, Answer>(
  endpoint: Endpoint<A, Body, Query, Answer>,
  run: (call: Call<Body, Query> & Callers[A]) => Promise<Reply<Answer> | Response>,
  refuseUnread?: Refuse,
): Handler => ({ endpoint, run: run as Handler["run"], refuseUnread });

/** Loader and action of the route that the whole API is under. */
export function api(handlers: readonly Handler[]) {
  const find = apiRouter(handlers);
  const answer = async ({ request }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const found = find(pathname);
    if (found) return respond(request, found.params, found.served);
    return pathname === malformedPath
      ? refuse(request, "malformed_url", "This address is malformed")
      : refuse(request, "not_found", "There is no such address in this API");
  };
  return { loader: answer, action: answer };
}

async function respond(request: Request, params: Params, handlers: readonly Handler[]): Promise<Response> {
  const app = getApp();
  const requested = request.headers.get(methodHeader) ?? request.method;
  const method = requested === "HEAD" ? "GET" : requested;
  const handler = handlers.find((one) => one.endpoint.method === method);
  const allow = handlers.flatMap(({ endpoint }) => (endpoint.method === "GET" ? ["GET", "HEAD"] : [endpoint.method]));
  if (requested === "OPTIONS")
    return new Response(null, { status: 204, headers: { ...noStore, Allow: allow.join(", ") } });
  try {
    if (!handler) throw new AppError("method_not_allowed", `This address does not take ${requested}`);
    handler.refuseUnread?.(app, request);
    return await handle(app, request, params, handler);
  } catch (error) {
    // Nobody who is still sending 10 MB reads an answer.
    if (handler?.endpoint.upload && !request.bodyUsed) await drain(request);
    const answer = failure(app, request, error, handler?.endpoint);
    if (!handler) answer.headers.set("Allow", allow.join(", "));
    return answer;
  }
}

/** In the contract's order ("Credentials"): size and type, credentials, the path's owner, the resource, validation. */
async function handle(app: App, request: Request, params: Params, { endpoint, run }: Handler): Promise<Response> {
  const { access, upload } = endpoint;
  const url = new URL(request.url);
  const raw = endpoint.method === "GET" || upload ? {} : await readJson(request, endpoint.maxBody);
  requirePlain(url.searchParams, "query");
  const person = access === "open" ? null : await authenticate(app, request, { body: raw, url, params });
  if (access === "user") {
    if (!person) throw new AppError("unauthenticated", callMessages.notSignedIn);
    if (params["user_id"] !== undefined && params["user_id"] !== person.id)
      throw new AppError("forbidden", "This belongs to somebody else");
    await requireOwned(app, person.id, params);
  }
  const { body, query } = readFields(endpoint, raw, url.searchParams);
  const headers = new Headers(noStore);
  if (upload) requireType(request, upload.types);
  const file = upload ? await readUpload(request, upload.max, mediaMessages.tooLarge) : nothing;
  // The type says "known" where the contract does; `serve` tied the two.
  const answer = await run({ app, request, params, body, query, file, headers, user: person as User });
  if (answer instanceof Response) {
    if (!answer.headers.has("Cache-Control")) answer.headers.set("Cache-Control", "no-store");
    return answer;
  }
  const whole = endpoint.bare ? answer : { success: true, ...(answer as object) };
  return jsonResponse(whole, endpoint.status, headers);
}

const nothing = Buffer.alloc(0);
const noStore = { "Cache-Control": "no-store" };

function failure(app: App, request: Request, error: unknown, endpoint?: Endpoint): Response {
  const known = knownFault(error);
  const requestId = request.headers.get(requestIdHeader);
  if (!isAppError(error))
    app.log.error({ err: error, requestId, path: new URL(request.url).pathname }, "an API call broke");
  const status = known ? errorTable[known.code].status : 500;
  const headers = new Headers(noStore);
  if (status === 401) headers.set("WWW-Authenticate", challenge(known instanceof KeyRefused));
  if (known?.retryAfterSeconds) headers.set("Retry-After", String(known.retryAfterSeconds));
  const faults = known?.code === "invalid" ? toldFaults(known, endpoint) : null;
  const sentence = faults ? messageOf(faults) : (known?.message ?? endpoint?.fallback ?? unforeseen);
  return jsonResponse(refused(sentence, faults, known?.code), status, headers);
}

/** Where nothing is, whatever is asked. */
async function refuse(request: Request, code: ErrorCode, sentence: string): Promise<Response> {
  try {
    // Read first, as everywhere: what is too large is told so.
    if (request.method !== "GET" && request.method !== "HEAD") await readJson(request);
    throw new AppError(code, sentence);
  } catch (error) {
    return failure(getApp(), request, error);
  }
}
