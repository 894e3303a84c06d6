// The rules of the house, held against houses with a fault planted in each: a rule that sees none is no rule.
import { describe, expect, it } from "vitest";
import { circlesIn, downward, drawersIn, edgesOf, graphOf, homeless } from "./house";

const house = (files: Record<string, string>) => new Map(Object.entries(files));
const graph = (files: Record<string, string>) => graphOf(house(files));

describe("a circle is seen", () => {
  const back = { "app/ui/b.ts": 'import { a } from "./a";\nexport const b = a;\n' };
  it.each([
    ["that imports close", 'import { b } from "./b";\n'],
    ["that a re-export closes", 'export { b } from "./b";\n'],
    ["that a re-export of everything closes", 'export * from "~/ui/b";\n'],
    ["that an import of a side effect closes", 'import "./b";\n'],
    ["that an import for later closes", 'export const later = () => import("./b");\n'],
    ["that an awaited import closes", 'const { b } = await import("~/ui/b");\n'],
    ["that an import over lines closes", 'const b = import(\n  "./b"\n);\n'],
    ["that a type of an import closes", 'let b: typeof import("./b");\n'],
  ])("%s", (_name, text) => {
    const circles = circlesIn(graph({ "app/ui/a.ts": text, ...back }));
    expect(circles).toEqual(["app/ui/a.ts → app/ui/b.ts → app/ui/a.ts"]);
  });

  it("and none is seen where there is none", () => {
    expect(circlesIn(graph({ "app/ui/a.ts": "export const a = 1;\n", ...back }))).toEqual([]);
  });
});

describe("an import of what stands below is seen", () => {
  it.each([
    ["at once", 'import { x } from "~/screens/x";\n'],
    ["later", 'const x = () => import("~/screens/x");\n'],
    ["passed on", 'export { x } from "~/screens/x";\n'],
  ])("%s", (_name, text) => {
    expect(downward(graph({ "app/ui/a.ts": text, "app/screens/x.ts": "" }))).toEqual([
      "app/ui/a.ts → app/screens/x.ts",
    ]);
  });

  it("also between two features, whose order is a list", () => {
    const files = { "app/features/tweets/a.ts": 'import "~/features/bots/b";\n', "app/features/bots/b.ts": "" };
    expect(downward(graph(files))).toHaveLength(1);
    const right = { "app/features/bots/a.ts": 'import "~/features/tweets/b";\n', "app/features/tweets/b.ts": "" };
    expect(downward(graph(right))).toEqual([]);
  });
});

it("what is loaded later is the browser's too: an import of the server by it is no mere type", () => {
  const [edge] = edgesOf(graph({ "app/ui/a.ts": 'const x = import("~/vault.server");\n', "app/vault.server.ts": "" }));
  expect(edge).toMatchObject({ target: "app/vault.server.ts", typeOnly: false });
});

it("a new file at app/, or a feature that is not in the order, has no storey", () => {
  const files = { "app/everything.ts": "", "app/features/new/new.ts": "", "app/zone.ts": "", "app/ui/a.ts": "" };
  expect(homeless(house(files))).toEqual(["app/everything.ts", "app/features/new/new.ts"]);
});

it("a drawer is seen, wherever it stands", () => {
  const files = ["app/utils/a.ts", "app/ui/helpers/b.ts", "tests/common/c.ts", "lib/d.ts", "app/ui/library.ts"];
  expect(drawersIn(files)).toEqual(files.slice(0, 4));
});
