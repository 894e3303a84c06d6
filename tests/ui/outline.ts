// HTML as an outline that a person can read through: each element on a line with what it says of itself and its words.

const empty = new Set(["input", "br", "img", "hr"]);
const token = /<(\/?)([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|<!--.*?-->|([^<]+)/gs;
/** What only paints is the style's business, and Remix's own marks are Remix's. */
const silent = /\s(?:class|style|data-discover)="[^"]*"/gi;
/** React's own ids tell only what belongs to what. */
const numbered = /"(:\w+:)([-\w]*)"/g;
/** A build gives each file of the browser a name of its own. */
const icon = /<svg class="icon" aria-hidden="true"><use href="[^"]*#([\w-]+)"><\/use><\/svg>/g;

/** A picture says its label. */
const picture = /(<svg[^>]*role="img"[^>]*>).*?(<\/svg>)/gs;

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" } as const;
const plain = (text: string): string =>
  text.replace(/&([#\w]+);/g, (whole, name: string) => entities[name as keyof typeof entities] ?? whole);

/** `drawn` keeps classes too, for pictures that are told apart by these alone. */
export function outline(html: string, { drawn = false } = {}): string {
  const lines: string[] = [];
  const ids = new Map<string, number>();
  const seen = drawn ? html : html.replace(picture, "$1$2");
  const known = seen.replace(icon, "<icon $1></icon>").replace(numbered, (_, id: string, rest: string) => {
    if (!ids.has(id)) ids.set(id, ids.size + 1);
    return `"#${ids.get(id)}${rest}"`;
  });
  let depth = 0;
  /** The line that was opened last and holds nothing yet. */
  let open = -1;
  for (const [, closing, tag = "", attributes = "", closed, text] of known.matchAll(token)) {
    if (text !== undefined) {
      if (open === lines.length - 1 && open >= 0) lines[open] += ` ${JSON.stringify(plain(text))}`;
      else lines.push(`${"  ".repeat(depth)}${JSON.stringify(plain(text))}`);
    } else if (closing) {
      depth -= 1;
      if (tag !== "icon") open = -1;
    } else if (tag) {
      lines.push(`${"  ".repeat(depth)}${tag}${plain(drawn ? attributes : attributes.replace(silent, ""))}`);
      if (closed || empty.has(tag)) continue;
      depth += 1;
      open = lines.length - 1;
    }
  }
  return lines.join("\n");
}
