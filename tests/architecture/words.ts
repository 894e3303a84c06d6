// Rule 9: no name uses a word that words.json replaces, and no parameter is named by a pronoun.
import ts from "typescript";
import type { House } from "./house";

export interface WordList {
  words: { word: string; say: string; tests?: boolean | string[] }[];
  names: { name: string; say: string; tests?: boolean }[];
  files: string[];
  /** Held against the names of parameters alone: "by|ask". */
  parameters?: { name: string; say: string }[];
  /** Without a name: the whole file is apart. */
  exceptions: { path: string; name?: string; why: string }[];
}

/** "wakeTheLoop2" and "wake-the-loop" alike: wake, the, loop. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .map((word) => word.toLowerCase());

/** Each use of a replaced word, with its file, its line and the word to write instead. */
export function oldWordsIn(house: House, list: WordList): string[] {
  const inProgram = matcherOf(list, false);
  const inTests = matcherOf(list, true);
  const apart = list.exceptions.map(({ path, name }) => ({ path: globOf(path), name: name && whole(name) }));
  const found: string[] = [];
  for (const [file, text] of house) {
    const sayOf = /^(app|db|jobs|commands)\//.test(file) ? inProgram : file.startsWith("tests/") ? inTests : null;
    if (!sayOf || !/\.[cm]?[tj]sx?$|\.css$/.test(file)) continue;
    const exceptions = apart.filter(({ path }) => path.test(file));
    const isApart = (name: string) => exceptions.some((one) => !one.name || one.name.test(name));
    const base = (file.split("/").at(-1) ?? "").replace(/\..*$/, "");
    const asFile = sayOf(base) ?? (sayOf === inProgram && list.files.includes(base) ? "another name" : null);
    if (asFile && !isApart(base)) found.push(`${file}: say ${asFile}`);
    if (!/\.tsx?$/.test(file) || exceptions.some(({ name }) => !name)) continue;
    // Most files have no such word, not even in a comment: don't parse those.
    if (![...new Set(text.match(/[A-Za-z_$][\w$]*/g))].some((name) => sayOf(name))) continue;
    for (const { name, line } of declaredIn(file, text)) {
      const say = sayOf(name);
      if (say && !isApart(name)) found.push(`${file}:${line} ${name}: say ${say}`);
    }
  }
  return found;
}

/** Each parameter whose name says nothing of the value: "by" where it is the actor. */
export function vagueParametersIn(house: House, list: WordList): string[] {
  const refused = (list.parameters ?? []).flatMap(({ name, say }) => name.split("|").map((one) => [one, say] as const));
  const sayOf = new Map(refused);
  const found: string[] = [];
  for (const [file, text] of house) {
    if (!/^(app|db|jobs|commands|scripts)\/.*\.(tsx?|m?js)$/.test(file) || file.includes("/migrations/")) continue;
    for (const { name, line, isParameter } of declaredIn(file, text)) {
      const say = isParameter ? sayOf.get(name) : undefined;
      if (say) found.push(`${file}:${line} ${name}: say ${say}`);
    }
  }
  return found;
}

/** Whether the list refuses this term as a name ("blind look" as blindLook) or a file's name, and no exception keeps it. */
export function isRefusedTerm(term: string, list: WordList): boolean {
  const [first = "", ...rest] = wordsOf(term);
  const camel = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  const isRefused = matcherOf(list, false)(camel) !== null || list.files.includes([first, ...rest].join("-"));
  return isRefused && !list.exceptions.some(({ name }) => name && whole(name).test(term));
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

const globOf = (path: string): RegExp =>
  whole(
    path
      .replace(/[.]/g, "\\.")
      .replace(/\*\*\/?/g, "\u0001")
      .replace(/\*/g, "[^/]*")
      .replace(/\u0001/g, ".*"),
  );

/** The word to write instead of a name, or null. Caches each name. */
function matcherOf(list: WordList, isTests: boolean): (name: string) => string | null {
  const words = new Map(
    list.words.flatMap(({ word, say, tests }) =>
      (!isTests || tests === true ? word.split("|") : tests || []).map((one) => [one, say] as const),
    ),
  );
  const names = list.names.filter(({ tests }) => !isTests || tests).map(({ name, say }) => ({ re: whole(name), say }));
  const kept = new Map<string, string | null>();
  const sayOf = (name: string) =>
    wordsOf(name)
      .map((word) => words.get(word))
      .find(Boolean) ??
    names.find(({ re }) => re.test(name))?.say ??
    null;
  return (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const say = sayOf(name);
    kept.set(name, say);
    return say;
  };
}

/** Every name that a file gives to something. */
function declaredIn(file: string, text: string): { name: string; line: number; isParameter: boolean }[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const found: ReturnType<typeof declaredIn> = [];
  const add = (node: ts.Node | undefined, isParameter = false): void => {
    if (!node || !(ts.isIdentifier(node) || ts.isStringLiteral(node)) || !/^[\w$]+$/.test(node.text)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ name: node.text, line: line + 1, isParameter });
  };
  const visit = (node: ts.Node): void => {
    if (namesSomething(node)) add(node.name, ts.isParameter(node));
    else if (ts.isImportSpecifier(node) && node.propertyName) add(node.name);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const namesSomething = (node: ts.Node): node is ts.NamedDeclaration =>
  ts.isVariableDeclaration(node) ||
  ts.isBindingElement(node) ||
  ts.isParameter(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isMethodSignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isNamespaceImport(node);
