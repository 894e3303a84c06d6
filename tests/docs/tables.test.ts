// docs/tables.md is made from the schema by `npm run docs`: each table, who owns it, its columns, and what they mean.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { type Column, elsewhere, namesOn, readmes, readTables, root } from "./owners";

const page = join(root, "docs/tables.md");

interface Described {
  says: string;
  columns: Map<string, string>;
}

/** What the comments of `db/schema.ts` and `db/tables/` say of each table and column, by the table's name. */
function readComments(): Map<string, Described> {
  const files = ["db/schema.ts", ...readdirSync(join(root, "db/tables")).map((file) => `db/tables/${file}`)];
  const sources = files.map((file) =>
    ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true),
  );
  const interfaces = new Map(
    sources.flatMap((source) => source.statements.filter(ts.isInterfaceDeclaration)).map((one) => [one.name.text, one]),
  );
  const columnsOf = (one: ts.InterfaceDeclaration): [string, string][] => [
    ...(one.heritageClauses ?? []).flatMap(({ types }) =>
      types.flatMap(({ expression }) => {
        const parent = interfaces.get(expression.getText());
        return parent ? columnsOf(parent) : [];
      }),
    ),
    ...one.members.map((member): [string, string] => [member.name?.getText() ?? "", commentOf(member)]),
  ];
  const described = new Map<string, Described>();
  for (const one of interfaces.values())
    for (const member of one.members) {
      const table = ts.isPropertySignature(member) ? interfaces.get(member.type?.getText() ?? "") : undefined;
      if (table)
        described.set(member.name?.getText() ?? "", { says: commentOf(table), columns: new Map(columnsOf(table)) });
    }
  return described;
}

const commentOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();

const linkTo = (owner: string): string =>
  readmes.has(owner) ? `[${owner}](../app/features/${owner}/README.md)` : `\`${owner}\``;

const typeOf = ({ type, isNull }: Column): string => `${type.toLowerCase()}${isNull ? " or null" : ""}`;

/** A line of a table may hold neither a bar nor a line's end. */
const inCell = (text: string): string => text.replaceAll("|", "\\|");

async function draw(): Promise<string> {
  const named = [...readmes].flatMap(([feature, text]) =>
    namesOn(text, "Tables").map((name): [string, string] => [name, feature]),
  );
  const owners = new Map<string, string>([...elsewhere, ...named]);
  const comments = readComments();
  const sections = [...(await readTables())].map(([table, columns]) => {
    const described = comments.get(table);
    const owner = owners.get(table) ?? "nobody";
    const rows = columns.map((column) => {
      const own = owners.get(`${table}.${column.name}`);
      const says = [own && own !== owner ? `Owned by ${linkTo(own)}.` : "", described?.columns.get(column.name) ?? ""];
      const refers = column.references ? `\`${column.references}\`` : "";
      return `| \`${column.name}\` | ${typeOf(column)} | ${refers} | ${inCell(says.filter(Boolean).join(" "))} |`;
    });
    const head = [`## ${table}`, `Owned by ${linkTo(owner)}. ${described?.says ?? ""}`.trim()];
    return [...head, ["| column | type | references | what it says |", "|---|---|---|---|", ...rows].join("\n")].join(
      "\n\n",
    );
  });
  const top = `# Tables

Made by \`npm run docs\` from the schema and its comments (\`db/schema.ts\`, \`db/tables/\`); don't change it by hand. The types are SQLite's: an integer is a number, a flag (0 or 1), or a moment in milliseconds since 1970, UTC. On Postgres the names are the same. Who owns a table writes its rows; a column with an owner of its own is written by that one.`;
  return `${[top, ...sections].join("\n\n")}\n`;
}

it("docs/tables.md is as the schema is", async () => {
  await expect(await draw()).toMatchFileSnapshot(page);
});

it("five features own columns of tweets", async () => {
  const columns = (await readTables()).get("tweets") ?? [];
  const owned = [...readmes].filter(([, text]) =>
    namesOn(text, "Tables").some((name) => columns.some((column) => name === `tweets.${column.name}`)),
  );
  expect(new Set([...owned.map(([feature]) => feature), "tweets"])).toEqual(
    new Set(["ideas", "publishing", "results", "threads", "tweets"]),
  );
});
