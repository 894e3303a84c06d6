// One word for each thing: no second name of words.json's `terms` in the texts of OpenAPI and MCP, or in emails.
import { afterAll, beforeAll, expect, it } from "vitest";
import { Witness } from "~tests/support/witness";
import { type AgentCast, createAgentCast } from "../mcp/agents";
import plain, { secondNames, terms } from "./plain-strings.mjs";
import { runRule } from "./rule";

let cast: AgentCast;
beforeAll(async () => {
  cast = await createAgentCast();
});
afterAll(() => cast?.close());

/** The texts for people below `value`, each with its place. */
function textsIn(value: unknown, place = ""): { place: string; text: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${place}/${key}`;
    const isText = typeof inner === "string" && /^(?:summary|description|title|message)$/.test(key);
    return isText ? [{ place: at, text: inner }] : textsIn(inner, at);
  });
}

const faultsIn = (value: unknown): string[] =>
  textsIn(value).flatMap(({ place, text }) => secondNames(text).map((fault) => `${place} ${fault}`));

it("OpenAPI has no second name", () => {
  const { page } = new Witness();
  expect(textsIn(page).length).toBeGreaterThan(500);
  expect(faultsIn(page)).toEqual([]);
});

it("MCP has no second name", async () => {
  const { client } = await cast.newAgent();
  const listed = [
    client.getServerVersion(),
    (await client.listTools()).tools,
    (await client.listResources()).resources,
    (await client.listResourceTemplates()).resourceTemplates,
    (await client.listPrompts()).prompts,
  ];
  expect(textsIn(listed).length).toBeGreaterThan(50);
  expect([...faultsIn(listed), ...secondNames(client.getInstructions() ?? "")]).toEqual([]);
});

const run = runRule(plain, "terms");
const faultsOf = (text: string) => run(`export const a = ${JSON.stringify(text)};`, "app/screens/planted.tsx");

it.each(terms.flatMap(({ say, not }) => not.map((name) => ({ name, say }))))(
  "$name is found: $say",
  ({ name, say }) => {
    expect(faultsOf(`The ${name} of today`)).toContainEqual(expect.objectContaining({ ruleId: "plain/terms" }));
    expect(secondNames(`The ${name} of today`)).toContainEqual(expect.stringContaining(say));
  },
);

it.each(terms)("$say is no second name itself", ({ say }) => {
  expect(secondNames(say)).toEqual([]);
});

it("no name is a second name of two terms", () => {
  const names = terms.flatMap(({ not }) => not);
  expect(new Set(names).size).toBe(names.length);
});
