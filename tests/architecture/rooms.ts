// The rules of the house that look at each file by itself: its size, its first line, its SQL, its imports for effect.
import ts from "typescript";
import type { House } from "./house";

const maxLines = 300;

/** Imports for nothing but their effect (`import "x"`, `import {} from "x"`): what runs by itself, nobody sees where. */
export const forEffect = (house: House): string[] =>
  [...house].flatMap(([file, text]) =>
    /^(app|db|jobs|commands)\/.*\.tsx?$/.test(file)
      ? [...text.matchAll(/^import\s*(?:\{\s*\}\s*from\s*)?["'`]([^"'`]+)["'`]/gm)].map(
          ([, what]) => `${file} → ${what}`,
        )
      : [],
  );

/** Folders in which everything could lie. */
export const drawersIn = (files: Iterable<string>): string[] =>
  [...files].filter((file) => /(^|\/)(utils?|helpers?|lib|kit|common|misc|shared)\//.test(file));

/** Files of the program that are longer than a person reads at once. */
export const long = (house: House): string[] =>
  [...house]
    .filter(([file, text]) => /^(app|db|jobs|commands)\/.*\.tsx?$/.test(file) && text.split("\n").length > maxLines + 1)
    .map(([file]) => file);

/** Files whose first line doesn't say what they are for. */
export const silent = (house: House): string[] =>
  [...house]
    .filter(
      ([file, text]) => /^(app|db|jobs|commands|tests|scripts)\/.*\.(tsx?|mjs)$/.test(file) && !/^\/\/ \S/.test(text),
    )
    .map(([file]) => file);

const queryMakers = /^(selectFrom|selectNoFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|transaction)$/;
const drivers = /^(better-sqlite3(-node20)?|pg|node:sqlite)$/;

/** SQL, transactions and drivers where none belong: beyond `db/` only stores hold SQL, and `inTransaction` is the way in. */
export const databaseAbroad = (house: House): string[] =>
  [...house].flatMap(([file, text]) => {
    // A file of the browser alone reaches no database of the server: its transactions are IndexedDB's.
    if (!/^(app|jobs|commands)\/.*\.tsx?$/.test(file) || file.endsWith(".client.ts")) return [];
    const isStore = /\/queries\.server\.ts$|\/store\/[^/]+\.server\.ts$/.test(file);
    return foreignIn(file, text)
      .filter((what) => !isStore || what === "transaction" || drivers.test(what))
      .map((what) => `${file}: ${what}`);
  });

/** What only one of the databases reads, or reads otherwise; db/sqlite/ and db/postgres/ may say it. */
const ownWords = [
  /\biif\s*\(/i,
  /\browid\b/i,
  /\bjson_(each|extract)\b/i,
  /\b(not )?indexed by\b/i,
  /\bcross join\b|\bcrossJoin\b/i,
  // A plus before a name, which keeps SQLite from an index.
  /(?:^|[\s(,=`])\+[a-z_][\w.]*/i,
  /\b(unixepoch|strftime|julianday|datetime|randomblob|last_insert_rowid|printf|glob)\s*\(/i,
  /\binsert or (ignore|replace)\b/i,
];

/** SQL of the app that only one of the databases reads: in a template, a text of Kysely's, or as one of its verbs. */
export const ownDialect = (house: House): string[] =>
  [...house].flatMap(([file, text]) => {
    if (!/^(app|db|jobs|commands)\/.*\.server\.ts$/.test(file) || /^db\/(sqlite|postgres)\//.test(file)) return [];
    if (!ownWords.some((word) => word.test(text))) return [];
    return sqlIn(file, text).flatMap((sql) => {
      const found = ownWords.map((word) => word.exec(sql)?.[0]).find(Boolean);
      return found === undefined ? [] : [`${file}: ${found.trim()}`];
    });
  });

/** The text of each `sql` template, its values left out, and each call of `crossJoin`. */
function sqlIn(file: string, text: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kindOf(file));
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /(^|\.)sql$/.test(node.tag.getText(source))) {
      const { template } = node;
      found.push(
        ts.isNoSubstitutionTemplateLiteral(template)
          ? template.text
          : [template.head, ...template.templateSpans.map(({ literal }) => literal)]
              .map(({ text }) => text)
              .join(" ? "),
      );
    }
    if (ts.isCallExpression(node) && /\bsql\.raw$/.test(node.expression.getText(source)))
      found.push(node.arguments.map((argument) => argument.getText(source)).join(" "));
    if (ts.isPropertyAccessExpression(node) && node.name.text === "crossJoin") found.push("crossJoin");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function foreignIn(file: string, text: string): string[] {
  if (!/\bsql\b|From\b|Into\b|updateTable|transaction|better-sqlite3|["']pg["']|node:sqlite/.test(text)) return [];
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && queryMakers.test(node.name.text)) found.add(node.name.text);
    if (ts.isImportSpecifier(node) && (node.propertyName ?? node.name).text === "sql") found.add("sql");
    if (ts.isTaggedTemplateExpression(node) && /(^|\.)sql$/.test(textOf(node.tag))) found.add("sql");
    if (ts.isStringLiteral(node) && drivers.test(node.text)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kindOf(file));
  const textOf = (node: ts.Node): string => node.getText(source);
  visit(source);
  return [...found];
}

const kindOf = (file: string): ts.ScriptKind => (file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** What lies at db/ or jobs/ without `.server` in its name. Only what leaves nothing to run may: the schema, and `.types`. */
export const unnamedServers = (house: House): string[] =>
  [...house].flatMap(([file, text]) => {
    if (!/^(db|jobs)\//.test(file) || file.endsWith(".server.ts")) return [];
    const isOfTypes = file === "db/schema.ts" || file.endsWith(".types.ts");
    return isOfTypes && !leavesCode(text) ? [] : [file];
  });

/** Whether anything of a module is left once its types are gone. */
const leavesCode = (text: string): boolean =>
  ts
    .transpile(text, { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true })
    .replace("export {};", "")
    .trim() !== "";

/** The only file that may load the library that decodes pictures; it runs as a process of its own. */
const decoder = "app/features/media/clean-picture.mjs";

/** Files of the program that load it, or the decoder's file, themselves: what a picture breaks there is the server. */
export const decoding = (house: House): string[] =>
  [...house]
    .filter(([file, text]) => /^(app|db|jobs|commands)\//.test(file) && file !== decoder && loadsDecoder(text))
    .map(([file]) => file);

const loadsDecoder = (text: string): boolean =>
  /(?:from|import|require)\s*\(?\s*["'`](?:sharp|@img\/[^"'`]*|[^"'`]*clean-picture(?:\.mjs)?)["'`]/.test(text);

/** A room that hands out more than a person remembers is two rooms. */
const maxValues = 25;

/** How many values, types apart, each feature's door exports, where they are more than `maxValues`. */
export const wideDoors = (house: House): Record<string, number> =>
  Object.fromEntries(
    [...house]
      .filter(([file]) => /^app\/features\/([^/]+)\/\1\.server\.ts$/.test(file))
      .map(([file, text]): [string, number] => [file.split("/")[2] ?? file, valuesOf(file, text).length])
      .filter(([, count]) => count > maxValues),
  );

function valuesOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((one) => {
    if (ts.isExportDeclaration(one)) {
      if (one.isTypeOnly) return [];
      // Of `export *` nobody can say what it hands out.
      if (!one.exportClause || !ts.isNamedExports(one.exportClause)) return Array<string>(maxValues + 1).fill("*");
      return one.exportClause.elements.filter((element) => !element.isTypeOnly).map((element) => element.name.text);
    }
    if (!ts.canHaveModifiers(one) || !ts.getModifiers(one)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      return [];
    if (ts.isVariableStatement(one)) return one.declarationList.declarations.map(({ name }) => name.getText(source));
    return ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one) ? [one.name?.text ?? "default"] : [];
  });
}
