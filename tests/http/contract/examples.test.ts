// The contract's descriptions and examples: each route has its own, and what is shown would be taken and answered.
import { Ajv2020 } from "ajv/dist/2020";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { namesInPath } from "~/http/contract/endpoint.server";
import { ids } from "~/http/contract/examples.server";
import { contract } from "~/http/contract/index.server";

interface Content {
  "application/json"?: { schema: object; example?: unknown };
}
interface Operation {
  operationId: string;
  description: string;
  parameters?: { in: string; name: string; schema: object; example?: unknown; required?: boolean }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
interface Page {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
}

const page = openApiPage("http://localhost:3000") as unknown as Page;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
ajv.addFormat("date", /^\d{4}-\d\d-\d\d$/);
ajv.addFormat("uri", { validate: URL.canParse.bind(URL) });
ajv.addFormat("binary", true);
ajv.addSchema(page as object, "page");

/** What of `value` its place on the page forbids; empty: nothing. */
function faultsAt(place: readonly string[], value: unknown): string {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
  return ajv.validate({ $ref: `page#/${pointer}` }, value) ? "" : ajv.errorsText();
}

const routes = Object.values(contract).flatMap((group) => Object.entries(group));

describe.each(routes)("%s", (name, endpoint) => {
  const method = endpoint.method.toLowerCase();
  const operation = page.paths[endpoint.path]?.[method];
  const { example } = endpoint;
  const json = ["content", "application/json", "schema"];

  it("has its own description, in sentences that are not the summary", () => {
    expect(operation?.operationId).toBe(name);
    expect(endpoint.description).toMatch(/^[A-Z`].*\.$/s);
    expect(endpoint.description).not.toContain(endpoint.summary);
    expect(routes.filter(([, other]) => other.description === endpoint.description)).toHaveLength(1);
    expect(operation?.description.startsWith(endpoint.description)).toBe(true);
  });

  it("shows a request that its schemas take, with a body wherever there is one", () => {
    if (endpoint.body) {
      expect(example.body).toBeDefined();
      expect(endpoint.body.safeParse(example.body).error, name).toBeUndefined();
      expect(operation?.requestBody?.content["application/json"]?.example).toEqual(example.body);
      expect(faultsAt(["paths", endpoint.path, method, "requestBody", ...json], example.body)).toBe("");
    } else expect(example.body).toBeUndefined();
    const query = endpoint.query ?? z.strictObject({});
    expect(query.safeParse(example.query ?? {}).error, name).toBeUndefined();
    const fields = new Set(endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : []);
    for (const [field, value] of Object.entries(example.query ?? {})) {
      expect(fields).toContain(field);
      // A whole number is one on the page, and a text in an address.
      expect(String(operation?.parameters?.find((one) => one.name === field)?.example)).toBe(value);
    }
  });

  it("shows an answer that its schema takes, wherever it answers JSON", () => {
    const shown = operation?.responses[String(endpoint.status)]?.content?.["application/json"]?.example;
    if (!endpoint.answer) {
      expect([example.answer, shown]).toEqual([null, undefined]);
      return;
    }
    expect(shown).toEqual(JSON.parse(JSON.stringify(example.answer)));
    expect(faultsAt(["paths", endpoint.path, method, "responses", String(endpoint.status), ...json], shown)).toBe("");
  });

  it("has an example for each id in its path", () => {
    for (const id of namesInPath(endpoint.path)) {
      const parameter = operation?.parameters?.find((one) => one.in === "path" && one.name === id);
      expect(ids).toHaveProperty(id);
      expect(parameter?.example).toBe(ids[id as keyof typeof ids]);
      expect(ajv.validate(parameter?.schema ?? false, parameter?.example), id).toBe(true);
    }
  });
});

describe.each(Object.entries(page.webhooks))("the event %s", (name, { post }) => {
  it("shows a body that its schema takes", () => {
    const place = ["webhooks", name, "post", "requestBody", "content", "application/json", "schema"];
    const example = post.requestBody?.content["application/json"]?.example;
    expect(example).toMatchObject({ type: name });
    expect(faultsAt(place, example)).toBe("");
  });
});
