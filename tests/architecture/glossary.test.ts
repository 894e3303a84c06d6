// Checks docs/glossary.md against words.json and the program, and plants a fault for each check.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readGlossary, refusedAdvice, refusedIn, repeatedIn, unusedIn } from "./glossary";
import type { WordList } from "./words";
import words from "./words.json";

const root = join(import.meta.dirname, "..", "..");
const entries = readGlossary(readFileSync(join(root, "docs", "glossary.md"), "utf8"));
const program = execFileSync("git", ["ls-files", "app", "db", "jobs", "commands"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|css)$/.test(file) && !file.includes("/migrations/") && existsSync(join(root, file)));

it("words.json refuses no word that the glossary tells people to write", () => {
  expect(entries.length).toBeGreaterThan(80);
  expect(refusedIn(entries, words)).toEqual([]);
});

it("words.json refuses no word that it tells people to write instead", () => {
  expect(refusedAdvice(words)).toEqual([]);
});

it("the glossary explains each term once", () => {
  expect(repeatedIn(entries)).toEqual([]);
});

it("the program has every term and name of the glossary", () => {
  const texts = program.map((file) => `${file}\n${readFileSync(join(root, file), "utf8")}`);
  expect(texts.length).toBeGreaterThan(300);
  expect(unusedIn(entries, texts)).toEqual([]);
});

describe("a planted fault:", () => {
  const page = [
    "Write the **bold word**, not `code`.",
    "- **lost answer**: Not a **bold meaning**.",
    "- **unknown**, `isUnknown`: No one knows.",
    "- **illustration**, `wire`: A line.",
    "- **gate**, **late**: See `lateAfter`.",
  ].join("\n");
  const list: WordList = {
    words: [
      { word: "wire", say: "api" },
      { word: "doubt|doubts", say: "unknown" },
    ],
    names: [{ name: "isLost|lost", say: "isUnknown · …Unknown (a state)" }],
    files: ["turn"],
    exceptions: [{ path: "app/ui/bird.tsx", name: "[wW]ire.*", why: "the bird's" }],
  };
  const glossary = readGlossary(page);

  it("none is reported where there is none", () => {
    expect(refusedIn(glossary, list)).toEqual([]);
    expect(refusedAdvice(list)).toEqual([]);
    expect(repeatedIn(glossary)).toEqual([]);
    expect(unusedIn(glossary, ["isUnknown", "lostAnswer", "wire, lateAfter", "app/gate.ts"])).toEqual([]);
  });

  it.each([
    ["a word that words.json refuses", "- **in doubt**: No.", "in doubt"],
    ["a whole name that words.json refuses", "- **unclear**, `isLost`: No.", "isLost"],
    ["a file name that words.json refuses", "- **turn**: No.", "turn"],
  ])("the glossary has %s", (_fault, line, found) => {
    expect(refusedIn(readGlossary(`${page}\n${line}`), list)).toEqual([found]);
  });

  it("an exception of words.json is gone", () => {
    expect(refusedIn(glossary, { ...list, exceptions: [] })).toEqual(["wire"]);
  });

  it("words.json tells people to write a word that it refuses", () => {
    expect(refusedAdvice({ ...list, words: [...list.words, { word: "unsure", say: "unknown · inDoubt" }] })).toEqual([
      "inDoubt",
    ]);
  });

  it("the glossary explains a term twice", () => {
    expect(repeatedIn(readGlossary(`${page}\n- **late**: Once more.`))).toEqual(["late"]);
  });

  it("the program lacks a name, or a term without a name", () => {
    expect(unusedIn(glossary, ["isUnknown", "app/gate.ts"])).toEqual(["lost answer", "wire", "lateAfter"]);
  });
});
