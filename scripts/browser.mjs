// Finds a browser for the tests: one that is here, else Playwright's own, else the distribution's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { root } from "./ready.mjs";

/** What Debian's Chromium needs to run in a container, and what keeps any of them quiet. */
export const browserArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // As browsers up to 2026 did: a script that failed to load once is never asked for again under its address.
  "--disable-blink-features=ModuleMapDoNotCacheFailedFetch",
];

// Debian's headless shell draws no window: the tests take a third less processor time in it.
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

/** The path of a browser that is here, or null. Throws when CHROMIUM_PATH names a file that isn't. */
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

/** Ubuntu's package is a script that asks for a snap, which containers don't have. */
const isSnapStub = (path) =>
  path.endsWith("chromium-browser") && existsSync("/usr/bin/snap") && !existsSync("/snap/bin/chromium");

/** The path of a browser, installed if there is none. Throws with one sentence that says what to do. */
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
/** A mirror that is out of reach must not hold the tests up for ever. */
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

/** Debian's Chromium, and a face for the Chinese sentences. */
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
