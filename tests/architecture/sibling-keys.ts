// Finds siblings of one JSX parent that may have the same key, so that React mounts one of them again and again.
import ts from "typescript";

/** Expressions as they are written, but a text or a number as React compares it: `"1"`, `{"1"}` and `{1}` are one key. */
function keyOf(element: ts.JsxOpeningLikeElement): string | null {
  for (const attribute of element.attributes.properties) {
    if (!ts.isJsxAttribute(attribute) || attribute.name.getText() !== "key" || !attribute.initializer) continue;
    const value = ts.isJsxExpression(attribute.initializer) ? attribute.initializer.expression : attribute.initializer;
    if (!value) continue;
    if (ts.isStringLiteralLike(value) || ts.isNumericLiteral(value)) return `"${value.text}"`;
    return value.getText();
  }
  return null;
}

/** The keyed elements that one child may be. What a call returns, such as a map, has its keys to itself. */
function keyedIn(node: ts.Node): ts.JsxOpeningLikeElement[] {
  if (ts.isJsxElement(node)) return [node.openingElement];
  if (ts.isJsxSelfClosingElement(node)) return [node];
  if (ts.isConditionalExpression(node)) return [...keyedIn(node.whenTrue), ...keyedIn(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...keyedIn(node.left), ...keyedIn(node.right)];
  if ((ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) && node.expression)
    return keyedIn(node.expression);
  return [];
}

function siblingsIn(node: ts.Node): readonly ts.Node[] {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return node.children;
  return ts.isArrayLiteralExpression(node) ? node.elements : [];
}

/** Each element whose key an earlier sibling may have too, as "line: <Name key>". */
export function sameKeys(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const taken = new Set<string>();
    for (const sibling of siblingsIn(node)) {
      // Both sides of a condition may have one key: only one of them is there.
      const keys = new Map(keyedIn(sibling).map((element) => [keyOf(element), element]));
      for (const [key, element] of keys) {
        if (key === null) continue;
        const { line } = source.getLineAndCharacterOfPosition(element.getStart());
        if (taken.has(key)) found.push(`${line + 1}: <${element.tagName.getText()} ${key}>`);
        taken.add(key);
      }
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}
