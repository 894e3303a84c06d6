// Each entry of words.json's `strings` finds its own planted text, and no entry finds plain ones.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import plain, { entries, fixedTexts } from "./plain-strings.mjs";
import { runRule } from "./rule";

const run = runRule(plain, "strings");

const messagesOf = (code: string, path = "app/screens/planted.tsx"): string[] =>
  run(code, path).map(({ message }) => message);

/** A text where an entry of `at` looks for it. A text in backquotes is a template. */
function planted(text: string, at?: string): string {
  const literal = text.startsWith("`") ? text : JSON.stringify(text);
  if (at === "labels") return `export const a = <Submit>{${literal}}</Submit>;`;
  if (at === "refusals") return `throw new AppError("invalid", ${literal});`;
  return `export const a = ${literal};`;
}

it.each(entries)("the list finds the planted text: $not", ({ not, at, say }) => {
  expect(messagesOf(planted(not, at))).toContainEqual(expect.stringContaining(`Say it plainly: ${say}.`));
});

it.each(entries)("the list passes the plain text: $but", ({ but, at }) => {
  expect(messagesOf(planted(but, at))).toEqual([]);
});

it("the list has 40 planted texts, and no text twice", () => {
  expect(new Set(entries.map(({ not }) => not)).size).toBe(entries.length);
  expect(entries.length).toBeGreaterThanOrEqual(40);
});

it("an entry's exceptions pass, and nothing else does", () => {
  expect(messagesOf('export const a = "Try again in a moment.";')).toEqual([]);
  expect(messagesOf('export const a = "Try another moment, in a moment.";')).toHaveLength(1);
});

it.each(fixedTexts)("the list passes a text of the specification: %s", (text) => {
  const template = `\`${text.replaceAll("{}", "${id}")}\``;
  expect(messagesOf(`throw new AppError("invalid", ${template});`)).toEqual([]);
});

it("each text of the specification is still in app/", () => {
  const files = execFileSync("git", ["ls-files", "app/*.ts", "app/*.tsx"], { encoding: "utf8" }).trim().split("\n");
  const sources = files.map((file) => readFileSync(file, "utf8").replace(/\\"/g, '"')).join("\n");
  const unused = fixedTexts.filter((text) => !text.split("{}").every((part) => sources.includes(part)));
  expect(unused).toEqual([]);
});

const found = ['A text says "anew". Say it plainly: "again", or the exact verb: reload, reschedule, rewrite.'];

it.each([
  ["JSX text", "export const a = <b>Load the week anew</b>;"],
  ["JSX text of one word", "export const a = <b>Anew</b>;"],
  ["JSX text around values", "export const a = <b>Load {week} anew</b>;"],
  ["JSX text in a fragment", "export const a = <>Load the week anew</>;"],
  ["a condition in JSX", 'export const a = <b>{isNew ? "Anew" : "Again"}</b>;'],
  ["a label", 'export const a = <Field label="Anew" />;'],
  ["an accessible name", "export const a = <b aria-label={`Load ${week} anew`} />;"],
  ["a constant", 'export const a = "Load the week anew";'],
  ["a template literal", "export const a = `Load ${week} anew`;"],
  ["a refusal", 'throw new AppError("invalid", "Load the week anew.");'],
  ["a description of the API", 'export const a = { description: "Loads the week anew" };'],
  ["a text within a component's attribute", "export const a = <Card href={<b>Load the week anew</b>} />;"],
])("the rule reads %s", (_place, code) => {
  expect(messagesOf(code).map((message) => message.toLowerCase())).toEqual(found.map((text) => text.toLowerCase()));
});

it.each([
  ["an import", 'import a from "load the week anew";'],
  ["an export of another file", 'export * from "load the week anew";'],
  ["a type", 'export type A = "load the week anew";'],
  ["a key", 'export const a = { "load the week anew": 1 };'],
  ["a single word", 'export const a = "anew";'],
  ["a class name", 'export const a = <b className="load anew" />;'],
  ["a computed class name", 'export const a = classNames("load anew", isOpen && "is open anew");'],
  ["a test id", 'export const a = <b data-testid="load anew" />;'],
  ["a path", "export const a = <a href={`/load anew/${id}`} />;"],
  ["a URL", 'export const a = "https://example.com/load anew";'],
  ["SQL", "export const a = sql<number>`select the week anew`;"],
  ["SQL with a value", 'export const a = sql`select ${"the week anew"}`;'],
  ["a log line", 'app.log.info({ week }, "loaded the week anew");'],
  ["a log line of a local logger", "log.error(`loaded ${week} anew`);"],
  ["an internal error", 'throw new Error("Loaded the week anew");'],
  ["a regular expression", "export const a = /the week anew/;"],
  ["the source of a regular expression", 'export const a = new RegExp("the week anew");'],
  ["a comment", "// Loads the week anew.\nexport const a = 1;"],
])("the rule doesn't read %s", (_place, code) => {
  expect(messagesOf(code)).toEqual([]);
});

it.each(["app/ports/ai/gemini/prompt.server.ts", "app/ports/ai/demo/frames.ts", "app/ports/ai/demo/stock-work.ts"])(
  "the rule doesn't read what a model or the demo writer gets: %s",
  (path) => {
    expect(messagesOf('export const a = "Load the week anew";', path.replace(/ts$/, "tsx"))).toEqual([]);
  },
);

it("straight quotes and semicolons are faults on screens, not for programs and terminals", () => {
  const code = `export const a = "Couldn't load it; try again.";`;
  expect(messagesOf(code, "app/features/tweets/words.tsx")).toHaveLength(2);
  for (const path of ["app/api/a.tsx", "app/mcp/a.tsx", "app/http/contract/a.tsx", "commands/a.tsx", "jobs/a.tsx"])
    expect(messagesOf(code, path)).toEqual([]);
});

it("a full stop is a fault at the end of a label of one phrase, and right in sentences", () => {
  for (const label of ["<Button>Create key.</Button>", '<Field label="Name." />', '<Notice title="Saved." />'])
    expect(messagesOf(`export const a = ${label};`)).toHaveLength(1);
  for (const text of ["<p>Create a key.</p>", '<Notice title="Saved. Nothing was posted." />'])
    expect(messagesOf(`export const a = ${text};`)).toEqual([]);
});

it("an ending glued to a value is found in JSX too", () => {
  expect(messagesOf('export const a = <b>{count} tweet{count === 1 ? "" : "s"}</b>;')).toHaveLength(1);
  expect(messagesOf('export const a = <b>{count === 1 ? "1 tweet" : `${count} tweets`}</b>;')).toEqual([]);
});
