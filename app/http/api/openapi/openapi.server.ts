// Builds the OpenAPI 3.1 page from the validation schemas.
import { createDocument, type oas31, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "zod";
import { version } from "../../../../package.json";
import { type ErrorCode, errorTable } from "~/ground/errors";
import { withNull } from "./null-too";
import { eventAnswers, webhookPages } from "./webhooks.server";
import { keyHeader } from "../idempotency/request-key.server";
import {
  type Endpoint,
  type Example,
  hasParam,
  namesInPath,
  type RouteScope,
  refusal,
  refusalsOf,
} from "~/http/contract/endpoint.server";
import { failureCodes, tweetSchema } from "~/features/tweets/schema.server";
import { asOf, exampleDay, ids } from "~/http/contract/examples.server";
import { days } from "~/ground/time/duration";
import { contract, groupWords } from "~/http/contract/index.server";

type OpenApiPage = Record<string, unknown> & { openapi: string };

const made = new Map<string, { bare: ReturnType<typeof createPage>; day: number; page: OpenApiPage }>();

export function openApiPage(origin: string, now: number = exampleDay): OpenApiPage {
  const day = Math.floor(now / days(1));
  const kept = made.get(origin);
  if (kept?.day === day) return kept.page;
  const bare = kept?.bare ?? createPage(origin);
  const page = { ...tellExamples(structuredClone(bare), now) };
  made.set(origin, { bare, day, page });
  return page;
}

function createPage(origin: string) {
  const page = createDocument({
    openapi: "3.1.1",
    info: { title: "Linnet", version, description: about, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: origin }],
    tags: Object.keys(contract).map((name) => ({ name, description: groupWords[name] })),
    paths: paths(),
    webhooks: webhookPages(),
    components: {
      responses: eventAnswers(),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "An API key. It needs the listed scope, unless it is a session key",
        },
        key: {
          type: "apiKey",
          in: "query",
          name: "api_key",
          description: "A browser session's key, sent together with user_id",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "linnet",
          description: "Requests that change something must be same-origin",
        },
      },
    },
  });
  delete page.components?.responses;
  for (const methods of Object.values(page.paths ?? {}))
    for (const { requestBody } of Object.values(methods) as oas31.OperationObject[])
      if (requestBody && "content" in requestBody)
        for (const one of Object.values(requestBody.content)) if (one.schema) one.schema = withNull(one.schema);
  return page;
}

interface Exemplified {
  parameters?: { schema: { type?: string }; example?: unknown }[];
  requestBody?: WithContent;
  responses: Record<string, WithContent>;
}
interface WithContent {
  content?: Record<string, { example?: unknown }>;
}

/** Moves the examples to the day of `now`, and writes whole numbers in paths and queries as numbers. */
function tellExamples<Page extends ReturnType<typeof createPage>>(page: Page, now: number): Page {
  for (const one of Object.values({ ...page.paths, ...page.webhooks }).flatMap((path) => Object.values(path))) {
    const { parameters = [], requestBody, responses } = one as Exemplified;
    const contents = [requestBody, ...Object.values(responses)].flatMap((item) => Object.values(item?.content ?? {}));
    for (const told of [...parameters, ...contents])
      if (told.example !== undefined) told.example = asOf(now, told.example);
    for (const told of parameters)
      if (told.schema.type === "integer" && told.example !== undefined) told.example = Number(told.example);
  }
  return page;
}

const about =
  "Send a key as `Authorization: Bearer`, or as `api_key` in the JSON body or the query, together with `user_id`. " +
  "OpenAPI has no security scheme for a key in the body, so calls that take a body also list `{}`. Without any " +
  "credentials, they still return 401. Every response is `{success: true, …}` or `{success: false, error, detail, code}`, " +
  "with a matching HTTP status. Bodies are JSON of up to 64 KiB, unless stated otherwise. An optional field that is null or " +
  "an empty string counts as omitted, unless its description says otherwise.";

