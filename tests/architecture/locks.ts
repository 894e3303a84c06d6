// Finds what writes without having locked what it decides by: each transaction of the features and ports, and each write beside one.
import { dirname, normalize } from "node:path";
import ts from "typescript";
import type { House } from "./house";

/** A name at the top of a file. */
interface Declared {
  file: string;
  name: string;
  node: ts.Node;
}

interface Module {
  declared: Map<string, Declared>;
  /** What a name of this file stands for elsewhere; `name` null: the whole file. */
  foreign: Map<string, { file: string; name: string | null }>;
}

const isScope = (file: string): boolean => /^(app\/(features|ports)|db)\/.*\.ts$/.test(file);
const isStore = (file: string): boolean => /\/queries\.server\.ts$|\/store\/[^/]+\.server\.ts$/.test(file);
const transactions = ["inTransaction", "commitTogether"];
const doorOfLocks = "db/locks.server.ts";
const doorOfDatabase = "db/database.server.ts";

export type How = "without a lock" | "reads before it locks" | "outside a transaction" | "hands the database on";

/** Each place of the features and ports that writes and has not locked before it reads, as "file name: how". */
export function unlockedWrites(house: House): string[] {
  const modules = new Map<string, Module>();
  for (const [file, text] of house) if (isScope(file)) modules.set(file, moduleOf(house, file, text));
  const world = createWorld(modules);
  const found = new Set<string>();
  for (const [file, { declared }] of modules) {
    if (file.startsWith("db/") || isStore(file)) continue;
    for (const one of declared.values())
      for (const how of world.faultsOf(one))
        found.add(`${file.replace(/^app\/(features\/)?/, "")} ${one.name}: ${how}`);
  }
  return [...found].toSorted();
}

function createWorld(modules: Map<string, Module>) {
  const find = (file: string, name: string, seen = new Set<string>()): Declared | null => {
    const module = modules.get(file);
    const place = `${file} ${name}`;
    if (!module || seen.has(place)) return null;
    seen.add(place);
    const own = module.declared.get(name);
    if (own) return own;
    const there = module.foreign.get(name);
    return there?.name == null ? null : find(there.file, there.name, seen);
  };

  /** What a called expression names: `write`, or `queries.write` of a file imported as a whole. */
  const resolve = (file: string, callee: ts.Node): Declared | null => {
    if (ts.isIdentifier(callee)) return find(file, callee.text);
    if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return null;
    const whole = modules.get(file)?.foreign.get(callee.expression.text);
    return whole?.name === null ? find(whole.file, callee.name.text) : null;
  };

  const isLock = (one: Declared | null): boolean => one?.file === doorOfLocks && /^lock/.test(one.name);
  const isTransaction = (one: Declared | null): boolean =>
    one !== null && one.file === doorOfDatabase && transactions.includes(one.name);

  /** Whether running it may write, by itself or by what it names. */
  const writing = new Map<ts.Node, boolean>();
  const writes = (file: string, node: ts.Node): boolean => {
    const known = writing.get(node);
    if (known !== undefined) return known;
    writing.set(node, false);
    let does = false;
    visit(node, (inner) => {
      does ||= isWrite(inner);
      const named = ts.isIdentifier(inner) || ts.isPropertyAccessExpression(inner) ? resolve(file, inner) : null;
      if (!does && named && named.node !== node && !named.file.startsWith("db/")) does = writes(named.file, named.node);
      else if (!does && named && /^db\/lease/.test(named.file)) does = writes(named.file, named.node);
    });
    writing.set(node, does);
    return does;
  };

  /** What the first thing that is awaited there does. */
  const begins = (file: string, body: ts.Node, seen = new Set<ts.Node>()): "locks" | "else" | "nothing" => {
    if (seen.has(body)) return "nothing";
    seen.add(body);
    for (const call of awaitedIn(body)) {
      const named = resolve(file, call.expression);
      if (isLock(named)) return "locks";
      if (!named) return "else";
      const inside = begins(named.file, named.node, seen);
      if (inside !== "nothing") return inside;
    }
    return "nothing";
  };

  const locks = (file: string, node: ts.Node, seen = new Set<ts.Node>()): boolean => {
    if (seen.has(node)) return false;
    seen.add(node);
    let does = false;
    visit(node, (inner) => {
      if (does || !ts.isCallExpression(inner)) return;
      const named = resolve(file, inner.expression);
      does = isLock(named) || (named !== null && !named.file.startsWith("db/") && locks(named.file, named.node, seen));
    });
    return does;
  };

  function* faultsOf({ file, node }: Declared): Generator<How> {
    const inTransactions = new Set<ts.Node>();
    const calls: ts.CallExpression[] = [];
    visit(node, (inner) => ts.isCallExpression(inner) && calls.push(inner));
    const handed = new Set<ts.Node>();
    for (const call of calls) {
      const named = resolve(file, call.expression);
      const [handle, body] = call.arguments;
      if (handle && named) handed.add(handle);
      if (!isTransaction(named) || !body) continue;
      visit(body, (inner) => void inTransactions.add(inner));
      const written = ts.isIdentifier(body) ? resolve(file, body) : null;
      const [where, what] = written ? [written.file, written.node] : [file, body];
      if (!writes(where, what) || begins(where, what) === "locks") continue;
      yield locks(where, what) ? "reads before it locks" : "without a lock";
    }
    for (const call of calls) {
      const named = resolve(file, call.expression);
      const [handle] = call.arguments;
      if (!handle || !named || isTransaction(named) || !isDatabase(node, handle)) continue;
      if (writes(named.file, named.node)) yield "outside a transaction";
    }
    // A database that goes elsewhere than to a call could write there unseen.
    let escapes = false;
    visit(node, (inner) => {
      if (inner.getText() === "app.db" && !handed.has(inner) && !isKnownUse(inner)) escapes = true;
    });
    if (escapes) yield "hands the database on";
  }

  return { faultsOf };
}

