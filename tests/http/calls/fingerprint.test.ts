// What makes two requests under one Idempotency-Key the same: all that a route reads, wherever it stands, and nothing else.
import { expect, it } from "vitest";
import { handlers } from "~/api/index.server";
import { fingerprintOf } from "~/http/api/idempotency/request-key.server";
import { credentials, type Endpoint, namesIn, namesInPath } from "~/http/contract/endpoint.server";

const served = handlers.map(({ endpoint }) => endpoint).filter(({ once }) => once);

interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  raw?: Record<string, unknown>;
}

const config = { encryptionKeys: ["a secret of this server"] } as Parameters<typeof fingerprintOf>[0]["config"];

const printOf = (endpoint: Endpoint, { params, query, raw }: Asked) => {
  const ids = Object.fromEntries(namesInPath(endpoint.path).map((name) => [name, "1"]));
  const search = new URLSearchParams(query);
  return fingerprintOf({ config }, endpoint, { params: { ...ids, ...params }, search, raw: raw ?? {} });
};

/** Requests that differ from an empty one, and from each other, in one thing that the route reads. */
function askedOf(endpoint: Endpoint): Asked[] {
  const inQuery = [...namesIn(endpoint.query), ...(endpoint.inQueryToo ? namesIn(endpoint.body) : [])];
  const values = ["one", "other"];
  return values.flatMap((value) => [
    ...namesInPath(endpoint.path).map((name) => ({ params: { [name]: value } })),
    ...inQuery.map((name) => ({ query: { [name]: value } })),
    ...namesIn(endpoint.body).map((name) => ({ raw: { [name]: value } })),
  ]);
}

it.each(served.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s is another request with any other id or field, in its body or its query",
  (_, endpoint) => {
    const all = [{}, ...askedOf(endpoint)];
    expect(all.length).toBeGreaterThan(2);
    expect(new Set(all.map((one) => printOf(endpoint, one))).size).toBe(all.length);
  },
);

it("two routes are never asked for the same, whatever stands in their addresses", () => {
  expect(new Set(served.map((endpoint) => printOf(endpoint, {}))).size).toBe(served.length);
});

it("the order of a list says something, that of fields nothing, and no more do credentials", () => {
  const [one] = served;
  const print = (asked: Asked) => printOf(one as Endpoint, asked);
  expect(print({ raw: { parts: ["a", "b"] } })).not.toBe(print({ raw: { parts: ["b", "a"] } }));
  expect(print({ raw: { parts: [{ a: 1, b: 2 }], c: null } })).toBe(
    print({ raw: { c: null, parts: [{ b: 2, a: 1 }] } }),
  );
  expect(print({ query: { a: "1", b: "2" } })).toBe(print({ query: { b: "2", a: "1" } }));
  for (const name of credentials)
    for (const where of ["query", "raw"] as const) expect(print({ [where]: { [name]: "any" } })).toBe(print({}));
});
