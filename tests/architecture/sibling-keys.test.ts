// No two siblings have the same key: React would mount one of them several times.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { sameKeys } from "./sibling-keys";

const root = join(import.meta.dirname, "../..");

const keysIn = (file: string, text: string): string[] =>
  sameKeys(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));

it("no two siblings of a screen have the same key", () => {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app"], {
    cwd: root,
    encoding: "utf8",
  });
  const files = listed.split("\n").filter((file) => file.endsWith(".tsx") && existsSync(join(root, file)));
  const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const keyed = sources.filter(({ text }) => text.includes("key="));
  expect(keyed.length).toBeGreaterThan(50);
  expect(keyed.flatMap(({ file, text }) => keysIn(file, text).map((key) => `${file}:${key}`))).toEqual([]);
});

it("two siblings with the same key are seen, whatever condition each depends on", () => {
  const sample = `
    const Sample = ({ id, isOn, rows }: SampleProps) => (
      <>
        {isOn && <Kept key={id} />} {isOn && (<p key={id}>one</p>)}
        <p><b key="a" /><i key={"a"} /></p>
        <p>{isOn ? <b key={1} /> : <b key={2} />}<i key="1" /></p>
        <p><b key={\`\${id} \${isOn}\`} />{id ?? <i key={\`\${id} \${isOn}\`} />}</p>
        <Card parts={[<b key="a" />, <i key="a" />]} />
      </>
    );`;
  expect(keysIn("sample.tsx", sample)).toEqual([
    "4: <p id>",
    '5: <i "a">',
    '6: <i "1">',
    "7: <i `${id} ${isOn}`>",
    '8: <i "a">',
  ]);
});

it("keys of different parents or maps, and both sides of a condition, may be the same", () => {
  const sample = `
    const Sample = ({ id, isOn, rows }: SampleProps) => (
      <>
        <p key={id}><b key={id} /></p> <p key="id" />
        {rows.map(({ at }) => <b key={at} />)} {rows.map(({ at }) => <i key={at} />)}
        {isOn ? <b key="a" /> : <i key="a" />} <b /> <i />
      </>
    );`;
  expect(keysIn("sample.tsx", sample)).toEqual([]);
});
