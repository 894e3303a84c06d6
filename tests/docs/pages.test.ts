// What the pages for newcomers name is there: commands, scripts, files, links. And the reader of the pages is tested itself.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorsOf, applyDiff, commandsOf, linksOf, namesOf, settingsOf, stepsOf } from "./pages";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const walk = "docs/first-change.md";
const pages = ["README.md", "CONTRIBUTING.md", "docs/postgres.md", walk];
const below = (folders: string[], kind: RegExp): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => kind.test(file))
      .map((file) => join(folder, file)),
  );
const everyPage = [
  ...readdirSync(root).filter((file) => file.endsWith(".md")),
  ...below(["docs"], /\.md$/),
  ...below(["app", "jobs"], /README\.md$/),
];
/** They print no commands. */
const plain = ["ARCHITECTURE.md", "STYLE.md", "docs/glossary.md"];
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** What the walk makes as it goes. */
const made = stepsOf(read(walk)).flatMap((step) => (step.kind === "new" ? [step.file] : []));
/** Written in these days, and linked already. */
const isThere = (path: string) => made.includes(path) || existsSync(join(root, path));

/** Null, or what of a command is not there. The walk's own commands are run beside this (walk.test.ts). */
function faultOf(command: string): string | null {
  const words = command.split(" ");
  const [program, second = "", third = ""] = words;
  if (program === "npm") {
    const name = second === "run" ? third : second;
    const file = /^node (\S+)/.exec(scripts[name] ?? "")?.[1];
    if (scripts[name] === undefined) return `package.json has no script "${name}"`;
    if (file && !existsSync(join(root, file))) return `${file} is missing`;
    const benches = name === "bench" ? words.slice(words.indexOf("--") + 1) : [];
    return benches.every((bench) => isThere(`tests/bench/${bench}.mjs`)) ? null : "a benchmark is missing";
  }
  if (program === "git") return ["switch", "add", "commit"].includes(second) ? null : "git is asked for something new";
  const [setting] = /^[A-Z_]+(?==)/.exec(command) ?? [];
  if (setting) return read(".env.example").includes(`${setting}=`) ? null : `.env.example does not name ${setting}`;
  if (["createuser", "createdb", "psql", "pg_dump", "openssl", "printf"].includes(program ?? "")) return null;
  const [, built] = /^node build\/commands\/(\w+)\.js$/.exec(command) ?? [];
  if (built) return isThere(`commands/${built}.ts`) ? null : `commands/${built}.ts is missing`;
  if (program !== "npx") return "nobody knows how to check it";
  if (!existsSync(join(root, "node_modules", ".bin", second))) return `${second} is not installed`;
  const missing = words.slice(2).filter((word) => word.includes("/") && !isThere(word));
  return missing.length === 0 ? null : `${missing.join(", ")} is missing`;
}

