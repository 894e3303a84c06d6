// The patched router (patches/) against its own browser build, which no patch touches: the same answer to every address.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgnosticRouteObject, matchRoutes as Match } from "@remix-run/router";

const require = createRequire(import.meta.url);
const dist = join(dirname(require.resolve("@remix-run/router/package.json")), "dist");
const { matchRoutes: patched } = require(join(dist, "router.cjs.js")) as { matchRoutes: typeof Match };
const { matchRoutes: plain } = (await import(join(dist, "router.js"))) as { matchRoutes: typeof Match };

const words = ["timeline", "sandbox", "status", "a-b", "a_b", "Kits", "ſ", "é", "api"];
const word = fc.constantFrom(...words);
const segment = fc.oneof(
  { weight: 4, arbitrary: word },
  word.map((name) => `${name}?`),
  fc.constantFrom(":id", ":post_id", ":id?"),
);
const path = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([segments, splat]) => [...segments, ...(splat ? ["*"] : [])].join("/"));

const { tree } = fc.letrec<{ tree: AgnosticRouteObject[]; route: AgnosticRouteObject }>((tie) => ({
  tree: fc.array(tie("route"), { minLength: 1, maxLength: 4 }),
  route: fc.oneof(
    { maxDepth: 3, depthIdentifier: "tree" },
    fc.record({ path: fc.oneof(path, fc.constantFrom("*", "")), caseSensitive: fc.boolean() }),
    fc.constant({ index: true }),
    fc.record({ path, caseSensitive: fc.boolean(), children: tie("tree") }),
    fc.record({ children: tie("tree") }),
  ) as fc.Arbitrary<AgnosticRouteObject>,
}));

const asked = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: word }, fc.constantFrom("TIMELINE", "%74imeline", "s", "K", "42", "", "a%2Fb")),
    {
      maxLength: 4,
    },
  )
  .map((segments) => `/${segments.join("/")}`);

/** What a match says, without the routes themselves. */
const said = (matches: ReturnType<typeof Match>) =>
  matches?.map(({ params, pathname, pathnameBase, route }) => ({ params, pathname, pathnameBase, path: route.path }));

describe("the router's patch", () => {
  it("is applied to what the server loads", () => {
    expect(readFileSync(join(dist, "router.cjs.js"), "utf8")).toContain("rankedBranches(routes)");
    expect(readFileSync(join(dist, "router.js"), "utf8")).not.toContain("rankedBranches");
  });

  it("finds what the router without it finds, the first time and when it remembers", () => {
    let found = 0;
    fc.assert(
      fc.property(tree, fc.array(asked, { minLength: 1, maxLength: 6 }), (routes, addresses) => {
        for (const address of [...addresses, ...addresses]) {
          const expected = said(plain(routes, address));
          expect(said(patched(routes, address))).toEqual(expected);
          if (expected) found += 1;
        }
      }),
      { numRuns: 1000 },
    );
    // Not a comparison of nothing with nothing.
    expect(found).toBeGreaterThan(500);
  });
});
