// What an agent does stands in the audit log, each deed once: every tool there is, by one call of each.
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

/** Alike ones are one row with a number: told as often as they were done. */
const auditRows = () =>
  cast.app.db
    .selectFrom("audit_events")
    .select(["detail", "times"])
    .where("kind", "=", "key.used")
    .orderBy("id")
    .execute();

it("a tool that changes something leaves one line with its key and its route, and one that reads leaves none", async () => {
  const agent = await cast.newAgent();
  const calls: { name: string; noted: (string | null)[] }[] = [];
  const call: Agent["call"] = async (name, args) => {
    const before = await auditRows();
    const answer = await agent.call(name, args);
    const timesOf = new Map(before.map(({ detail, times }) => [detail, times]));
    const more = (await auditRows()).flatMap(({ detail, times }) =>
      Array.from({ length: times - (timesOf.get(detail) ?? 0) }, () => detail),
    );
    calls.push({ name, noted: more });
    return answer;
  };
  await callEveryTool({ ...agent, call }, aroundOf(cast, "noted"));

  const scopeOf = new Map(tools().map(({ name, scope }) => [name, scope]));
  expect(new Set(calls.map(({ name }) => name))).toEqual(new Set(scopeOf.keys()));
  const line = expect.stringMatching(/^agent 1: (POST|PUT|PATCH|DELETE) \/api\//) as string;
  expect(calls).toEqual(calls.map(({ name }) => ({ name, noted: scopeOf.get(name) === "read" ? [] : [line] })));

  const notedOf = (tool: string) => calls.flatMap(({ name, noted }) => (name === tool ? noted : []));
  expect(notedOf("publish_tweet")).toEqual(["agent 1: POST /api/questions/publish-now/{tweet_id}"]);
  expect(notedOf("schedule_tweet")).toEqual([
    "agent 1: POST /api/questions/publish-random-auto/{tweet_id}",
    "agent 1: POST /api/tweets/{tweet_id}/schedule",
  ]);
});