describe.each(pages)("%s", (page) => {
  const text = read(page);

  it("has only commands that are there", () => {
    const commands = commandsOf(text);
    expect(commands.length).toBeGreaterThan(1);
    const faults = commands.flatMap((command) => {
      const fault = faultOf(command);
      return fault === null ? [] : [`${command}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });
});

/** A decision and the changelog tell of their day: what they name may have moved since. */
const isOfItsDay = (page: string) => page.startsWith(join("docs", "decisions")) || page === "CHANGELOG.md";

it.each(everyPage.filter((page) => !isOfItsDay(page)))("%s names only files that are there", (page) => {
  const text = read(page);
  // SECURITY.md names tests from their own folder.
  const tests = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = ""]) => path);
  const isAnywhere = (path: string) => isThere(path) || (page === "SECURITY.md" && isThere(join("tests", path)));
  expect([...namesOf(text).paths, ...tests].filter((path) => !isAnywhere(path))).toEqual([]);
});

it.each(everyPage)("every link of %s leads to a file and a heading that are there", (page) => {
  const broken = linksOf(read(page)).filter(({ to, anchor }) => {
    const file = to === "" ? page : join(dirname(page), to);
    return !isThere(file) || (anchor !== null && file.endsWith(".md") && !anchorsOf(read(file)).includes(anchor));
  });
  expect(broken).toEqual([]);
});

it("every setting that a page names is one of .env.example, or of what Linnet runs on", () => {
  const known = new Set([...read(".env.example").matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) => name));
  const program = [
    ...below(["app", "db", "jobs", "commands", "scripts", "deploy", "tests"], /\.(tsx?|mjs|ya?ml|service)$/),
    "vitest.config.ts",
  ]
    .map(read)
    .join("\n");
  const others = ["HTTPS_PROXY"];
  const named = everyPage.flatMap((page) => settingsOf(read(page)).map((name) => ({ page, name })));
  expect(named.length).toBeGreaterThan(50);
  expect(
    named.filter(
      ({ name }) => !known.has(name) && !others.includes(name) && !new RegExp(`\\b${name}\\b`).test(program),
    ),
  ).toEqual([]);
});

it.each(plain)("%s prints no command, or it belongs to the pages whose commands are checked", (page) => {
  expect(commandsOf(read(page))).toEqual([]);
});

it("a title that a page has vitest look for is the title of a test in that file", () => {
  const asked = pages
    .flatMap((page) => commandsOf(read(page)))
    .flatMap((command) => {
      const [, file, words] = /^npx vitest run (\S+) -t "?([^"]+)"?$/.exec(command) ?? [];
      return file && words ? [{ file, words }] : [];
    });
  expect(asked.length).toBeGreaterThan(0);
  for (const { file, words } of asked) {
    const titles = [...read(file).matchAll(/\b(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*["'`](.+?)["'`],/g)];
    expect(
      titles.map(([, title = ""]) => title).filter((title) => title.includes(words)),
      `${file} -t ${words}`,
    ).not.toEqual([]);
  }
});

describe("a page", () => {
  const page = [
    "Run `npm run first` with `app/a.ts`, see [there](b.md#c) and [the web](https://example.org).\n",
    "In `app/a.ts`:\n\n```diff\n one\n-two\n+three\n```\n",
    "New file `app/b.ts`:\n\n```ts\nconst b = 1;\n```\n",
    "```sh\n# a remark\nnpm test # everything\n```\n",
    "```ts\nnot a step\n```\n",
  ].join("\n");

  it("is read into its steps, in their order", () => {
    expect(stepsOf(page)).toEqual([
      { kind: "diff", file: "app/a.ts", text: " one\n-two\n+three\n" },
      { kind: "new", file: "app/b.ts", text: "const b = 1;\n" },
      { kind: "run", command: "npm test" },
    ]);
  });

  it("tells its commands wherever they stand, its files and its links, but not the web's", () => {
    expect(commandsOf(page)).toEqual(["npm test", "npm run first"]);
    expect(namesOf(page)).toEqual({ paths: ["app/a.ts"], links: ["b.md"] });
  });

  it("tells the headings that its links lead to, as addresses have them, and the settings that it names", () => {
    const told = "# It's `here`: 2 things\n\nSee [it](#its-here-2-things), [b](../b.md#c) and `DATA_DIR=./data`.\n";
    expect(anchorsOf(told)).toEqual(["its-here-2-things"]);
    expect(linksOf(told)).toEqual([
      { to: "", anchor: "its-here-2-things" },
      { to: "../b.md", anchor: "c" },
    ]);
    expect(settingsOf(told)).toEqual(["DATA_DIR"]);
  });

  it("with a change that names no file is refused", () => {
    expect(() => stepsOf("```diff\n+a\n```\n")).toThrow("names no file");
  });

  it("changes lines that stand in the file once, and is refused where they stand never or twice", () => {
    const step = { file: "a.ts", text: " one\n-two\n+$& three\n" };
    expect(applyDiff("zero\none\ntwo\nfour\n", step)).toBe("zero\none\n$& three\nfour\n");
    expect(() => applyDiff("one\nfour\n", step)).toThrow("a.ts has these lines 0 times");
    expect(() => applyDiff("one\ntwo\none\ntwo\n", step)).toThrow("a.ts has these lines 2 times");
  });

  it("has a command that is not there found, whatever is wrong with it", () => {
    expect(faultOf("npm run nothing-of-the-kind")).toContain("no script");
    expect(faultOf("npm run bench -- nothing-of-the-kind")).toContain("benchmark");
    expect(faultOf("npx nothing-of-the-kind")).toContain("not installed");
    expect(faultOf("npx vitest run tests/nothing.test.ts")).toContain("tests/nothing.test.ts is missing");
    expect(faultOf("curl https://example.org")).toContain("nobody knows");
  });
});
