// docs/api-reference.md is made from the contract by `npm run docs`: each call, shape, scope and code.
import { join } from "node:path";
import { expect, it } from "vitest";
import { type ErrorCode, errorCodes, errorTable } from "~/ground/errors";
import { type Endpoint, refusalsOf } from "~/http/contract/endpoint.server";
import { exampleDay } from "~/http/contract/examples.server";
import { contract, endpoints, groupWords } from "~/http/contract/index.server";
import { fetchContract, fetchPage } from "~/screens/api-docs/fetch.server";
import type { FieldRow, Piece } from "~/screens/api-docs/fields";
import { type DocsData, type RouteView, scopesIn, toView } from "~/screens/api-docs/to-view.server";
import { root } from "./owners";
import { anchorsOf } from "./pages";

const origin = "http://localhost:3000";
const file = join(root, "docs/api-reference.md");

/** A cell of a table may hold neither a bar nor a line's end. */
const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [rowOf(head), rowOf(head.map(() => "---")), ...rows.map(rowOf)].join("\n");

const linkTo = (heading: string): string => `[${heading}](#${anchorsOf(`# ${heading}`)[0]})`;

const pieceText = ({ kind, text }: Piece): string => {
  if (kind === "shape") return linkTo(text);
  return kind === "value" ? `\`${text}\`` : text;
};

const typeText = (pieces: readonly Piece[]): string =>
  pieces.map(pieceText).reduce((text, next) => `${text}${next.startsWith(",") ? "" : " "}${next}`);

const fieldsOf = (rows: readonly FieldRow[], first: string): string =>
  tableOf(
    [first, "type", "description"],
    rows.map(({ name, place, isRequired, type, words }) => [
      [`\`${name}\``, ...(place === null ? [] : [place]), ...(place !== null && isRequired ? ["required"] : [])].join(
        ", ",
      ),
      typeText(type),
      words,
    ]),
  );

const scopeText = ({ access, scope }: Endpoint): string => {
  if (access === "open") return "open";
  if (scope === "none") return "session only";
  if (scope === "any") return "any key";
  return scopesIn(scope);
};

const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

const listOf = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(", ");

/** Told once for all calls that take a key. */
const usual: readonly ErrorCode[] = errorCodes.filter((code) =>
  endpoints.every((endpoint) => endpoint.access === "open" || refusalsOf(endpoint).includes(code)),
);

function refusalText(endpoint: Endpoint): string[] {
  const isUsual = (code: ErrorCode) => endpoint.access !== "open" && usual.includes(code);
  const own = refusalsOf(endpoint).filter((code) => !isUsual(code));
  const statuses = [...new Set(own.map((code) => errorTable[code].status))];
  const texts = statuses.map((one) => `${one} ${listOf(own.filter((code) => errorTable[code].status === one))}`);
  return texts.length === 0 ? [] : [`Refusals: ${texts.join("; ")}.`];
}

function drawAnswer({ status, answers, answer }: RouteView): string[] {
  const [only, ...others] = answer;
  if (only && others.length === 0 && only.words === "")
    return [`Returns ${status} with \`${only.name}\`: ${typeText(only.type)}.`];
  return [
    [`Returns ${status}.`, ...(answers === null ? [] : [answers])].join(" "),
    ...(answer.length > 0 ? [fieldsOf(answer, "field of the response")] : []),
  ];
}

function drawRoute(route: RouteView, endpoint: Endpoint): string[] {
  const { method, former } = endpoint;
  const { fields } = route;
  const old = former && `Old URL, which works until 2.0: \`${method} ${former}\`.`;
  return [
    `### ${route.name}`,
    `\`${method} ${route.path}\``,
    [sentence(route.title), route.description].join(" "),
    [`Who: ${route.who}`, ...(old ? [old] : [])].join(" "),
    ...(fields.length > 0 ? [fieldsOf(fields, "field")] : []),
    ...drawAnswer(route),
    ...refusalText(endpoint),
  ];
}

const describedBy = (name: string): Endpoint => {
  const endpoint = Object.values(contract)
    .map((group) => group[name])
    .find(Boolean);
  if (!endpoint) throw new Error(`The contract has no ${name}`);
  return endpoint;
};

function drawCalls({ groups }: DocsData): string[] {
  const rows = groups.flatMap(({ routes }) =>
    routes.map(({ name, title, method, path }) => [
      linkTo(name),
      `\`${method} ${path}\``,
      scopeText(describedBy(name)),
      title,
    ]),
  );
  const details = groups.flatMap(({ title, routes }) => [
    `## ${title}`,
    sentence(groupWords[title] ?? ""),
    ...routes.flatMap((route) => drawRoute(route, describedBy(route.name))),
  ]);
  return [
    "## Every call",
    `Every call except the open ones can also be refused with ${listOf(usual)}. The calls below don't list these codes again.`,
    tableOf(["name", "call", "scope", "what it does"], rows),
    ...details,
  ];
}

const drawTables = ({ shapes, scopes, codes }: DocsData): string[] => [
  "## Shapes",
  "Types that several responses share.",
  ...shapes.flatMap(({ name, type, fields }) => [
    `### ${name}`,
    fields.length > 0 ? fieldsOf(fields, "field") : sentence(typeText(type)),
  ]),
  "## Scopes",
  "What each scope allows. No scope includes another.",
  tableOf(
    ["scope", "allows"],
    scopes.map(({ scope, words }) => [`\`${scope}\``, words]),
  ),
  "## Codes",
  "Why a call was refused. “Retry” says whether it helps to repeat the same request: `never`, `after` a wait (`Retry-After`, if the time is known) or once the cause is gone, `same` right away, `told` as the `error_code` in the response says (without one, like `same`). A tweet is posted once, however often a request is repeated.",
  tableOf(
    ["code", "status", "retry", "meaning"],
    codes.map(({ code, status, again, meaning }) => [`\`${code}\``, String(status), again, meaning]),
  ),
];

function draw(): string {
  const data = toView(fetchContract(origin, fetchPage(origin), exampleDay));
  const top = [
    "# API reference",
    "Generated by `npm run docs` from the contract (`app/http/contract/`, `app/ground/errors.ts`). Don't edit this page by hand. [api.md](api.md) is the guide, and [webhooks.md](webhooks.md) lists the events. Your own server shows the same at `/api/docs`, with an example and a command for each call, and as OpenAPI 3.1 at `/api/openapi.json`.",
    [...data.groups.map(({ title }) => title), "Shapes", "Scopes", "Codes"].map(linkTo).join(" · "),
  ];
  return `${[...top, ...drawCalls(data), ...drawTables(data)].join("\n\n")}\n`;
}

it("docs/api-reference.md is as the contract is", async () => {
  await expect(draw()).toMatchFileSnapshot(file);
});

it("each heading has an anchor of its own", () => {
  const anchors = anchorsOf(draw());
  expect(anchors.length).toBeGreaterThan(endpoints.length);
  expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
});
