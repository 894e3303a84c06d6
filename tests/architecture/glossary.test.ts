// docs/glossary.md, words.json and the code say the same; and a planted difference between them is seen.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { driftOf, readGlossary, unusedIn } from "./glossary";
import type { WordList } from "./words";
import words from "./words.json";

const root = join(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "docs", "glossary.md"), "utf8");
const program = execFileSync("git", ["ls-files", "app", "db", "jobs", "commands"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|css)$/.test(file) && !file.includes("/migrations/") && existsSync(join(root, file)));

it("what the glossary replaces is refused in names, and what is refused in names stands in the glossary", () => {
  expect(driftOf(readGlossary(page), words)).toEqual([]);
});

it("the program has every word that the glossary has it say", () => {
  const texts = program.map((file) => `${file}\n${readFileSync(join(root, file), "utf8")}`);
  expect(texts.length).toBeGreaterThan(300);
  expect(unusedIn(readGlossary(page), texts)).toEqual([]);
});

describe("a difference is seen:", () => {
  const glossary = readGlossary(
    [
      "Use **no bold word** of a sentence, nor `its code`.",
      "| say | it means | do not say |",
      "|---|---|---|",
      "| **unknown** | Nobody knows yet. **late**: see `lateAfter`. | doubt, lost (as a state) |",
      "| **lease** | How long a claim is good. | |",
      "- **gate**: the last question.",
    ].join("\n"),
  );
  const list: WordList = {
    words: [{ word: "doubt|doubtful", say: "unknown" }],
    names: [{ name: "isLost|lost|[a-z]+Lost", say: "isUnknown" }],
    files: ["doubt"],
    exceptions: [],
  };

  it("none, where both say the same", () => {
    expect(driftOf(glossary, list)).toEqual([]);
  });

  it("the glossary replaces a word that no name is refused for", () => {
    expect(driftOf(glossary, { ...list, names: [] })).toEqual([expect.stringContaining('replaces "lost"')]);
  });

  it.each([
    ["word", { words: [...list.words, { word: "troubled", say: "unknown" }] }],
    ["name", { names: [...list.names, { name: "troubled", say: "unknown" }] }],
    ["file", { files: ["troubled"] }],
  ])("a %s is refused that the glossary does not replace", (_name, more) => {
    expect(driftOf(glossary, { ...list, ...more })).toEqual([expect.stringContaining('refuses "troubled"')]);
  });

  it("the two have different words said instead", () => {
    const other = { ...list, words: [{ word: "doubt", say: "uncertain" }] };
    expect(driftOf(glossary, other)).toEqual([expect.stringContaining('"uncertain", docs/glossary.md "unknown"')]);
  });

  it("the program has not what the glossary names, in bold or as code", () => {
    const texts = ["const isUnknown = true;", "lateAfter, aLease", "app/gate.ts"];
    expect(unusedIn(glossary, texts)).toEqual([]);
    expect(unusedIn(glossary, texts.slice(0, 1))).toEqual(["late", "lease", "gate", "lateAfter"]);
  });
});
