// ESLint rules: report texts for people that hold a pattern of words.json's `strings`, or a second name of its `terms`.
import { readFileSync } from "node:fs";

/**
 * `at` limits an entry to the texts of screens and emails, to labels (buttons, titles), or to refusals.
 * `except` are patterns that are right in their place.
 * @typedef {{ pattern: string, say: string, not: string, but: string, at?: Place, except?: string[] }} Entry
 * @typedef {"screens" | "labels" | "refusals"} Place
 */

const words = JSON.parse(readFileSync(new URL("words.json", import.meta.url), "utf8"));

/** @type {Entry[]} */
export const entries = words.strings;

/**
 * The term for each thing, and its second names. `except` are phrases that mean something else.
 * @type {{ say: string, not: string[], except?: string[] }[]}
 */
export const terms = words.terms;

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const termEntries = terms.map(({ say, not, except = [] }) => ({
  pattern: `\\b(?:${not.map((name) => escape(name.toLowerCase())).join("|")})\\b`,
  say: `"${say}"`,
  except: except.map(escape),
}));

/** Case counts only in a pattern that has a capital letter. */
const flagsOf = (pattern) => (/(?<![\\{])[A-Z]/.test(pattern) ? "u" : "iu");
const compile = ({ pattern, say, at, except = [] }) => ({
  found: new RegExp(pattern, flagsOf(pattern)),
  right: except.map((part) => new RegExp(part, `g${flagsOf(part)}`)),
  say,
  at,
});

const compiledTerms = termEntries.map(compile);

/** The second names in a text, each with the term. Code in backquotes is not read.
 * @param {string} text
 * @returns {string[]} */
export const secondNames = (text) =>
  compiledTerms.flatMap(({ found, right, say }) => {
    const hit = found.exec(right.reduce((left, part) => left.replace(part, "…"), tidy(text)));
    return hit ? [`"${hit[0]}": say ${say}`] : [];
  });

/** Texts of the specification and the contract, which stay as they are. A `{}` is a value.
 * @type {string[]} */
export const fixedTexts = words.fixedStrings;

const fixed = new Set(fixedTexts);

/** Texts for programs, terminals and logs: straight quotes and semicolons are right there. */
const offScreens =
  /(?:^|\/)(?:(?:commands|jobs)\/|app\/(?:api|mcp|http|ports\/(?:network|receiver|identity)|features\/doctor|screens\/api-docs)\/|app\/ground\/(?:config|errors|postgres)|app\/.*\bschema\.server\.ts$)/;

/** Prompts for a model, and the sentences from which the demo writer makes its tweets. */
const forModels = /(?:^|\/)app\/ports\/ai\//;

const buttons = /^(?:Button|ButtonLink|Submit|ConnectLink|MenuLink|PasskeyButton|RowButton|TrashButton|VoiceButton)$/;
const labelAttributes = /^(?:label|title)$/;
const shownAttributes = /^(?:label|title|alt|placeholder|hint|aria-label|busy|empty|summary|heading|message)$/;
const unreadAttributes =
  /^(?:className|style|id|key|name|type|href|to|action|method|d|viewBox|points|transform|src\w*|sizes|autoComplete|rel|form|htmlFor|role|lang|pattern|accept|media|content|aria-(?:live|controls|labelledby|describedby|owns)|data-.*)$/;
const unreadKeys = /^(?:class|className|style|testId|pattern|cause|detail|sql|Content-[\w-]+)$/;
const unreadCalls = /(?:^|\.)log\.\w+$|^classNames$|^RegExp$|^(?:Type|Range|Syntax)?Error$|(?:^|\.)raw$/;

const nameOf = (node) => node.name ?? node.value ?? "";

function pathOf(callee) {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "ChainExpression") return pathOf(callee.expression);
  if (callee.type !== "MemberExpression" || callee.computed) return "";
  return `${pathOf(callee.object)}.${callee.property.name}`;
}

const unreadParents = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSLiteralType",
  "TSImportType",
  "TSEnumMember",
]);

/** Whether a parent makes `child` a text that no person reads. */
function hides(parent, child) {
  switch (parent.type) {
    case "TaggedTemplateExpression":
      return /^(?:sql|String)\b/.test(pathOf(parent.tag));
    case "CallExpression":
    case "NewExpression":
      return unreadCalls.test(pathOf(parent.callee));
    case "JSXAttribute":
      return unreadAttributes.test(nameOf(parent.name));
    case "Property":
      return parent.key === child || unreadKeys.test(String(nameOf(parent.key)));
    case "MemberExpression":
      return parent.property === child;
    case "ExportNamedDeclaration":
      return parent.source === child;
    default:
      return unreadParents.has(parent.type);
  }
}

function isUnread(node) {
  for (let child = node; child.parent; child = child.parent) {
    if (hides(child.parent, child)) return true;
    // A component between a text and a call or an attribute: the text is its own.
    if (child.parent.type === "JSXElement") return false;
  }
  return false;
}

