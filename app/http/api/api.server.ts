// Runs every API endpoint: auth, validation, idempotency and the response envelope.
import { type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { AppError, type ErrorCode, errorTable, isAppError, unforeseen } from "~/ground/errors";
import type { FailureCode } from "~/features/tweets/schema.server";
import { toFailureCode } from "~/features/tweets/tweets.server";
import type { User } from "~/features/users/user";
import { type Params, apiRouter } from "./api-router.server";
import { readJson, requirePlain } from "./body.server";
import { jsonResponse, refused } from "~/http/door/envelope.server";
import { type Access, type Endpoint, hasParam } from "~/http/contract/endpoint.server";
import { readFields, toldFaults } from "./fields.server";
import { malformedPath, methodHeader, requestIdHeader, unknownMethodPath } from "~/http/door/headers.server";
import { mediaMessages } from "~/features/media/media";
import { drain, enterTurn, readUpload, requireType } from "./upload.server";
import { requireMatch, unlessKnown } from "./etag.server";
import { beginOnce, type Once, type Replay, unkeyed } from "./idempotency/idempotency.server";
import { knownFault } from "./fault.server";
import type { NamedKey } from "~/features/api-keys/api-keys.server";
import { authenticate, type Caller, findNamedKey, notSignedIn } from "./authenticate.server";
import { tellRefusal } from "./refusal-headers.server";
import { countHere } from "~/features/rate-limits/rate-limits.server";
import { countRequest, recordKeyUse, requireRoute, requireScope } from "./named-key.server";
import { tellLimit } from "./limit-headers.server";
import { tweetId } from "./params.server";
import { requireOwned } from "./require-owned.server";
import { messageOf } from "./validate.server";

export interface Call<Body = unknown, Query = unknown> {
  app: App;
  request: Request;
  params: Params;
  body: Body;
  query: Query;
  file: Buffer;
  headers: Headers;
  once: Once;
}

interface Callers {
  open: unknown;
  reader: { user: User | null; key: NamedKey | null };
  user: Caller;
}

/** The response body without `success`, which is added here. */
type Reply<Answer> = Answer extends { success: true } ? Omit<Answer, "success"> : Answer;

type Run<Caller> = (call: Call & Caller) => Promise<unknown>;

/** Throws a refusal that doesn't depend on the body. */
type Refuse = (app: App, request: Request) => void | Promise<void>;

export interface Handler {
  endpoint: Endpoint;
  run: Run<Caller>;
  refuseUnread: Refuse | undefined;
}

/** Binds a contract to its handler: input is validated by it, and the answer's type must match. */
export const serve = <A extends Access, Body, Query, Answer>(
  endpoint: Endpoint<A, Body, Query, Answer>,
  run: (call: Call<Body, Query> & Callers[A]) => Promise<Reply<Answer> | Response>,
  refuseUnread?: Refuse,
): Handler => ({ endpoint, run: run as Handler["run"], refuseUnread });

type TellTweet = (app: App, user: User, tweetId: number) => Promise<unknown>;

interface Known {
  endpoint?: Endpoint | undefined;
  params: Params;
  user: User | null;
  isOwner: boolean;
  mayRead: boolean;
  limits: Headers;
}

/** Loader and action of the API route. `tellTweet` adds the tweet to refusals about it. */
export function api(handlers: readonly Handler[], tellTweet: TellTweet) {
  const find = apiRouter([...handlers, ...formerly(handlers)]);
  const answer = async ({ request }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const found = find(pathname);
    if (found) {
      const response = await respond(request, found.params, found.served, tellTweet);
      if (found.served.some(isFormer)) response.headers.set("Deprecation", deprecated);
      return response;
    }
    if (pathname === malformedPath) return refuse(request, "malformed_url", "This URL is malformed.", tellTweet);
    if (pathname !== unknownMethodPath) return refuse(request, "not_found", "This API has no such URL.", tellTweet);
    const refusal = await refuse(request, "method_not_allowed", takesNot(methodOf(request)), tellTweet);
    refusal.headers.set("Allow", "GET, HEAD, POST");
    return refusal;
  };
  return { loader: answer, action: answer };
}

const methodOf = ({ headers, method }: Request): string => headers.get(methodHeader) ?? method;
const takesNot = (method: string): string => `This URL doesn’t support ${method}.`;

/** RFC 9745: deprecated since 2026-11-26, in seconds. */
const deprecated = "@1795651200";

const formerly = (handlers: readonly Handler[]): Handler[] =>
  handlers.flatMap((handler) => {
    const { former } = handler.endpoint;
    return former ? [{ ...handler, endpoint: { ...handler.endpoint, path: former } }] : [];
  });

const isFormer = ({ endpoint }: Handler): boolean => endpoint.path === endpoint.former;

async function respond(
  request: Request,
  params: Params,
  handlers: readonly Handler[],
  tellTweet: TellTweet,
): Promise<Response> {
  const app = getApp();
  const requested = methodOf(request);
  const method = requested === "HEAD" ? "GET" : requested;
  const handler = handlers.find((candidate) => candidate.endpoint.method === method);
  const allow = handlers.flatMap(({ endpoint }) => (endpoint.method === "GET" ? ["GET", "HEAD"] : [endpoint.method]));
  if (requested === "OPTIONS")
    return new Response(null, { status: 204, headers: { ...noStore, Allow: allow.join(", ") } });
  const known: Known = {
    endpoint: handler?.endpoint,
    params,
    user: null,
    isOwner: false,
    mayRead: false,
    limits: new Headers(),
  };
  try {
    if (!handler) throw new AppError("method_not_allowed", takesNot(requested));
    await handler.refuseUnread?.(app, request);
    return await handle(app, request, handler, known);
  } catch (error) {
    // A client still sending 10 MB can't read a response. Anonymous uploads aren't drained here.
    if (handler?.endpoint.upload && !request.bodyUsed && known.user) await drain(request);
    const answer = await failure(app, request, error, known, tellTweet);
    if (!handler) answer.headers.set("Allow", allow.join(", "));
    addAll(answer.headers, known.limits);
    return answer;
  }
}

/** Checks in the contract's order ("Credentials"): size, type, credentials, owner, resource, fields. */
async function handle(app: App, request: Request, { endpoint, run }: Handler, known: Known): Promise<Response> {
  const { params } = known;
  const { access, upload } = endpoint;
  const url = new URL(request.url);
  const raw = endpoint.method === "GET" || upload ? {} : await readJson(request, endpoint.maxBody);
  requirePlain(url.searchParams, "query");
  const caller = await findCaller(app, request, endpoint, { body: raw, url, params });
  known.user = caller?.user ?? null;
  const key = caller?.key ?? null;
  if (key) {
    countRequest(app, key, known.limits);
    requireRoute(key, endpoint);
  } else if (caller) countHere(app, "browserKey", caller.sessionHash ?? caller.user.id);
  if (access === "user") {
    if (!caller) throw notSignedIn(request);
    if (params["user_id"] !== undefined && params["user_id"] !== caller.user.id)
      throw new AppError("forbidden", "This belongs to another user.");
    await requireOwned(app, caller.user.id, params);
    known.isOwner = true;
    known.mayRead = key === null || key.scopes.includes("read");
  }
  // Named keys are new, so every route can refuse their unknown fields.
  const isStrict = key !== null || endpoint.unknown === "refused";
  const { body, query } = readFields(endpoint, raw, url.searchParams, { isStrict });
  const alsoNeeded = key && endpoint.alsoNeeds?.(body);
  if (alsoNeeded) requireScope(key, alsoNeeded);
  const headers = headersFor(endpoint);
  if (upload) requireType(request, upload.types);
  const leave = upload && caller ? await enterTurn(app, request, caller.user.id) : null;
  try {
    const file = upload ? await readUpload(request, upload.max, mediaMessages.tooLarge) : nothing;
    if (endpoint.method === "PUT" && !endpoint.ifMatch) await requireMatch(request);
    const keyed = { request, userId: caller?.user.id ?? "", endpoint, params, search: url.searchParams, raw };
    const once = endpoint.once ? await beginOnce(app, keyed) : unkeyed;
    if ("replay" in once) {
      addAll(headers, known.limits);
      return replayed(once.replay, headers);
    }
    const { user = null, sessionHash = null } = caller ?? {};
    const call = { app, request, params, body, query, file, headers, key, sessionHash, once, user: user as User };
    const answer = await run(call).catch(async (error: unknown) => {
      // If this fails too, the request counts as abandoned after two minutes.
      await once.fail(error).catch(() => undefined);
      throw error;
    });
    await once.end(answer as object);
    if (caller && key) await recordKeyUse(app, request, { user: caller.user, key }, endpoint);
    if (answer instanceof Response) {
      if (!answer.headers.has("Cache-Control")) answer.headers.set("Cache-Control", "no-store");
      addAll(answer.headers, known.limits);
      return endpoint.cache ? unlessKnown(request, answer, endpoint.cache) : answer;
    }
    if (endpoint.limit && caller) await tellLimit(app, endpoint.limit, caller.user.id, headers);
    addAll(headers, known.limits);
    const whole = endpoint.bare ? answer : { success: true, ...(answer as object) };
    const made = jsonResponse(whole, endpoint.status, headers);
    return endpoint.cache ? unlessKnown(request, made, endpoint.cache) : made;
  } finally {
    leave?.();
  }
}

function findCaller(
  app: App,
  request: Request,
  { access, scope }: Endpoint,
  input: Parameters<typeof authenticate>[2],
): Promise<Caller | null> {
  if (access !== "open") return authenticate(app, request, input);
  return scope === "none" ? findNamedKey(app, request) : Promise.resolve(null);
}

function addAll(headers: Headers, more: Headers): void {
  for (const [name, value] of more) headers.append(name, value);
}

function replayed({ status, body }: Replay, headers: Headers): Response {
  headers.set("Idempotent-Replayed", "true");
  return jsonResponse(JSON.parse(body), status, headers);
}

const nothing = Buffer.alloc(0);
const noStore = { "Cache-Control": "no-store" };

function headersFor(endpoint: Endpoint | undefined): Headers {
  const headers = new Headers(noStore);
  if (endpoint?.anyOrigin) headers.set("Access-Control-Allow-Origin", "*");
  return headers;
}

async function failure(
  app: App,
  request: Request,
  error: unknown,
  { endpoint, params, user, isOwner, mayRead }: Known,
  tellTweet: TellTweet,
): Promise<Response> {
  const known = knownFault(error);
  const requestId = request.headers.get(requestIdHeader);
  if (!isAppError(error))
    app.log.error({ err: error, requestId, path: new URL(request.url).pathname }, "an API call broke");
  const code = known?.code ?? "unforeseen";
  const { status } = errorTable[code];
  const headers = headersFor(endpoint);
  if (known) tellRefusal(known, headers);
  const faults = known && status === 422 ? toldFaults(known, endpoint) : null;
  const sentence = faults ? messageOf(faults) : (known?.message ?? endpoint?.fallback ?? unforeseen);
  if (endpoint?.limit && user) await tellLimit(app, endpoint.limit, user.id, headers);
  const isOfVerb =
    known !== null && isOwner && endpoint !== undefined && hasParam(endpoint, "tweet_id") && endpoint.method !== "GET";
  const tweet = isOfVerb && user !== null && mayRead ? await tellTweet(app, user, tweetId(params)) : null;
  const about = tweet !== null && { data: tweet };
  const why = isOfVerb && { error_code: failureOf(known) };
  return jsonResponse({ ...refused(code, sentence, faults ?? known?.detail), ...why, ...about }, status, headers);
}

const failureOf = ({ failure, about, code }: AppError): FailureCode =>
  toFailureCode(failure ?? (about?.type === "too_long" ? about.type : code));

async function refuse(request: Request, code: ErrorCode, sentence: string, tellTweet: TellTweet): Promise<Response> {
  try {
    // Read the body first, so too_large is reported before other errors.
    if (request.method !== "GET" && request.method !== "HEAD") await readJson(request);
    throw new AppError(code, sentence);
  } catch (error) {
    return failure(
      getApp(),
      request,
      error,
      { params: {}, user: null, isOwner: false, mayRead: false, limits: new Headers() },
      tellTweet,
    );
  }
}
