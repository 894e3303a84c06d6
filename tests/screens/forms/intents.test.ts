// The table of intents: what each form says when it comes to nothing is in the catalogue's words, and each name stands once.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as catalogue from "~/ground/messages";
import { brokenWords } from "~/screens/forms/broken-words.server";
import type { Actions } from "~/screens/forms/form-action.server";
import { intentOf, intents, type wordsIntents } from "~/screens/forms/intents";
import { adminActions } from "~/screens/admin/actions.server";
import { analyseActions } from "~/screens/analyse/actions.server";
import { frameActions } from "~/screens/frame/actions.server";
import { linkActions } from "~/screens/mail-links/actions.server";
import { factorActions } from "~/screens/settings/factor-actions.server";
import { signInActions } from "~/screens/sign-in/actions.server";
import { hoursActions } from "~/screens/settings/hours-actions.server";
import { programActions } from "~/screens/settings/program-actions.server";
import { settingsActions } from "~/screens/settings/actions.server";
import { voiceActions } from "~/screens/settings/voice-actions.server";
import { generateActions } from "~/screens/generate/actions.server";
import { ideasActions } from "~/screens/timeline/trash-actions.server";
import { planActions } from "~/screens/timeline/plan/actions.server";
import { tweetActions, wordsActions } from "~/screens/timeline/actions.server";
import { insightsActions } from "~/screens/insights/actions.server";

const screens = {
  adminActions,
  analyseActions,
  factorActions,
  frameActions,
  generateActions,
  hoursActions,
  programActions,
  linkActions,
  ideasActions,
  planActions,
  settingsActions,
  signInActions,
  tweetActions,
  voiceActions,
  insightsActions,
  wordsActions,
};

/** Every file under this folder of app/, however deep. */
const codeOf = (folder: string) => {
  const root = join(import.meta.dirname, "../../../app", folder);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  return files.map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
};

const sentences = new Set(Object.values(catalogue).flatMap((group) => Object.values(group) as unknown[]));

it("every intent of every screen has its words, and nothing else has", () => {
  const done = new Set(Object.values(screens).flatMap((table) => Object.keys(table)));
  expect([...done].toSorted()).toEqual(Object.keys(intents).toSorted());
});

it("no screen takes intents from a table that this test does not know", () => {
  const tables = codeOf("screens").flatMap(({ text }) =>
    [...text.matchAll(/(?:const|let) (\w+): Actions</g)].map(([, name]) => name),
  );
  expect(tables.toSorted()).toEqual(Object.keys(screens).toSorted());
});

it("every page that takes the screens' forms tells what can't be reached beside them", () => {
  // The sandbox's consent page stands for X's, which knows none of our forms; a form with files has an address of its own,
  // and says itself what can't be reached.
  const pages = codeOf("routes").filter(
    ({ file, text }) => /export const action\b/.test(text) && !/^(sandbox\/|images\.tsx$)/.test(file),
  );
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter(({ text }) => !text.includes("clientFormAction(args)")).map(({ file }) => file)).toEqual([]);
});

it.each(Object.entries(intents))("what %s says is in the catalogue", (intent, { networkError }) => {
  expect(sentences).toContain(networkError);
  const broke = brokenWords(intent);
  if (broke !== null) expect(sentences).toContain(broke);
});

it("an intent that is nobody's has no words when the server breaks", () => {
  expect(brokenWords("sign-in")).not.toBeNull();
  expect(["constructor", "nothing", null, undefined].map(brokenWords)).toEqual([null, null, null, null]);
});

it("what every object has is nobody's intent", () => {
  expect(intentOf("constructor")).toBeNull();
  expect(intentOf(null)).toBeNull();
});

it("what every screen takes its forms with knows no feature and no frame: it is handed what they do", () => {
  const knowing = codeOf("screens/forms").filter(({ text }) =>
    /from "(~\/features|~\/screens\/frame|\.\.\/)/.test(text),
  );
  expect(knowing.map(({ file }) => file)).toEqual([]);
});

it("an intent without its action does not compile, and neither does an action without its intent", () => {
  const run = () => Promise.resolve({ message: null });
  // @ts-expect-error: "edit-tweet" has no action here.
  const missing: Actions<typeof wordsIntents> = {};
  // @ts-expect-error: no row of the table has this name.
  const unknown: Actions<typeof wordsIntents> = { "edit-tweet": run, "edit-tweets": run };
  expect([missing, unknown].map((actions) => Object.keys(actions).length)).toEqual([0, 2]);
});

it("each intent's name stands once beside its row and its action: where its form is", () => {
  const rooms = ["api", "features", "http", "routes", "screens", "ui"].flatMap(codeOf);
  const isTable = (file: string) => /(forms\/(intents|broken-words\.server)|actions\.server)\.ts$/.test(file);
  const texts = rooms.filter(({ file }) => !isTable(file)).map(({ text }) => text);
  const count = (name: string) => texts.reduce((sum, text) => sum + text.split(`"${name}"`).length - 1, 0);
  expect(Object.keys(intents).filter((name) => count(name) !== 1)).toEqual([]);
});
