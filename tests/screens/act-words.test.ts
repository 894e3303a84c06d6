// The table of what each form says when it comes to nothing: whole by construction, and in the catalogue's words.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as catalogue from "~/catalogue";
import { actWords, wordsOf } from "~/screens/act-words";
import { analyseIntents } from "~/screens/analyse-intents.server";
import { generateIntents } from "~/screens/generate.server";
import { common } from "~/screens/intents.server";
import { tweetIntents } from "~/screens/tweet-intents.server";

const screens = { common, tweetIntents, generateIntents, analyseIntents };
const sentences = new Set(Object.values(catalogue).flatMap((group) => Object.values(group) as unknown[]));

it("every intent of every screen has its words, and nothing else has", () => {
  const intents = new Set(Object.values(screens).flatMap((table) => Object.keys(table)));
  expect([...intents].toSorted()).toEqual(Object.keys(actWords).toSorted());
});

it("no screen takes intents from a table that this test does not know", () => {
  const folder = join(import.meta.dirname, "..", "..", "app", "screens");
  const tables = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/(?:const|let) (\w+): Intents =/g)].map(([, name]) => name),
  );
  expect(tables.filter((name) => name !== "intents").toSorted()).toEqual(Object.keys(screens).toSorted());
});

it("every page that takes the screens' forms tells what can't be reached beside them", () => {
  const folder = join(import.meta.dirname, "..", "..", "app", "routes");
  const pages = readdirSync(folder)
    .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }))
    .filter(({ text }) => /export const action\b/.test(text));
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter(({ text }) => !text.includes("clientAct(args)")).map(({ file }) => file)).toEqual([]);
});

it.each(Object.entries(actWords))("what %s says is in the catalogue", (_intent, { unreached, broke }) => {
  expect(sentences).toContain(unreached);
  if (broke !== null) expect(sentences).toContain(broke);
});

it("what every object has is nobody's intent", () => {
  expect(wordsOf("constructor")).toBeNull();
  expect(wordsOf(null)).toBeNull();
});
