// Holds every answer of the API against the OpenAPI page, and remembers what of the page was seen.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import { endpoints } from "~/http/contract/index.server";
import { hasKeyPrefix } from "~/features/api-keys/api-keys.server";
import { openApiPage } from "~/http/api/openapi/openapi.server";

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}
interface Operation {
  responses: Record<string, { content?: { "application/json"?: { schema: Schema } } }>;
}
interface Page {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Seen {
  /** "POST /api/questions/cancel/{tweet_id}", or null where the page knows no such operation. */
  operation: string | null;
  status: number;
  body: unknown;
}

const fits = (template: string, parts: readonly string[]): boolean => {
  const segments = template.split("/");
  return segments.length === parts.length && segments.every((one, at) => one.startsWith("{") || one === parts[at]);
};

/** An address that a call had first is held against the page of the one that it has now. */
const formerOf = (pathname: string, method: string): string | null =>
  endpoints.find((one) => one.method === method && one.former && fits(one.former, pathname.split("/")))?.path ?? null;

interface Checks {
  page: Page;
  errorsText: Ajv2020["errorsText"];
  /** The check of a schema of the page, by its place there. */
  of(ref: string): ValidateFunction;
}

let made: Checks | undefined;

/** Made once in a process: compiling the page's schemas takes longer than the calls that are held against them. */
function checksOfPage(): Checks {
  if (made) return made;
  const page = openApiPage("http://localhost:3000") as unknown as Page;
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  for (const format of ["date-time", "uri"]) ajv.addFormat(format, { validate: canBe[format] ?? (() => true) });
  ajv.addSchema(page as object, "page");
  const compiled = new Map<string, ValidateFunction>();
  made = {
    page,
    errorsText: (...errors) => ajv.errorsText(...errors),
    of(ref) {
      const check = compiled.get(ref) ?? ajv.compile({ $ref: ref });
      compiled.set(ref, check);
      return check;
    },
  };
  return made;
}

export class Witness {
  private readonly checks = checksOfPage();
  readonly page = this.checks.page;
  private readonly seen = new Set<string>();

  /** Throws where the page does not allow this answer. `by`: whose key asked, as the request had it. */
  async see(method: string, url: string, response: Response, by?: string): Promise<Seen> {
    const { status } = response;
    const text = await response.clone().text();
    const { pathname } = new URL(url);
    const path = this.templateOf(pathname, method) ?? formerOf(pathname, method);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? true;
    const body: unknown = text === "" ? undefined : isJson ? JSON.parse(text) : text;
    if (path === null) return { operation: null, status, body };
    const operation = `${method} ${path}`;
    const described = this.page.paths[path]?.[method.toLowerCase()]?.responses[String(status)];
    if (!described) throw new Error(`${operation} answers ${status}, which its page does not name: ${text}`);
    this.seen.add(`${operation} → ${status}`);
    requireHonest(operation, response, body);
    if (by && !hasKeyPrefix(by)) requireTold(operation, status, body);
    const schema = described.content?.["application/json"]?.schema;
    if (!isJson && schema) throw new Error(`${operation} answers text where its page says JSON`);
    if (schema) this.check(operation, path, method, status, schema, body);
    return { operation, status, body };
  }

  private check(operation: string, path: string, method: string, status: number, schema: Schema, body: unknown): void {
    const pointer = `page#/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/responses/${status}`;
    const ref = `${pointer}/content/application~1json/schema`.replaceAll("{", "%7B").replaceAll("}", "%7D");
    const validate = this.checks.of(ref);
    if (!validate(body))
      throw new Error(
        `${operation} breaks its schema: ${this.checks.errorsText(validate.errors)} in ${JSON.stringify(body)}`,
      );
    if (status < 300) for (const field of this.fieldsIn(schema, body, operation)) this.seen.add(field);
  }

  /** Everything the page promises: its operations' statuses, and the fields of their successes. */
  promised(): string[] {
    return Object.entries(this.page.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.entries(responses).flatMap(([status, { content }]) => {
          const operation = `${method.toUpperCase()} ${path}`;
          const schema = Number(status) < 300 ? content?.["application/json"]?.schema : undefined;
          return [`${operation} → ${status}`, ...(schema ? this.fieldsOf(schema, operation) : [])];
        }),
      ),
    );
  }

  unseen(): string[] {
    return [...new Set(this.promised())].filter((one) => !this.seen.has(one));
  }

