// Promises that stand in a list and are awaited one after another: one that fails before its turn has nobody who hears it.
import { join, relative } from "node:path";
import ts from "typescript";
import { beforeAll, expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { ownSources, programWith, root } from "./program";

/** What the rule must find, beside what it must not. */
const sample = join(root, "tests/architecture/sample.ts");
const sampleText = `
  declare const ask: (n: number) => Promise<number>;
  export async function three() {
    for (const work of [ask(1), ask(2)]) await work;
    for (const n of await Promise.all([ask(1), ask(2)])) await ask(n);
    for (const start of [() => ask(1), () => ask(2)]) await start();
  }`;

let program: ts.Program;

beforeAll(() => {
  program = programWith({ name: sample, text: sampleText });
}, minutes(2));

const isPromise = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.some(isPromise) : /^Promise(Like)?$/.test(type.symbol?.name ?? "");

/** Each loop over a list of promises, as "file:line". */
function loops(): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const look = (source: ts.SourceFile, node: ts.Node): void => {
    if (ts.isForOfStatement(node)) {
      const list = checker.getTypeAtLocation(node.expression);
      const one = checker.getIndexTypeOfType(list, ts.IndexKind.Number);
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (one && isPromise(one)) found.push(`${relative(root, source.fileName)}:${line + 1}`);
    }
    ts.forEachChild(node, (child) => look(source, child));
  };
  for (const source of ownSources(program)) look(source, source);
  return found;
}

// The second of two reads that both fail, awaited in turn, once failed before the first one's answer was judged: every
// test had passed, and the run was red.
it("loops over no list of promises", () => {
  expect(loops()).toEqual(["tests/architecture/sample.ts:4"]);
});
