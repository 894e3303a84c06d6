// Takes the pictures of docs/screens from the built app: npm run pictures. PICTURES=folder takes every one, into there.
import { defineConfig, devices } from "@playwright/test";
import { browserArgs, findBrowser } from "../../scripts/browser.mjs";

export default defineConfig({
  testDir: ".",
  workers: 1,
  timeout: 600_000,
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    contextOptions: { reducedMotion: "reduce" },
    timezoneId: "Europe/Berlin",
    launchOptions: { executablePath: findBrowser(), args: browserArgs },
  },
});