function paths(): ZodOpenApiPathsObject {
  const found: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [group, endpoints] of Object.entries(contract))
    for (const [name, one] of Object.entries(endpoints))
      (found[one.path] ??= {})[one.method.toLowerCase()] = operation(group, name, one);
  return found;
}

function operation(group: string, name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { access, body, method, path, query, scope, summary } = endpoint;
  const names = namesInPath(path);
  const known = access !== "open";
  // OpenAPI has no credentials in the body, so those calls count as anonymous.
  const isOpen = access === "reader" || (method !== "GET" && !endpoint.upload);
  return {
    tags: [group],
    operationId: name,
    summary,
    description: [endpoint.description, ...notesOn(endpoint)].join(" "),
    security: known ? [...bearers(scope), { key: [] }, { session: [] }, ...(isOpen ? [{}] : [])] : [],
    requestParams: {
      ...(names.length > 0 ? { path: z.object(Object.fromEntries(names.map((name) => [name, paramOf(name)]))) } : {}),
      ...((endpoint.once || endpoint.ifMatch) && {
        header: z.object({
          ...(endpoint.once && { [keyHeader]: idempotencyKey }),
          ...(endpoint.ifMatch && { "If-Match": ifMatch }),
        }),
      }),
      query: withExamples(asObject(query), endpoint.example.query).safeExtend({
        ...(endpoint.inQueryToo ? asObject(body).partial().shape : {}),
        ...(known && !hasParam(endpoint, "user_id") ? { user_id: besideKey } : {}),
      }),
    },
    ...(method === "GET" ? {} : requestBody(endpoint, known)),
    responses: responses(endpoint),
  };
}

const bearers = (scope: RouteScope): { bearer: string[] }[] =>
  typeof scope !== "string"
    ? scope.map((name) => ({ bearer: [name] }))
    : [{ bearer: scope === "any" || scope === "none" ? [] : [scope] }];
const idempotencyKey = z
  .string()
  .optional()
  .meta({
    description:
      "1 to 255 visible ASCII characters, with or without quotes. If you repeat a request with the same key within 24 " +
      "hours, it runs only once and returns the same response, with Idempotent-Replayed: true",
    example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
  });

const ifMatch = z
  .string()
  .optional()
  .meta({ description: "The ETag from getTweet. Returns 412 if the tweet has changed since then" });

const besideKey = z.string().optional().meta({ description: "The user the api_key belongs to" });
const inBody = { user_id: besideKey, api_key: z.string().optional() };

const asObject = (shape: z.ZodType | undefined): z.ZodObject => (shape instanceof z.ZodObject ? shape : z.object({}));

export function notesOn({ body, inQueryToo, unknown, maxBody, upload }: Endpoint): string[] {
  const required = Object.entries(asObject(body).shape).flatMap(([name, one]) => (takesNothing(one) ? [] : [name]));
  return [
    ...(inQueryToo ? ["The body's fields can be sent in the query instead."] : []),
    ...(inQueryToo && required.length > 0 ? [`Send ${required.join(", ")} in one of the two.`] : []),
    ...(maxBody === undefined ? [] : [`The body can be up to ${maxBody / 1024} KiB.`]),
    ...(upload ? [`The body is the file itself, up to ${upload.max / 1024 / 1024} MiB.`] : []),
    ...(unknown === "refused" ? ["Unlisted fields and query parameters are refused."] : []),
  ];
}

const takesNothing = (field: z.core.$ZodType): boolean => z.safeParse(field, undefined).success;

const needsFields = (body: z.ZodType | undefined): boolean => body !== undefined && !body.safeParse({}).success;

function requestBody(
  { body, example, inQueryToo, unknown, upload }: Endpoint,
  known: boolean,
): Pick<ZodOpenApiOperationObject, "requestBody"> {
  if (upload) {
    const file = { schema: { type: "string" as const, format: "binary" } };
    return { requestBody: { required: true, content: Object.fromEntries(upload.types.map((type) => [type, file])) } };
  }
  if (!body && !known) return {};
  const fields = inQueryToo ? asObject(body).partial() : asObject(body);
  const all = known ? fields.safeExtend(inBody) : fields;
  // Adding fields drops the schema's metadata, so it is copied.
  const schema = (unknown === "refused" ? all.strict() : all).meta(body?.meta() ?? {});
  const required = needsFields(body) && !inQueryToo;
  return { requestBody: { required, content: { "application/json": { schema, ...exampleOf(example.body) } } } };
}

