// A page that the browser translates: no text that changes or comes and goes stands beside siblings.
import { join, relative } from "node:path";
import type ts from "typescript";
import { beforeAll, expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { textsBesideSiblings } from "./own-elements";
import { ownSources, programWith, root } from "./program";

/** What the rule must find, beside what it must not. */
const sample = join(root, "app/sample.tsx");
const sampleText = `
  const Sample = ({ count, word, busy, of }: { count: number; word: string | null; busy: boolean; of: React.ReactNode }) => (
    <>
      <p>{count}</p> <p>{busy ? "Posting" : "Post"}</p> <p>{word}<b>!</b></p>
      <p>{count} of 5</p>
      <p>{busy && "soon "}<b>now</b></p>
      <p>{busy && <b>now</b>} or never</p>
      <p>{busy ? "a" : "b"}: <b>{word}</b></p>
      <p><span>{count}</span> of 5 {of}</p>
      <div>{busy && <>soon <b>now</b></>}</div>
      <div>{busy && <b>now</b>}<p>never</p></div>
    </>
  );
  const Word = ({ word }: { word: string | null }) => (word === null ? <b>no word</b> : word);`;

let program: ts.Program;

beforeAll(() => {
  const isScreen = (name: string) => /\/app\/.*\.tsx?$/.test(name) || name.endsWith(".d.ts");
  program = programWith({ name: sample, text: sampleText }, isScreen);
}, minutes(2));

const screens = () => ownSources(program).filter(({ fileName }) => fileName.endsWith(".tsx"));

const found = (): string[] =>
  screens().flatMap((source) =>
    textsBesideSiblings(source, program.getTypeChecker()).map((text) => `${relative(root, source.fileName)}:${text}`),
  );

it("gives each text that changes or comes and goes beside siblings an element of its own", () => {
  expect(found()).toEqual([
    "app/sample.tsx:4: {word}",
    "app/sample.tsx:5: {count}",
    'app/sample.tsx:6: {busy && "soon "}',
    "app/sample.tsx:7: or never",
    'app/sample.tsx:8: {busy ? "a" : "b"}',
    "app/sample.tsx:10: soon",
    "app/sample.tsx:14: word",
  ]);
});

it("gives a button its icon by name: among its words it would stand above them", () => {
  const among = screens().flatMap(({ fileName, text }) =>
    [...text.matchAll(/<(Button|ButtonLink)\b(?:(?!<\/\1>).)*?>\s*<Icon /gs)].map(() => relative(root, fileName)),
  );
  expect(among).toEqual([]);
});
