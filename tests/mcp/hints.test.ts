// The hints of each tool against what it does: the whole database before and after each call. A hint is what a client asks its person
// by, so it is never kinder than the deed.
import { afterEach, beforeEach, expect, it } from "vitest";
import { tools } from "~/mcp/tools/index.server";
import type { Agent } from "~tests/support/calls/agent";
import { callEveryTool } from "~tests/support/calls/every-tool";
import { type AgentCast, aroundOf, createAgentCast } from "./agents";

let cast: AgentCast;
beforeEach(async () => {
  cast = await createAgentCast();
});
afterEach(() => cast?.close());

/** What is written of whoever asks, whatever for. */
const ofAsking = ["named_keys", "rate_limits", "audit_events"];

/** Every row that there is, by its table and place in it. */
async function readAll(): Promise<Map<string, string>> {
  const { db } = cast.app;
  const rows = new Map<string, string>();
  for (const { name } of await db.introspection.getTables()) {
    if (ofAsking.includes(name)) continue;
    const all = await db
      .selectFrom(name as "tweets")
      .selectAll()
      .execute();
    for (const [index, row] of all.entries())
      rows.set(`${name} ${"id" in row ? String(row.id) : index}`, JSON.stringify(row));
  }
  return rows;
}

it("a tool that reads changes nothing, and one that isn't destructive only adds", async () => {
  const agent = await cast.newAgent();
  const did = new Map<string, { changed: boolean; replaced: Set<string>; public: boolean }>();
  const call: Agent["call"] = async (name, args) => {
    const [before, posts] = [await readAll(), (await cast.posts()).length];
    const answer = await agent.call(name, args);
    const after = await readAll();
    const now = did.get(name) ?? { changed: false, replaced: new Set<string>(), public: false };
    const replaced = [...before]
      .filter(([row, value]) => after.get(row) !== value)
      .map(([row]) => row.split(" ")[0] ?? "");
    did.set(name, {
      changed: now.changed || replaced.length > 0 || after.size !== before.size,
      replaced: new Set([...now.replaced, ...replaced]),
      public: now.public || (await cast.posts()).length > posts,
    });
    return answer;
  };
  await callEveryTool({ ...agent, call }, aroundOf(cast, "hinted"));

  expect([...did.keys()].sort()).toEqual(
    tools()
      .map(({ name }) => name)
      .sort(),
  );
  for (const { name, hints } of tools()) {
    const effect = did.get(name);
    expect([name, "reads only", hints.readOnlyHint]).toEqual([name, "reads only", !effect?.changed]);
    const replaces = [...(effect?.replaced ?? [])];
    const isDestructive = replaces.length > 0 || effect?.public === true;
    expect([name, replaces, hints.destructiveHint]).toEqual([name, replaces, isDestructive]);
    if (effect?.public) expect([name, hints.openWorldHint]).toEqual([name, true]);
  }
});
