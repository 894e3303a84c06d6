// The browser's tests: against the built app, each worker with servers of its own, started by tests/e2e/support/fixtures.ts.
import { defineConfig, devices } from "@playwright/test";
import { browserArgs, findBrowser } from "./scripts/browser.mjs";
import { browserFiles } from "./tests/runs.mjs";

/** `test` or `rest`, as scripts/test.mjs sets it; without it every file is here. */
const run = process.env["LINNET_RUN"] || undefined;

export default defineConfig({
  testDir: "tests/e2e",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  // Ends what never comes: on a busy machine a page takes many times what it takes on an idle one.
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    contextOptions: { reducedMotion: "reduce" },
    // Neither UTC nor the server's own, so that a time in the wrong zone shows.
    timezoneId: "Europe/Berlin",
    launchOptions: { executablePath: findBrowser(), args: browserArgs },
    actionTimeout: 30_000,
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "with JavaScript", testMatch: browserFiles(run, true) },
    // The whole job once more, by forms and links alone; what needs a script says so in its file's name.
    { name: "without JavaScript", use: { javaScriptEnabled: false }, testMatch: browserFiles(run, false) },
  ],
});
