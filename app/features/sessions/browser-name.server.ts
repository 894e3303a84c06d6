// Parses a user agent into a name like "Firefox on Linux".
import { BROWSER_MAP, OS_MAP, parse } from "bowser";

export const maxUserAgent = 512;

export interface BrowserName {
  name: string;
  isHandheld: boolean;
}

export const unknownBrowser = "Unknown browser or app";

// The parser returns unknown names as they were sent, so only names on its lists are used.
const browsers: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(OS_MAP));
const devices: ReadonlySet<string> = new Set(["iPhone", "iPad"]);

const among = (known: ReadonlySet<string>, name: string | undefined): string | null =>
  name !== undefined && known.has(name) ? name : null;

export function readBrowser(userAgent: string | null): BrowserName {
  const words = (userAgent ?? "").slice(0, maxUserAgent);
  if (words === "") return { name: unknownBrowser, isHandheld: false };
  const { browser, os, platform } = parse(words);
  const name = among(browsers, browser.name);
  const system = among(devices, platform.model) ?? among(systems, os.name);
  const isHandheld = platform.type === "mobile" || platform.type === "tablet";
  if (name === null) return { name: unknownBrowser, isHandheld };
  return { name: system === null ? name : `${name} on ${system}`, isHandheld };
}
