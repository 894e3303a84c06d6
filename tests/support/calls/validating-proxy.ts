// A proxy that holds what goes through it against an OpenAPI page, both ways. It lets everything pass, and tells what was wrong.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Ajv2020 } from "ajv/dist/2020";

interface Schema {
  [word: string]: unknown;
}
export interface Described {
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}
export interface ApiPage {
  paths: Record<string, Record<string, Described>>;
  components: { securitySchemes: Record<string, Scheme> };
}
interface Scheme {
  type: string;
  in?: string;
  name?: string;
}

export interface ValidatingProxy {
  origin: string;
  /** What the page doesn't allow, in sentences that name the call. */
  violations: string[];
  /** The calls that went through, as "POST /api/tweets → 201". */
  calls: string[];
  close(): Promise<void>;
}

/** What goes from hop to hop, or is made anew here. */
const ownHeaders = ["host", "connection", "content-length", "accept-encoding", "keep-alive", "transfer-encoding"];

/** Forwards to `origin`, and judges by `page`. */
export async function startValidatingProxy(origin: string, page: ApiPage): Promise<ValidatingProxy> {
  const [violations, calls]: [string[], string[]] = [[], []];
  const judge = judgeBy(page);
  const server = createServer((request, response) => {
    void forward(request).then(
      async (answer) => {
        response.writeHead(answer.status, headersOf(answer.headers));
        response.end(Buffer.from(await answer.arrayBuffer()));
      },
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  });

  async function forward(request: IncomingMessage): Promise<Response> {
    const body = Buffer.concat(await request.toArray());
    const method = request.method ?? "GET";
    const url = new URL(request.url ?? "/", origin);
    const headers = headersOf(Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const));
    const call = judge.find(method, url.pathname);
    const answer = await fetch(url, { method, headers, redirect: "manual", ...(body.length > 0 && { body }) });
    if (!call) violations.push(`${method} ${url.pathname} is not on the page`);
    else {
      const name = `${method} ${call.path}`;
      const wrong = [
        ...judge.request(call, url, headers, body.toString()),
        ...judge.answer(call, answer, await answer.clone().text()),
      ];
      calls.push(`${name} → ${answer.status}`);
      violations.push(...wrong.map((one) => `${name} → ${answer.status}: ${one}`));
    }
    return answer;
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    violations,
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const headersOf = (all: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...all].filter(([name]) => !ownHeaders.includes(name) && name !== "content-encoding"));

interface Call {
  path: string;
  method: string;
  described: Described;
  ids: Record<string, string>;
}

/** Holds a call against the page: which one it is, and what of its request and answer the page doesn't allow. */
export function judgeBy(page: ApiPage) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
  // Of what stands in an address and a head, all is text.
  const ajvOfTexts = new Ajv2020({ strict: false, coerceTypes: true, formats });
  ajv.addSchema(page as object, "page");
  const faultsAt = (place: readonly string[], value: unknown): string[] => {
    const pointer = place.map((one) => encodeURIComponent(one.replaceAll("/", "~1"))).join("/");
    return ajv.validate({ $ref: `page#/${pointer}` }, value) ? [] : [ajv.errorsText()];
  };
  return {
    find(method: string, pathname: string): Call | null {
      for (const [path, methods] of Object.entries(page.paths)) {
        const described = methods[method.toLowerCase()];
        const ids = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(pathname);
        if (described && ids) return { path, method: method.toLowerCase(), described, ids: { ...ids.groups } };
      }
      return null;
    },
    request({ path, method, described, ids }: Call, url: URL, headers: Record<string, string>, body: string): string[] {
      const { parameters = [], requestBody, security = [] } = described;
      const given = { path: ids, query: Object.fromEntries(url.searchParams), header: headers };
      const wrong = parameters.flatMap(({ in: place, name, required, schema }) => {
        const text = given[place as keyof typeof given][place === "header" ? name.toLowerCase() : name];
        if (text === undefined) return required ? [`${place} lacks ${name}`] : [];
        const isRight = ajvOfTexts.validate({ type: "object", properties: { text: schema } }, { text });
        return isRight ? [] : [`${name} in ${place}: ${ajvOfTexts.errorsText()}`];
      });
      const listed = parameters.flatMap(({ in: place, name }) => (place === "query" ? [name] : []));
      listed.push(
        ...Object.values(page.components.securitySchemes).flatMap((one) =>
          one.in === "query" && one.name ? [one.name] : [],
        ),
      );
      const unknown = [...url.searchParams.keys()].filter((name) => !listed.includes(name));
      wrong.push(...unknown.map((name) => `the query has ${name}`));
      const known = (scheme: string) => isSent(page.components.securitySchemes[scheme], url, headers);
      if (security.length > 0 && !security.some((one) => Object.keys(one).every(known)))
        wrong.push("there are no credentials");
      if (body === "") return requestBody?.required ? [...wrong, "there is no body"] : wrong;
      if (!requestBody?.content["application/json"]) return [...wrong, "there is a body"];
      const place = ["paths", path, method, "requestBody", "content", "application/json", "schema"];
      return [...wrong, ...faultsAt(place, JSON.parse(body))];
    },
    answer({ path, method, described }: Call, { status, headers }: Response, body: string): string[] {
      const content = described.responses[String(status)]?.content;
      if (!described.responses[String(status)]) return ["the page has no such status"];
      if (!content) return [];
      const type = (headers.get("content-type") ?? "").split(";")[0] ?? "";
      if (!content[type]) return [`the page has no ${type}`];
      if (type !== "application/json") return [];
      const place = ["paths", path, method, "responses", String(status), "content", type, "schema"];
      return faultsAt(place, JSON.parse(body));
    },
  };
}

/** Whether a request has the credentials of this kind. */
function isSent(scheme: Scheme | undefined, url: URL, headers: Record<string, string>): boolean {
  if (scheme?.type === "http") return /^Bearer \S/.test(headers["authorization"] ?? "");
  if (scheme?.in === "query") return url.searchParams.has(scheme.name ?? "");
  return (headers["cookie"] ?? "").includes(`${scheme?.name ?? ""}=`);
}

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
  date: /^\d{4}-\d\d-\d\d$/,
  uri: (text: string) => URL.canParse(text),
  binary: true,
} as const;
