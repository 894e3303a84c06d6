// The API's own table of addresses, held against the one of Remix's router that it stands in for.
import { matchRoutes } from "@remix-run/react";
import fc from "fast-check";
import { expect, it } from "vitest";
import { handlers } from "~/api/index.server";
import { apiRouter } from "~/http/api/api-router.server";

const paths = [...new Set(handlers.map(({ endpoint }) => endpoint.path))];
const find = apiRouter(handlers);
const asRoute = (path: string) => ({ id: path, path: path.replace(/\{(\w+)\}/g, ":$1") });
const routes = paths.map(asRoute);

/** What our table and Remix's say of one address: the endpoint's path and its ids. */
function ours(address: string) {
  const found = find(address);
  return found && { path: found.served[0]?.endpoint.path, params: found.params };
}
function remix(address: string) {
  const found = matchRoutes(routes, address)?.[0];
  return found ? { path: found.route.id, params: found.params } : null;
}

const part = fc.oneof(
  fc.constantFrom(...new Set(paths.flatMap((path) => path.split("/").slice(1)))),
  fc.constantFrom("LIST", "Api", "", "list", "%2F", "a%2Fb", "%25", "%41PI", "1", "é", "🐦"),
  fc.string({ unit: "grapheme", maxLength: 5 }).map(encodeURIComponent),
);
const ofOurs = fc
  .tuple(fc.constantFrom(...paths), fc.tuple(part, part), fc.constantFrom("", "/", "//"))
  .map(([path, [one, other], end]) => path.replace(/\{\w+\}/, one).replace(/\{\w+\}/, other) + end);
const anything = fc.array(part, { maxLength: 7 }).map((parts) => `/api/${parts.join("/")}`);

it("finds each endpoint by its address, with every method it has", () => {
  for (const { endpoint } of handlers) {
    const found = find(endpoint.path.replace(/\{(\w+)\}/g, "the-$1"));
    expect(found?.served.map((one) => one.endpoint)).toContain(endpoint);
    for (const [name, value] of Object.entries(found?.params ?? {})) expect(value).toBe(`the-${name}`);
  }
});

it("takes a word for itself before it takes it for an id", () => {
  expect(ours("/api/twitter/accounts/list")?.path).toBe("/api/twitter/accounts/list");
  expect(ours("/api/twitter/accounts/list/pause")?.params).toEqual({ account_id: "list" });
});

it("says of any address what Remix's router would", () => {
  fc.assert(
    fc.property(fc.oneof(ofOurs, anything), (address) => {
      expect(ours(address)).toEqual(remix(address));
    }),
    { numRuns: 5_000 },
  );
});
