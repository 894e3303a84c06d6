// A page's HTML as an outline that a person can read: an element a line, with its attributes and its words.
const voids = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]);

export interface Node {
  tag: string;
  attributes: [string, string | null][];
  children: (Node | string)[];
}

/** What React writes is regular: no bare ampersand, no unquoted value, nothing left open. */
const piece = /<!--.*?-->|<!DOCTYPE[^>]*>|<\/([\w-]+)>|<([\w-]+)((?:\s[^\s=>]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gis;

export function parse(html: string): Node {
  const top: Node = { tag: "top", attributes: [], children: [] };
  const open = [top];
  const quiet = html.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gis, "");
  for (const [whole, closed, opened, attributes = ""] of quiet.matchAll(piece)) {
    const parent = open.at(-1) ?? top;
    if (closed) open.pop();
    else if (opened) {
      const node: Node = { tag: opened, attributes: attributesOf(attributes), children: [] };
      parent.children.push(node);
      if (!voids.has(opened) && !whole.endsWith("/>")) open.push(node);
    } else if (!whole.startsWith("<!")) addText(parent, decode(whole));
  }
  return top;
}

function addText(parent: Node, text: string): void {
  const last = parent.children.at(-1);
  if (typeof last === "string") parent.children[parent.children.length - 1] = last + text;
  else parent.children.push(text);
}

const attributesOf = (text: string): Node["attributes"] =>
  [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, name = "", value]) => [
    name,
    value === undefined ? null : decode(value),
  ]);

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const decode = (text: string): string => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

export const attribute = (node: Node, name: string): string | null | undefined =>
  node.attributes.find(([one]) => one === name)?.[1];

/** Every element that passes, outermost first. */
export function findAll(node: Node, passes: (node: Node) => boolean): Node[] {
  if (passes(node)) return [node];
  return node.children.flatMap((child) => (typeof child === "string" ? [] : findAll(child, passes)));
}

/** What has this tag, or this class with a dot before it. */
export const isA =
  (...names: string[]) =>
  (node: Node): boolean => {
    const classes = (attribute(node, "class") ?? "").split(" ");
    return names.some((name) => (name.startsWith(".") ? classes.includes(name.slice(1)) : node.tag === name));
  };

/** The lines of a part of a page, without what `leavesOut` names. */
export const outline = (node: Node, leavesOut: (node: Node) => boolean = () => false): string =>
  linesOf(node, leavesOut).join("\n");

function linesOf(node: Node, leavesOut: (node: Node) => boolean): string[] {
  if (leavesOut(node)) return [];
  const head = headOf(node);
  if (node.tag === "svg" && head.startsWith("icon")) return [head];
  const inner = node.children.flatMap((child) => {
    if (typeof child !== "string") return linesOf(child, leavesOut);
    return child === "" ? [] : [`"${child}"`];
  });
  const [only] = inner;
  if (inner.length === 1 && only?.startsWith('"')) return [`${head} ${only}`];
  return [head, ...inner.map((line) => `  ${line}`)];
}

/** A class stands with the tag; the others are of every script and of every link. */
const left = new Set(["class", "nonce", "data-discover"]);

function headOf(node: Node): string {
  const [use] = node.tag === "svg" ? findAll(node, ({ tag }) => tag === "use") : [];
  if (use) return `icon ${attribute(use, "href")?.replace(/^.*#/, "") ?? ""}`;
  const classes = (attribute(node, "class") ?? "").split(" ").filter(Boolean);
  const shown = node.attributes.filter(([name]) => !left.has(name));
  const attributes = shown.map(([name, value]) => (value === null || value === "" ? name : `${name}=${value}`));
  return [[node.tag, ...classes].join("."), ...attributes.map((text) => `[${text}]`)].join(" ");
}
