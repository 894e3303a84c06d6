// The OpenAPI page: valid by its own standard, complete by what is served.
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterEach, beforeEach, expect, it } from "vitest";
import { handlers } from "~/api/index.server";
import { openApiPage } from "~/http/openapi.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { createRouter } from "~tests/support/router";
import { Witness } from "~tests/support/witness";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

it("is valid OpenAPI 3.1 and is answered to whoever asks", async () => {
  const route = await createRouter();
  const answer = await route(new Request("http://localhost:3000/api/openapi.json"));
  expect(answer.status).toBe(200);
  const page = (await answer.json()) as Record<string, unknown>;
  expect(page).toEqual(JSON.parse(JSON.stringify(openApiPage(app.config.appOrigin))));
  expect(page["openapi"]).toMatch(/^3\.1\./);
  const result = await new Validator().validate(page);
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

it("names every endpoint that is served, and no other", () => {
  const said = Object.entries(new Witness().page.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = handlers.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(said.toSorted()).toEqual(served.toSorted());
});

it("has an operationId for each operation, none twice", () => {
  const ids = Object.values(new Witness().page.paths).flatMap((methods) =>
    Object.values(methods).map((one) => (one as unknown as { operationId: string }).operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});