/** Asks for nothing but the kind of it. */
const isKnownUse = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && /^(among|isOrphan|isUniqueViolation)$/.test(node.parent.expression.getText());

/** `app.db`, or a `db` that was taken out of an App, as opposed to a handle that somebody gave. */
function isDatabase(within: ts.Node, handle: ts.Node): boolean {
  if (handle.getText() === "app.db") return true;
  if (handle.getText() !== "db") return false;
  let isTaken = false;
  visit(within, (inner) => {
    if (ts.isBindingElement(inner) && inner.name.getText() === "db") isTaken = true;
  });
  return isTaken;
}

function isWrite(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return /^(insertInto|replaceInto|mergeInto|updateTable|deleteFrom)$/.test(node.expression.name.text);
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText().replace(/<.*/s, "") !== "sql") return false;
  return /^[`\s]*(insert|update|delete|with)\b/i.test(node.template.getText());
}

/** The calls that are awaited or returned, in the order in which they are carried out. */
function awaitedIn(body: ts.Node): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const add = (node: ts.Node | undefined) => {
    const bare = node && ts.isParenthesizedExpression(node) ? node.expression : node;
    if (bare && ts.isCallExpression(bare)) calls.push(bare);
  };
  const walk = (node: ts.Node): void => {
    ts.forEachChild(node, walk);
    if (ts.isAwaitExpression(node)) add(node.expression);
    else if (ts.isReturnStatement(node)) add(node.expression);
    else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) add(node.body);
  };
  walk(body);
  return calls;
}

function visit(node: ts.Node, look: (node: ts.Node) => unknown): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

function moduleOf(house: House, file: string, text: string): Module {
  const module: Module = { declared: new Map(), foreign: new Map() };
  const declare = (name: string, node: ts.Node) => module.declared.set(name, { file, name, node });
  for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) declare(statement.name.text, statement);
    if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations)
        if (ts.isIdentifier(one.name)) declare(one.name.text, one);
    if (ts.isClassDeclaration(statement) && statement.name) declare(statement.name.text, statement);
    if (ts.isImportDeclaration(statement)) addImport(house, module, file, statement);
    if (ts.isExportDeclaration(statement)) addExport(house, module, file, statement);
  }
  return module;
}

function addImport(house: House, module: Module, file: string, statement: ts.ImportDeclaration): void {
  const target = targetOf(house, file, statement.moduleSpecifier);
  const bindings = statement.importClause?.namedBindings;
  if (!target || !bindings) return;
  if (ts.isNamespaceImport(bindings)) module.foreign.set(bindings.name.text, { file: target, name: null });
  else
    for (const one of bindings.elements)
      module.foreign.set(one.name.text, { file: target, name: (one.propertyName ?? one.name).text });
}

function addExport(house: House, module: Module, file: string, statement: ts.ExportDeclaration): void {
  const target = statement.moduleSpecifier && targetOf(house, file, statement.moduleSpecifier);
  if (!target || !statement.exportClause || !ts.isNamedExports(statement.exportClause)) return;
  for (const one of statement.exportClause.elements)
    module.foreign.set(one.name.text, { file: target, name: (one.propertyName ?? one.name).text });
}

function targetOf(house: House, file: string, specifier: ts.Expression): string | null {
  const text = (specifier as ts.StringLiteral).text;
  const path = text.startsWith("~/")
    ? `app/${text.slice(2)}`
    : text.startsWith("~db/")
      ? `db/${text.slice(4)}`
      : text.startsWith(".")
        ? normalize(`${dirname(file)}/${text}`)
        : null;
  return path && house.has(`${path}.ts`) ? `${path}.ts` : null;
}
