// The error catalogue of spec section 8: one table, read from `detail` as the spec says, and standing nowhere else.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as catalogue from "~/ground/messages";

const entries = Object.values(catalogue)
  .filter((group) => typeof group === "object")
  .flatMap((group): unknown[] => Object.values(group));
const sentences = entries.filter((sentence): sentence is string => typeof sentence === "string");
/** With something named in it, for those that name something. */
const said = entries.map((entry) => (typeof entry === "function" ? String(entry("somebody")) : String(entry)));
const chinese = said.filter((sentence) => /\p{Script=Han}/u.test(sentence));

it("no sentence of it is written down a second time", () => {
  const folder = join(import.meta.dirname, "..", "app");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && file !== join("ground", "messages.ts"),
  );
  const twice = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return sentences
      .filter((one) => text.includes(`"${one}"`) || text.includes(`>${one}<`))
      .map((one) => `${file}: ${one}`);
  });
  expect(sentences.length).toBeGreaterThan(25);
  expect(twice).toEqual([]);
});

it("each of its Chinese sentences has an English line of its own, and no other sentence has one", () => {
  expect(chinese.length).toBeGreaterThan(15);
  const lines = chinese.map((sentence) => catalogue.englishOf(sentence));
  for (const [index, line] of lines.entries()) expect(line, chinese[index]).toMatch(/^[\x20-\x7e’]{10,}$/);
  expect(new Set(lines).size).toBe(chinese.length);
  expect(catalogue.englishOf(catalogue.linkMessages.back("you chose not to"))).toBe(
    "Authorization failed: you chose not to",
  );
  expect(catalogue.englishOf(catalogue.accountMessages.askRemove("alice"))).toBe("Disconnect @alice?");
  for (const sentence of said.filter((one) => !chinese.includes(one)))
    expect(catalogue.englishOf(sentence), sentence).toBeNull();
  expect(catalogue.englishOf("天气很好")).toBeNull();
});

it("a Chinese sentence stands nowhere else in the program, so that none is shown without its English", () => {
  const folder = join(import.meta.dirname, "..", "app");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    // What the writer and the demo writer write may be in any language.
    (file) => /\.tsx?$/.test(file) && file !== join("ground", "messages.ts") && !file.startsWith(join("ports", "ai")),
  );
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const chineseIn = files.filter((file) =>
    /\p{Script=Han}/u.test(withoutComments(readFileSync(join(folder, file), "utf8"))),
  );
  expect(chineseIn).toEqual([]);
});

it.each<[string, unknown, string]>([
  ["a text as it is", { detail: "Email already registered" }, "Email already registered"],
  ["a list by its msg values", { detail: [{ msg: "one" }, { loc: ["x"] }, { msg: "two" }] }, "one, two"],
  ["an object as JSON", { detail: { code: 7 } }, '{"code":7}'],
  ["nothing where detail is missing", { error: "other" }, "请求失败"],
  ["nothing where detail is null", { detail: null }, "请求失败"],
  ["nothing where there is no object", "<html>", "请求失败"],
  ["nothing where the list says nothing", { detail: [] }, "请求失败"],
])("a refusal is read from detail: %s", (_how, body, sentence) => {
  expect(catalogue.sentenceOf(body, catalogue.callMessages.failed)).toBe(sentence);
});

it("the words before a link's failure are the spec's", () => {
  expect(catalogue.linkMessages.back("you chose not to")).toBe("授权失败: you chose not to");
});

/** Every name of the catalogue's groups, with the text that a person reads of it. */
const named = Object.entries(catalogue).flatMap(([group, says]) =>
  typeof says === "object"
    ? Object.entries(says).map(([name, says]: [string, unknown]) => ({
        name: `${group}.${name}`,
        // Of one with something named in it: what stands before that.
        text:
          typeof says === "function" ? String((says as (name: string) => string)("|")).split("|")[0]! : String(says),
      }))
    : [],
);

const textsOf = (...folders: string[]): string =>
  folders
    .flatMap((folder) => {
      const path = join(import.meta.dirname, "..", folder);
      return readdirSync(path, { recursive: true, encoding: "utf8" }).map((file) => join(path, file));
    })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(join("app", join("ground", "messages.ts"))))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

it("every sentence of it is said by something", () => {
  const app = textsOf("app");
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ name }) => !new RegExp(`\\b${name.replace(".", "\\.")}\\b`).test(app))).toEqual([]);
});

it("every sentence of it is provoked by a test of the screens or of the browser", () => {
  const tests = textsOf("tests/screens", "tests/e2e");
  // These two groups are ours, and no part of the specification.
  const specified = named.filter(({ name }) => !/^(?:ownAccountMessages|formMessages)\./.test(name));
  expect(specified.filter(({ text }) => !tests.includes(text))).toEqual([]);
});
