// The product's own words, wherever a person reads: no sentence that can be read as its opposite.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const below = (folder: string, kind: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => kind.test(file))
    .map((file) => join(folder, file));

/** Code that has texts for people, without its comments, and the manual. */
const read = [...below("app", /\.tsx?$/), ...below("commands", /\.ts$/), ...below("docs", /\.md$/), "README.md"].map(
  (file) => {
    const text = readFileSync(join(root, file), "utf8");
    return { file, text: file.endsWith(".md") ? text : text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "") };
  },
);

it("a tweet that stays here is unscheduled or dismissed, and never takes off or is let go", () => {
  const sounds = /\b(takes?|took|taken|taking) off\b|\blet (it |them )?go\b(?! on)/gi;
  const misread = read.flatMap(({ file, text }) => [...text.matchAll(sounds)].map(([words]) => `${file}: ${words}`));
  expect(read.length).toBeGreaterThan(200);
  expect(misread).toEqual([]);
});