  operations(): { method: string; path: string }[] {
    return Object.entries(this.page.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
  }

  private templateOf(pathname: string, method: string): string | null {
    const parts = pathname.split("/");
    const found = Object.keys(this.page.paths).filter(
      (path) => this.page.paths[path]?.[method.toLowerCase()] && fits(path, parts),
    );
    // A path without ids goes before one with.
    return found.sort((a, b) => a.split("{").length - b.split("{").length)[0] ?? null;
  }

  /** A schema's branches with the name under which their fields count: a component's once, wherever it is answered. */
  private branches(schema: Schema, at: string): [Schema, string][] {
    const name = schema.$ref?.split("/").at(-1);
    if (name !== undefined) return this.branches(this.page.components.schemas[name] ?? {}, name);
    const options = schema.anyOf ?? schema.oneOf;
    return options ? options.flatMap((one) => this.branches(one, at)) : [[schema, at]];
  }

  private fieldsOf(schema: Schema, root: string): string[] {
    return this.branches(schema, root).flatMap(([{ properties, items }, at]) => [
      ...Object.entries(properties ?? {}).flatMap(([name, one]) => [
        `${at}.${name}`,
        ...this.fieldsOf(one, `${at}.${name}`),
      ]),
      ...(items ? this.fieldsOf(items, `${at}[]`) : []),
    ]);
  }

  /** The fields that this body has; one that may be more than null counts as seen only when it was more. */
  private fieldsIn(schema: Schema, value: unknown, root: string): string[] {
    if (typeof value !== "object" || value === null) return [];
    const record = value as Record<string, unknown>;
    return this.branches(schema, root).flatMap(([{ properties, items }, at]) => {
      if (Array.isArray(value)) return items ? value.flatMap((one) => this.fieldsIn(items, one, `${at}[]`)) : [];
      return Object.entries(properties ?? {}).flatMap(([name, one]) => {
        const found = record[name];
        if (found === undefined || (found === null && !this.isAlwaysNull(one))) return [];
        return [`${at}.${name}`, ...this.fieldsIn(one, found, `${at}.${name}`)];
      });
    });
  }

  private isAlwaysNull(schema: Schema): boolean {
    return this.branches(schema, "").every(([{ type }]) => type === "null");
  }
}

/** What the page's schemas can't say of a refusal: its detail fits its sentence, and a 401 says how to ask. */
function requireHonest(operation: string, { status, headers }: Response, body: unknown): void {
  if (status < 400) return;
  const { error, detail } = body as { error: string; detail: string | { loc: unknown[]; msg: string }[] };
  const faults = typeof detail === "string" ? [{ loc: [], msg: detail }] : detail;
  const sentences = [...new Set(faults.map(({ msg }) => msg))];
  const isList = typeof detail !== "string";
  // Items of a list are told by their places, each.
  const told = faults.map(({ loc, msg }) => JSON.stringify([msg, loc.some(Number.isInteger) && loc]));
  const fits = isList === (status === 422) && new Set(told).size === told.length;
  // A key that came in another way than ours is told the right one.
  const saysHow = status === 401 && /^[A-Z].+ Send Authorization: Bearer, followed by a space/.test(sentences.join());
  if (!fits || (sentences.join(", ") !== error && !saysHow))
    throw new Error(`${operation} answers ${status} with a detail that doesn't fit it: ${JSON.stringify(body)}`);
  const challenge = headers.get("www-authenticate") ?? "";
  if ((status === 401) !== /^Bearer realm="Linnet"(?:, error="invalid_token")?$/.test(challenge))
    throw new Error(`${operation} answers ${status} with WWW-Authenticate: ${challenge}`);
}

const ofTweet = /^(?:POST|PUT|DELETE) .*\{tweet_id\}/;
const ofVerb = new Set([409, 422, 429, 502, 503, 504]);

/** Whoever may read the tweet is told by every refusal of its verbs how it stands, and why by a word. */
function requireTold(operation: string, status: number, body: unknown): void {
  if (!ofTweet.test(operation) || !ofVerb.has(status)) return;
  const { data, error, error_code: why } = body as { data?: { id?: unknown }; error: string; error_code?: unknown };
  // What can't be read at all is refused before anybody asks whose tweet it is.
  if (error.includes("contains a character that can’t be saved")) return;
  if (typeof data?.id !== "number" || typeof why !== "string")
    throw new Error(`${operation} answers ${status} and doesn't say how the tweet stands: ${JSON.stringify(body)}`);
}

const canBe: Record<string, (text: string) => boolean> = {
  "date-time": (text) => !Number.isNaN(Date.parse(text)),
  uri: (text) => URL.canParse(text),
};
