// The error catalogue of spec section 8: one table, read from `detail` as the spec says, and standing nowhere else.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as catalogue from "~/catalogue";

const sentences = Object.values(catalogue)
  .filter((group) => typeof group === "object")
  .flatMap((group) => Object.values(group))
  .filter((sentence): sentence is string => typeof sentence === "string");

it("no sentence of it is written down a second time", () => {
  const folder = join(import.meta.dirname, "..", "app");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && file !== "catalogue.ts",
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

it.each<[string, unknown, string]>([
  ["a text as it is", { detail: "Email already registered" }, "Email already registered"],
  ["a list by its msg values", { detail: [{ msg: "one" }, { loc: ["x"] }, { msg: "two" }] }, "one, two"],
  ["an object as JSON", { detail: { code: 7 } }, '{"code":7}'],
  ["nothing where detail is missing", { error: "other" }, "请求失败"],
  ["nothing where detail is null", { detail: null }, "请求失败"],
  ["nothing where there is no object", "<html>", "请求失败"],
  ["nothing where the list says nothing", { detail: [] }, "请求失败"],
])("a refusal is read from detail: %s", (_how, body, sentence) => {
  expect(catalogue.sentenceOf(body, catalogue.callSays.failed)).toBe(sentence);
});

it("the words before a link's failure are the spec's", () => {
  expect(catalogue.linkSays.back("you chose not to")).toBe("授权失败: you chose not to");
});
