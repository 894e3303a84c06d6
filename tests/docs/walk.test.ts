// docs/first-change.md is followed in a copy of the checkout, step by step, and the copy is served by `npm run dev`.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { freePort } from "../support/server";
import { applyDiff, type Step, stepsOf } from "./pages";

const night = process.env["LINNET_NIGHT"] === "1";
vi.setConfig({ testTimeout: night ? 1_800_000 : 600_000, hookTimeout: 60_000 });

const root = join(import.meta.dirname, "..", "..");
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "linnet-walk-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of listed.toString().split("\0"))
    if (file !== "" && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  // scripts/ready.mjs installs nothing through a link.
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Without what vitest tells its own processes. */
function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const own = /^(?:VITEST|NODE_ENV$|LINNET_NIGHT$|TEST$)/;
  const rest = Object.entries(process.env).filter(([name]) => !own.test(name));
  return { ...Object.fromEntries(rest), ...more } as NodeJS.ProcessEnv;
}

/** Its failure is the test's, with the end of what it printed. */
const run = (command: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, { cwd: copy, shell: true, env: environment(), signal });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed += String(part)));
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command}:\n${printed.slice(-4_000)}`)),
    );
  });

/**
 * What of the page is run by day. The rest is checked to be there (pages.test.ts): what `npm test` runs beside this anyway, and
 * what would touch the reader's git.
 */
const byDay = /^npx vitest run |^npm run typecheck$|^npx prettier --check /;
const byNight = /^npm run build$|^npx playwright test /;

function apply(step: Exclude<Step, { kind: "run" }>): void {
  const file = join(copy, step.file);
  if (step.kind === "new") expect(existsSync(file), `${step.file} is there already`).toBe(false);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, step.kind === "new" ? step.text : applyDiff(readFileSync(file, "utf8"), step));
}

it("whoever follows docs/first-change.md ends with what compiles and passes its tests", async ({ signal }) => {
  const steps = stepsOf(readFileSync(join(copy, "docs", "first-change.md"), "utf8"));
  expect(steps.filter(({ kind }) => kind !== "run").length).toBeGreaterThan(15);
  let ran = 0;
  for (const step of steps) {
    if (step.kind !== "run") apply(step);
    else if (byDay.test(step.command) || (night && byNight.test(step.command))) {
      await run(step.command, signal);
      ran += 1;
    }
  }
  expect(ran).toBeGreaterThan(5);
});

it("npm run dev serves a page of the copy", async () => {
  const port = await freePort();
  const env = environment({ PORT: String(port), DATA_DIR: join(copy, "data") });
  // A group of its own: npm, remix and the server end together.
  const dev = spawn("npm", ["run", "dev"], { cwd: copy, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => dev.once("close", resolve));
  let printed = "";
  for (const stream of [dev.stdout, dev.stderr]) stream.on("data", (part) => (printed += String(part)));
  try {
    const status = () => fetch(`http://localhost:${port}/generate`).then((answer) => answer.status);
    await vi.waitFor(async () => expect(await status(), printed).toBe(200), { timeout: 120_000, interval: 250 });
  } catch (error) {
    throw new Error(printed.slice(-4_000), { cause: error });
  } finally {
    if (dev.pid) process.kill(-dev.pid, "SIGTERM");
    await ended;
  }
});
