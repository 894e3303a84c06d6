// Builds the view of /api/docs from the contract and the OpenAPI page. Pure.
import { scopesInForm, scopeWords } from "~/features/api-keys/scope";
import { type ErrorCode, errorCodes, errorTable, type Retry } from "~/ground/errors";
import type { Endpoint, RouteScope } from "~/http/contract/endpoint.server";
import { curlOf } from "./curl";
import { describe, type FieldRow, fieldsOf, type Piece, type Schema, typeOf } from "./fields";

interface Content {
  content?: { "application/json"?: { schema: Schema } };
}

interface Operation {
  description: string;
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface Page {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
}

export interface Fetched {
  origin: string;
  page: Page;
  ids: Readonly<Record<string, string | number>>;
  groups: { title: string; routes: { name: string; endpoint: Endpoint; codes: ErrorCode[] }[] }[];
  events: { name: string; words: string; example: object }[];
}

export interface RouteView {
  /** Its operationId, which never changes. */
  name: string;
  title: string;
  method: string;
  path: string;
  description: string;
  who: string;
  fields: FieldRow[];
  status: number;
  answers: string | null;
  answer: FieldRow[];
  example: string | null;
  refusals: { status: number; codes: ErrorCode[] }[];
  curl: string;
}

export interface DocsData {
  origin: string;
  version: string;
  groups: { title: string; routes: RouteView[] }[];
  shapes: { name: string; type: Piece[]; fields: FieldRow[] }[];
  scopes: { scope: string; words: string }[];
  codes: { code: ErrorCode; status: number; meaning: string; again: Retry }[];
  events: { name: string; words: string; fields: FieldRow[]; example: string }[];
}

export function toView({ origin, page, ids, groups, events }: Fetched): DocsData {
  return {
    origin,
    version: page.info.version,
    groups: groups.map(({ title, routes }) => ({ title, routes: routes.map((route) => toRoute(route)) })),
    shapes: Object.entries(page.components.schemas)
      .filter(([name]) => name !== "Moment" && !name.endsWith("Event"))
      .map(([name, schema]) => ({ name, type: typeOf(schema), fields: fieldsOf(schema) })),
    scopes: scopesInForm.map((scope) => ({ scope, words: scopeWords[scope] })),
    codes: errorCodes.map((code) => {
      const { status, meaning, retry } = errorTable[code];
      return { code, status, meaning, again: retry };
    }),
    events: events.map(({ name, words, example }) => ({
      name,
      words,
      fields: fieldsOf(dataOf(page, name), null, "data."),
      example: JSON.stringify(example, null, 2),
    })),
  };

  function toRoute({ name, endpoint, codes }: Fetched["groups"][number]["routes"][number]): RouteView {
    const { method, path, status, summary: title } = endpoint;
    const operation = page.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`The OpenAPI page has no ${method} ${path}`);
    const answer = jsonOf(operation.responses[String(status)]);
    const statuses = [...new Set(codes.map((code) => errorTable[code].status))];
    return {
      ...{ name, title, method, path, status },
      description: operation.description,
      who: whoOf(endpoint),
      fields: sentTo(operation),
      answers: answersOf(endpoint, answer),
      answer: answer ? fieldsOf(answer).filter((field) => field.name !== "success") : [],
      example: endpoint.answer && JSON.stringify(endpoint.example.answer, null, 2),
      refusals: statuses.map((httpStatus) => ({
        status: httpStatus,
        codes: codes.filter((code) => errorTable[code].status === httpStatus),
      })),
      curl: curlOf(origin, ids, endpoint),
    };
  }
}

function dataOf({ webhooks, components }: Page, event: string): Schema {
  const shape = jsonOf(webhooks[event]?.post.requestBody)?.$ref?.split("/").at(-1) ?? "";
  return components.schemas[shape]?.properties?.["data"] ?? {};
}

const jsonOf = (content: Content | undefined): Schema | undefined => content?.content?.["application/json"]?.schema;

const isCredential = (name: string): boolean => name === "user_id" || name === "api_key";

function sentTo({ parameters = [], requestBody }: Operation): FieldRow[] {
  const beside = parameters
    .filter(({ in: place, name }) => place === "path" || !isCredential(name))
    .map(({ in: place, name, required = false, description, schema }) => ({
      ...{ name, place, isRequired: required, type: typeOf(schema) },
      words: description ?? describe(schema),
    }));
  const body = fieldsOf(jsonOf(requestBody) ?? {}, "body").filter(({ name }) => !isCredential(name));
  return [...beside, ...body];
}

function whoOf({ access, scope }: Endpoint): string {
  if (access === "open") return "No credentials.";
  if (scope === "none") return "The user: a session or its key. API keys can't call this.";
  if (scope === "any") return "Any key.";
  return `${access === "reader" ? "Anyone with the id, or a key with" : "A key with"} the scope ${scopesIn(scope)}.`;
}

export const scopesIn = (scope: RouteScope): string =>
  [scope]
    .flat()
    .map((name) => `\`${name}\``)
    .join(" or ");

function answersOf({ file, answer }: Endpoint, schema: Schema | undefined): string | null {
  if (file) return `A file: ${file.map((type) => `\`${type}\``).join(" or ")}.`;
  if (answer === null) return "A redirect.";
  const element = schema?.items?.$ref?.split("/").at(-1);
  return element === undefined ? null : `A JSON array of \`${element}\`.`;
}
