// docs/first-change.md is followed in a copy of the checkout, step by step, and the copy is served by `npm run dev`.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { freePort } from "../support/server";
import { byDay, byNight } from "./commands";
import { copyCheckout, environment, isNight, runIn } from "./copy";
import { applyDiff, type Step, stepsOf } from "./pages";

// Lint, types and the tests of five rooms, beside everything else that two cores have to do: ten minutes were too few.
vi.setConfig({ testTimeout: isNight ? 1_800_000 : 1_200_000 });

let copy: string;
beforeAll(() => {
  copy = copyCheckout();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

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
    else if (byDay.test(step.command) || (isNight && byNight.test(step.command))) {
      await runIn(copy, step.command, signal);
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
