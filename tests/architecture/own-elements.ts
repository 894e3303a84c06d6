// Where a text that changes or comes and goes stands beside siblings, so that a browser's translation breaks the page.
// Chrome's translation puts a <font> in the place of each text node. React keeps the node that it made: it can neither
// take that away, nor put anything before it, nor be seen to change it. An element's only text React sets anew as a whole.
import ts from "typescript";

const { TypeFlags } = ts;

type Child = ts.JsxChild;

/** An empty string or a zero before `&&` is how "nothing" is written, and shows nothing. */
const isNothing = (type: ts.Type): boolean =>
  (type.flags & (TypeFlags.Undefined | TypeFlags.Null | TypeFlags.BooleanLike)) !== 0 ||
  (type.isStringLiteral() && type.value === "") ||
  (type.isNumberLiteral() && type.value === 0);

const kindsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);
/** White space is nothing to translate. */
const isBlank = (type: ts.Type): boolean => type.isStringLiteral() && type.value.trim() === "";
const isText = (type: ts.Type): boolean =>
  !isNothing(type) && !isBlank(type) && (type.flags & (TypeFlags.StringLike | TypeFlags.NumberLike)) !== 0;
/** A count; one that a constant gives never changes. */
const isCount = (type: ts.Type): boolean => (type.flags & TypeFlags.Number) !== 0;

const isShown = (child: Child): boolean => {
  if (ts.isJsxText(child)) return child.text.trim() !== "";
  if (!ts.isJsxExpression(child) || !child.expression) return !ts.isJsxExpression(child);
  return !ts.isStringLiteral(child.expression) || child.expression.text.trim() !== "";
};

const hasBranches = (node: ts.Expression): boolean =>
  ts.isParenthesizedExpression(node)
    ? hasBranches(node.expression)
    : ts.isConditionalExpression(node) ||
      (ts.isBinaryExpression(node) &&
        [
          ts.SyntaxKind.AmpersandAmpersandToken,
          ts.SyntaxKind.BarBarToken,
          ts.SyntaxKind.QuestionQuestionToken,
        ].includes(node.operatorToken.kind));

function isComponent(node: ts.SignatureDeclaration): boolean {
  const named = ts.isVariableDeclaration(node.parent) ? node.parent : node;
  return named.name !== undefined && /^[A-Z]/.test(named.name.getText());
}

/** Each text of a source file that has to have an element of its own, as "line: text". */
export function textsBesideSiblings(source: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const found = new Set<string>();
  const report = (node: ts.Node): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.add(`${line + 1}: ${node.getText().trim().replace(/\s+/g, " ").slice(0, 60)}`);
  };
  const typeOf = (child: Child): ts.Type[] | null =>
    ts.isJsxExpression(child) && child.expression ? kindsOf(checker.getTypeAtLocation(child.expression)) : null;
  /** What a parent hands on from its own caller is judged there. */
  const isHandedOn = (kinds: ts.Type[]): boolean => kinds.some(({ symbol }) => symbol?.name === "Iterable");
  const isTextAlone = (child: Child): boolean =>
    ts.isJsxText(child) || (typeOf(child)?.some(isText) === true && !isHandedOn(typeOf(child) ?? []));

  const lookAt = (children: Child[]): void =>
    children.forEach((child, n) => {
      const before = children[n - 1];
      const kindsBefore = before && typeOf(before);
      if (isTextAlone(child) && kindsBefore?.some(isNothing) && !kindsBefore.some(isText)) report(child);
      const kinds = typeOf(child);
      if (!kinds || !isTextAlone(child) || !ts.isJsxExpression(child) || !child.expression) return;
      if (ts.isStringLiteral(child.expression)) return;
      if (!kinds.every(isText) || kinds.some(isCount) || hasBranches(child.expression)) report(child);
    });

  /** What a component returns stands wherever its caller puts it. */
  const lookAtReturned = (node: ts.Expression): void => {
    if (ts.isParenthesizedExpression(node)) return lookAtReturned(node.expression);
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].forEach(lookAtReturned);
    const kinds = kindsOf(checker.getTypeAtLocation(node));
    if (kinds.some(isText) && !isHandedOn(kinds)) report(node);
  };

  /** `component`: whether what is returned here is one's. */
  const look = (node: ts.Node, component = false): void => {
    if (ts.isFunctionLike(node)) component = isComponent(node);
    if (component && ts.isReturnStatement(node) && node.expression) lookAtReturned(node.expression);
    if (component && ts.isArrowFunction(node) && !ts.isBlock(node.body)) lookAtReturned(node.body);
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter(isShown);
      if (children.length > 1) lookAt(children);
      if (ts.isJsxFragment(node)) children.filter(isTextAlone).forEach(report);
    }
    ts.forEachChild(node, (child) => look(child, component));
  };
  look(source);
  return [...found];
}
