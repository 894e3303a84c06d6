// Each entry of words.json's `comments` finds its own planted sentence, and no entry finds plain ones.
import { expect, it } from "vitest";
import plain, { entries } from "./plain-comments.mjs";
import { runRule } from "./rule";

const run = runRule(plain, "comments");

const report = (code: string) =>
  run(code, "planted.tsx").map(({ line, endLine, message }) => ({ line, endLine, message }));
const messagesOf = (code: string): string[] => report(code).map(({ message }) => message);

it.each(entries)("the list finds the planted sentence: $not", ({ not, say }) => {
  expect(messagesOf(`// ${not}\nexport const a = 1;`)).toContainEqual(
    expect.stringContaining(`Say it plainly: ${say}.`),
  );
});

it.each(entries)("the list passes the plain sentence: $but", ({ but }) => {
  expect(messagesOf(`// ${but}\nexport const a = 1;`)).toEqual([]);
});

it("no two entries plant the same sentence", () => {
  expect(new Set(entries.map(({ not }) => not)).size).toBe(entries.length);
  expect(entries.length).toBeGreaterThan(30);
});

it.each([
  ["a docstring", "/** Loads the week anew. */\nexport const a = 1;"],
  ["a comment after code", "export const a = 1; // loads the week anew"],
  ["a comment in JSX", "export const a = <b>{/* Loads the week anew. */}</b>;"],
  ["a comment in a function", "export function a() {\n  // Loads the week anew.\n}"],
])("the rule reads %s", (_place, code) => {
  const say = '"again", or the exact verb: reload, reschedule, rewrite';
  expect(messagesOf(code)).toEqual([`A comment says "anew". Say it plainly: ${say}.`]);
});

it.each([
  ["strings", 'export const a = "Loads the week anew.";'],
  ["JSX text", "export const a = <b>Loads the week anew.</b>;"],
  ["code in a comment", "// Calls `anew` for each week.\nexport const a = 1;"],
  ["a quoted text in a comment", '// The button says "Draw anew".\nexport const a = 1;'],
  ["a path in a comment", "// Weights of hours (features/moments/leaning.ts).\nexport const a = 1;"],
  ["a directive", "// @ts-expect-error anew\nexport const a = 1;"],
])("the rule doesn't read %s", (_place, code) => {
  expect(messagesOf(code)).toEqual([]);
});

it("the rule reads a text across its lines and reports all of them", () => {
  const found = { message: expect.stringContaining('"at once"') };
  const lines = "export const a = 1;\n// The next call fails at\n// once.\nexport const b = 2;";
  expect(report(lines)).toEqual([{ line: 2, endLine: 3, ...found }]);
  const block = "/**\n * The next call fails at\n * once.\n */\nexport const a = 1;";
  expect(report(block)).toEqual([{ line: 1, endLine: 4, ...found }]);
});

it("the rule reads each comment after code as a text of its own", () => {
  expect(messagesOf("export const a = 1; // fails at\nexport const b = 2; // once")).toEqual([]);
});
