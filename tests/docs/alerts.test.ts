// The alarms of deploy/alerts.rules.yml name metrics that there are, and sound when they should (promtool, where it is there).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { answerMetrics } from "~/http/door/metrics.server";
import { peerHeader } from "~/http/door/headers.server";
import { createTestApp } from "../support/app";

const root = join(import.meta.dirname, "..", "..");
const rulesFile = join(root, "deploy", "alerts.rules.yml");
interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string };
}
const { groups } = parse(readFileSync(rulesFile, "utf8")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** Prometheus's own, of each target. */
const others = ["up"];

it("each alarm is made of metrics that the server tells", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const answer = await answerMetrics(
    app,
    new Request("http://localhost/metrics", { headers: { [peerHeader]: "::1" } }),
  );
  const text = await answer.text();
  const told = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  expect(told.size).toBeGreaterThan(20);
  const named = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/\b(?:linnet|process|nodejs)_\w+|\bup\b/g)].map(([name]) => ({ alert, name })),
  );
  expect(named.length).toBeGreaterThanOrEqual(rules.length);
  expect(named.filter(({ name }) => ![...told, ...others].includes(name))).toEqual([]);
  for (const { alert, annotations } of rules)
    expect([alert, annotations.summary]).toEqual([alert, expect.stringMatching(/\.$/)]);
});

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

it.skipIf(!hasPromtool)("promtool finds the rules right, and each sounds when it should and not before", () => {
  for (const args of [
    ["check", "rules", rulesFile],
    ["test", "rules", join(import.meta.dirname, "alerts.tests.yml")],
  ]) {
    const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining("SUCCESS")]);
  }
});