/** A value within a text: `{s}` for an ending that depends on a count, else `{}`. */
function valueOf(node) {
  if (node.type === "ConditionalExpression") {
    const ends = [node.consequent, node.alternate].map(({ type, value }) => (type === "Literal" ? value : null));
    if (ends.every((end) => end === "" || /^(?:e?s|y|ies)$/.test(end ?? "-"))) return "{s}";
  }
  return node.type === "Literal" ? String(node.value) : "{}";
}

const textOfTemplate = ({ quasis, expressions }) =>
  quasis
    .map(({ value }, index) => value.cooked + (index < expressions.length ? valueOf(expressions[index]) : ""))
    .join("");

function textOfChild(child) {
  if (child.type === "JSXText") return child.value;
  if (child.type !== "JSXExpressionContainer") return "{}";
  return child.expression.type === "JSXEmptyExpression" ? "" : valueOf(child.expression);
}

/** Backquotes hold code. */
const tidy = (text) =>
  text
    .replace(/`[^`]*`/g, "…")
    .replace(/\s+/g, " ")
    .trim();

/** A value counts as a word. */
const hasTwoWords = (text) => /[\p{L}}][^\s]*\s(?:.*\s)?[^\s]*[\p{L}{]/u.test(text);
const hasLetters = (text) => /\p{L}{2}|\{s\}/u.test(text);
const isCode = (text) =>
  /^(?:is not$|[\w.]+ as \w+$|https?:|\/|<[\w!]|[\w-]+ '[\w-]+'$|\s*\(function)|=>|&&|; (?:Path|charset|filename)=/.test(
    text,
  );

function isInAttribute(node, names) {
  for (let child = node; child.parent; child = child.parent) {
    if (child.parent.type === "JSXAttribute") return names.test(nameOf(child.parent.name));
    if (/JSXElement|Function|Program|CallExpression/.test(child.parent.type)) return false;
  }
  return false;
}

/** The element whose children a string is part of, through conditions alone. */
function elementOf(node) {
  let { parent } = node;
  while (parent && /^(?:JSXExpressionContainer|ConditionalExpression|LogicalExpression)$/.test(parent.type))
    ({ parent } = parent);
  return parent?.type === "JSXElement" ? parent : null;
}

const isButton = (element) => element !== null && buttons.test(nameOf(element.openingElement.name));

/** The message of an AppError: its second argument, through conditions alone. */
function isRefusal(node) {
  let child = node;
  while (/^(?:ConditionalExpression|LogicalExpression)$/.test(child.parent?.type) && child.parent.test !== child)
    child = child.parent;
  const { parent } = child;
  return parent?.type === "NewExpression" && pathOf(parent.callee) === "AppError" && parent.arguments[1] === child;
}

const ruleFor = (list) => ({
  meta: {
    type: "suggestion",
    schema: [],
    messages: { plain: 'A text says "{{found}}". Say it plainly: {{say}}.' },
  },
  create(context) {
    const path = context.filename.replace(/\\/g, "/");
    if (forModels.test(path)) return {};
    const isOnScreens = !offScreens.test(path);

    function check(node, whole, places) {
      const text = tidy(whole);
      if (fixed.has(text)) return;
      for (const { found, right, say, at } of list) {
        if (at && !places[at]) continue;
        const rest = right.reduce((left, part) => left.replace(part, "…"), text);
        const hit = found.exec(rest);
        if (hit) context.report({ node, messageId: "plain", data: { found: hit[0].trim() || text, say } });
      }
    }

    function checkString(node, text) {
      if (!hasLetters(text) || isCode(text)) return;
      const isShown = isInAttribute(node, shownAttributes) || elementOf(node) !== null;
      if (!isShown && !hasTwoWords(text)) return;
      if (isUnread(node)) return;
      check(node, text, {
        screens: isOnScreens,
        labels: isInAttribute(node, labelAttributes) || isButton(elementOf(node)),
        refusals: isRefusal(node),
      });
    }

    function checkElement(node) {
      const own = node.children.find(({ type, value }) => type === "JSXText" && hasLetters(value));
      if (!own) return;
      const text = node.children.map(textOfChild).join("");
      const labels = node.type === "JSXElement" && isButton(node);
      check(own, text, { screens: isOnScreens, labels, refusals: false });
    }

    return {
      JSXElement: checkElement,
      JSXFragment: checkElement,
      Literal(node) {
        if (typeof node.value === "string") checkString(node, node.value);
      },
      TemplateLiteral: (node) => checkString(node, textOfTemplate(node)),
    };
  },
});

export default {
  meta: { name: "plain-strings" },
  rules: { strings: ruleFor(entries.map(compile)), terms: ruleFor(compiledTerms) },
};