const exampleOf = (value: unknown): { example?: unknown } => (value === undefined ? {} : { example: value });

const withExamples = (query: z.ZodObject, example: Example["query"] = {}): z.ZodObject =>
  query.safeExtend(
    Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, query.shape[name].meta({ param: { example: value } })]),
    ),
  );

const paramOf = (name: string): z.ZodType =>
  typeof ids[name as keyof typeof ids] === "number"
    ? z
        .int()
        .positive()
        .meta({ override: { maximum: undefined }, ...inPath(name) })
    : z.string().meta({
        ...(name === "account_id" && { description: "twitter_user_id, or the internal id" }),
        ...inPath(name),
      });

const inPath = (name: string) => ({ param: { example: ids[name as keyof typeof ids] } });

function responses(endpoint: Endpoint): ZodOpenApiOperationObject["responses"] {
  const { answer, status, sameStatus, file, cache } = endpoint;
  const elsewhere = { description: "Redirect", headers: z.object({ Location: z.string() }) };
  const asFile = file && {
    description: "Done",
    content: Object.fromEntries(file.map((type) => [type, { schema: type.startsWith("text/") ? z.string() : binary }])),
  };
  const good = answer
    ? {
        description: "Done",
        ...goodHeaders(endpoint),
        content: { "application/json": { schema: answer, ...exampleOf(endpoint.example.answer) } },
      }
    : (asFile ?? elsewhere);
  const codes = refusalsOf(endpoint);
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))];
  const bad = statuses.map((httpStatus) => [
    httpStatus,
    refusalPage(
      codes.filter((code) => errorTable[code].status === httpStatus),
      endpoint,
    ),
  ]);
  const same = sameStatus === undefined ? {} : { [String(sameStatus)]: good };
  const known = cache
    ? { "304": { description: "Not changed: the current version matches If-None-Match", ...goodHeaders(endpoint) } }
    : {};
  return { ...same, [String(status)]: good, ...known, ...Object.fromEntries(bad) };
}

const binary = { type: "string" as const, format: "binary" };

const refusalPage = (codes: ErrorCode[], endpoint: Endpoint) => ({
  description: codes.map((code) => errorTable[code].meaning).join("; "),
  ...headersOf(codes),
  content: { "application/json": { schema: z.intersection(refusal, z.looseObject(ofRoute(codes, endpoint))) } },
});

const ofCall = new Set([400, 401, 404, 408, 413, 415]);

const ofRoute = (codes: ErrorCode[], endpoint: Endpoint): z.ZodRawShape => ({
  code: z.enum(codes),
  ...(hasParam(endpoint, "tweet_id") &&
    endpoint.method !== "GET" &&
    codes.some((code) => !ofCall.has(errorTable[code].status)) && {
      data: tweetSchema.optional().meta({ description: "The current tweet, for callers who are allowed to read it" }),
      error_code: z
        .enum(failureCodes)
        .optional()
        .meta({ description: "Why the call failed, with the same codes as a failed tweet" }),
    }),
});

const limitHeader = z.string().optional().meta({ description: "As defined in draft-ietf-httpapi-ratelimit-headers" });
const goodHeaders = ({ limit, cache }: Endpoint) => {
  if (cache) return { headers: z.object({ ETag: z.string() }) };
  return limit ? { headers: z.object({ RateLimit: limitHeader, "RateLimit-Policy": limitHeader }) } : {};
};

function headersOf(codes: ErrorCode[]) {
  const statuses = new Set(codes.map((code) => errorTable[code].status));
  if (statuses.has(401)) return { headers: z.object({ "WWW-Authenticate": z.string() }) };
  if (!statuses.has(429)) return {};
  return { headers: z.object({ "Retry-After": z.string().optional().meta({ description: "Seconds" }) }) };
}
