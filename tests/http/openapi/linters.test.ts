// The OpenAPI page before the two linters that API tools run on it. What they find wrong is mended; where one is wrong itself it
// is named here with the reason, and must still say so, or the name goes.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it, type TestContext } from "vitest";
import { openApiPage } from "~/http/api/openapi/openapi.server";

/** A name that the linters take for no example's. */
const source = JSON.stringify(openApiPage("https://linnet.test"));

interface Found {
  rule: string;
  /** Where, as "paths./api/tweets.get". */
  at: string;
  message: string;
}

interface FalseAlarm {
  rule: string;
  at: RegExp;
  why: string;
}

/** Throws where there is something else, or one of these no longer. */
function expectOnly(found: readonly Found[], known: readonly FalseAlarm[]): void {
  const isKnown = ({ rule, at }: Found) => known.some((one) => one.rule === rule && one.at.test(at));
  expect(found.filter((one) => !isKnown(one))).toEqual([]);
  const idle = known.filter((alarm) => !found.some(({ rule, at }) => alarm.rule === rule && alarm.at.test(at)));
  expect(idle.map(({ rule, why }) => `${rule}: ${why}`)).toEqual([]);
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linnet-lint-"));
  writeFileSync(join(folder, "page.json"), source);
  writeFileSync(join(folder, "rules.yaml"), 'extends: ["spectral:oas"]\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = promisify(execFile);

/** They tell nobody that they ran, and ask nobody for a newer one. */
const quiet = { npm_config_ignore_scripts: "true", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/**
 * What a linter of the registry prints, also where it finds something. Fetched for this test alone: Spectral is 242 packages
 * and 68 MB, Redocly one and 15 MB.
 */
async function lint(name: string, version: string, args: readonly string[], { skip }: TestContext): Promise<string> {
  const npx = (...more: readonly string[]) =>
    run("npx", ["--yes", `--package=${name}@${version}`, ...more], {
      cwd: folder,
      env: { ...process.env, ...quiet, npm_config_fetch_retries: "0" },
      maxBuffer: 64 * 1024 * 1024,
    });
  const [command = ""] = args;
  const fetched = await npx(command, "--version").catch((error: unknown) => error as Error);
  // Where there is no registry nothing can be linted; the sum of the run counts it as skipped.
  if (fetched instanceof Error) skip(`${name} can't be fetched here: ${fetched.message}`);
  const { stdout } = await npx(...args).catch((found: { stdout: string }) => found);
  return stdout;
}

it("Redocly finds nothing wrong", async (context) => {
  const args = ["redocly", "lint", "page.json", "--format", "json"];
  const { problems } = JSON.parse(await lint("@redocly/cli", "2.77.0", args, context)) as {
    problems: { ruleId: string; message: string; location: { pointer: string }[] }[];
  };
  const found = problems.map(({ ruleId, message, location: [where] }) => ({
    rule: ruleId,
    at: (where?.pointer ?? "").slice(2).split("/").map(unescaped).join("."),
    message,
  }));
  expectOnly(found, [
    {
      rule: "operation-2xx-response",
      at: /^paths\.\/api\/twitter-auth\/callback\.get/,
      why: "a browser comes back from X by it, and is sent on with 302 whatever came of it",
    },
    {
      rule: "operation-operationId",
      at: /^webhooks\./,
      why: "no client calls them: the name of the event is theirs",
    },
  ]);
});

const unescaped = (part: string): string => decodeURIComponent(part.replaceAll("~1", "/").replaceAll("~0", "~"));

it("Spectral finds nothing wrong", async (context) => {
  const args = ["spectral", "lint", "page.json", "--ruleset", "rules.yaml", "--format", "json"];
  const problems = JSON.parse(await lint("@stoplight/spectral-cli", "6.16.3", args, context)) as {
    code: string;
    message: string;
    path: (string | number)[];
  }[];
  const found = problems.map(({ code, message, path }) => ({ rule: code, at: path.join("."), message }));
  expectOnly(found, [
    {
      rule: "oas3-operation-security-defined",
      at: /^paths\..+\.security\.\d+\.bearer\.\d+$/,
      why: "3.1 lets every scheme name what it asks for (Security Requirement Object); the rule has 3.0's, OAuth's alone",
    },
    { rule: "info-contact", at: /^info$/, why: "each server is somebody else's" },
  ]);
});
