// Each command of docs/api.md and of api-commands.md is run against the built app and answers as the page shows.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scopes } from "~/features/api-keys/scope";
import { linkInSandbox, newHandle, Visitor } from "../../support/people/browser";
import { type BuiltServer, startServer } from "../../support/server";

const run = promisify(execFile);

let server: BuiltServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Commands with the answers that the page shows for them, and the one remark that is acted on. */
const stepsOf = (page: string) =>
  [...page.matchAll(/```sh\n(.+?)```\s+```json\n(.+?)```|<!-- (here .+?) -->/gs)].map(
    ([, command, answer, remark]) => ({ command, answer, remark }),
  );

/** The page, the person whose key its commands use, and how many commands it has at least. */
const pages = [
  ["docs/api.md", "ada", 10],
  ["tests/built/answers/api-commands.md", "grace", 40],
] as const;

/** What the page shows is there, with the same type; "…" and numbers may be any, lists have at least the shown. */
function shows(real: Json | undefined, shown: Json, at = "answer"): string[] {
  if (shown === "…") return typeof real === "string" || typeof real === "object" ? [] : [`${at} is ${typeof real}`];
  if (typeof shown === "number") return typeof real === "number" ? [] : [`${at} is ${typeof real}`];
  if (shown === null || typeof shown !== "object") return real === shown ? [] : [`${at} is ${JSON.stringify(real)}`];
  if (typeof real !== "object" || real === null) return [`${at} is ${JSON.stringify(real)}`];
  if (Array.isArray(shown) !== Array.isArray(real)) return [`${at} is no list, or is one`];
  if (Array.isArray(shown) && shown.length === 0) return (real as Json[]).length === 0 ? [] : [`${at} is not empty`];
  const fields = real as Record<string, Json | undefined>;
  return Object.entries(shown).flatMap(([name, one]) => shows(fields[name], one, `${at}.${name}`));
}

/** Variables that later commands use: the first value that bears the name. */
const names: Record<string, string> = {
  user_id: "USER_ID",
  api_key: "BROWSER_KEY",
  task_id: "TASK_ID",
  batch_id: "BATCH_ID",
  twitter_user_id: "ACCOUNT_ID",
  analysis_id: "ANALYSIS_ID",
  media_id: "MEDIA_ID",
};

function learn(real: Json, env: Record<string, string>): void {
  if (Array.isArray(real)) real.forEach((one) => learn(one, env));
  else if (typeof real === "object" && real !== null)
    for (const [name, value] of Object.entries(real)) {
      const variable = names[name] ?? ("tweet_content" in real && name === "id" ? "TWEET_ID" : undefined);
      if (variable && (typeof value === "string" || typeof value === "number")) env[variable] ??= String(value);
      learn(value, env);
    }
}

it.each(pages)("each command of %s is run, in order, and answers what the page shows", async (file, name, least) => {
  const page = readFileSync(join(import.meta.dirname, "../../..", file), "utf8");
  const steps = stepsOf(page);
  const commands = [...page.matchAll(/```sh\n/g)].length;
  expect(commands).toBeGreaterThanOrEqual(least);
  expect(steps.filter(({ command }) => command !== undefined)).toHaveLength(commands);
  const ahead = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const env: Record<string, string> = { LINNET: server.origin, DAY: ahead };
  for (const { command, answer, remark } of steps) {
    if (remark !== undefined) {
      if (remark.includes("makes a key")) env["API_KEY"] = await makeKeyAs(name);
      else await linkAs(name);
      continue;
    }
    // What isn't given yet stops the command: a page that uses a name too early is wrong.
    const { stdout } = await run("bash", ["-euc", command ?? ""], {
      env: { ...env, NODE_ENV: "production", PATH: process.env["PATH"] },
    });
    const real = JSON.parse(stdout) as Json;
    expect(shows(real, JSON.parse(answer ?? "") as Json), `${command}\n${stdout}`).toEqual([]);
    learn(real, env);
  }
});

const credentialsOf = (name: string) => ({ email: `${name}@example.com`, password: "a linnet has 7 songs" });

/** One that may do all that keys may, as a person would make it in Settings. */
async function makeKeyAs(name: string): Promise<string> {
  const person = new Visitor(server.origin);
  const credentials = credentialsOf(name);
  await person.call("POST", "/api/users/register", credentials);
  const ask = { name: "docs", scopes: [...scopes], password: credentials.password };
  return (await person.call<{ data: { key: string } }>("POST", "/api/keys", ask)).body.data.key;
}

/** In a browser of theirs, as the page says. */
async function linkAs(name: string): Promise<void> {
  const person = new Visitor(server.origin);
  await person.call("POST", "/api/users/login", credentialsOf(name));
  await linkInSandbox(person, newHandle(name));
}
