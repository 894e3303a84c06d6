// Finds a browser for the tests or installs one: Playwright's, else the distribution's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { root } from "./ready.mjs";

export const browserArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // As in browsers up to 2026: a script that failed to load is not fetched again under its URL.
  "--disable-blink-features=ModuleMapDoNotCacheFailedFetch",
];

// Debian's headless shell uses a third less CPU.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
];

const usualPlaces = {
  linux: [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/google-chrome",
    "/opt/google/chrome/chrome",
    "/usr/bin/microsoft-edge",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((name) => {
    const folder = process.env[name];
    if (!folder) return [];
    return [
      join(folder, "Google", "Chrome", "Application", "chrome.exe"),
      join(folder, "Chromium", "Application", "chrome.exe"),
      join(folder, "Microsoft", "Edge", "Application", "msedge.exe"),
    ];
  }),
};

export function lookForBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names no file: ${named}`);
  }
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)));
  const places = [playwrightsOwn(), ...(usualPlaces[process.platform] ?? []), ...onPath];
  return places.find((place) => place && existsSync(place) && !isSnapStub(place)) ?? null;
}

function playwrightsOwn() {
  try {
    return createRequire(join(root, "package.json"))("playwright").chromium.executablePath();
  } catch {
    return null;
  }
}

/** Ubuntu's package is a script that needs snap, which containers lack. */
const isSnapStub = (path) =>
  path.endsWith("chromium-browser") && existsSync("/usr/bin/snap") && !existsSync("/snap/bin/chromium");

export function findBrowser() {
  const found = lookForBrowser();
  if (found) return found;
  console.log("No browser found, so one is installed for the tests (once)…");
  for (const install of [installPlaywrights, installDistributions]) {
    install();
    const installed = lookForBrowser();
    if (installed) return installed;
  }
  throw new Error(
    "The browser tests need Chromium, and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to its program.",
  );
}

const isRoot = process.getuid?.() === 0;
const longest = 5 * 60_000;

function attempt(command, args, env = {}) {
  const options = { cwd: root, stdio: ["ignore", "inherit", "inherit"], timeout: longest };
  const shell = process.platform === "win32";
  return spawnSync(command, args, { ...options, shell, env: { ...process.env, ...env } }).status === 0;
}

function installPlaywrights() {
  const withDeps = process.platform === "linux" && isRoot ? ["--with-deps"] : [];
  attempt("npx", ["playwright", "install", ...withDeps, "chromium"], {
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000",
  });
}

function installDistributions() {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return;
  const sudo = isRoot ? [] : ["sudo", "-n"];
  if (!isRoot && !attempt("sudo", ["-n", "true"])) return;
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args];
    return attempt(command, rest);
  };
  apt("update");
  const install = (name) => apt("install", "-y", "--no-install-recommends", name, "fonts-noto-cjk");
  if (!install("chromium-headless-shell")) install("chromium");
}
