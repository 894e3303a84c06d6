// What a browser calls itself, read into a name that people know. Only names of the parser's own lists: nobody's words.
import { BROWSER_MAP, OS_MAP, parse } from "bowser";

/** Longer ones are cut before they are kept or read. */
export const maxUserAgent = 512;

export interface BrowserName {
  /** "Firefox on Linux" */
  name: string;
  isHandheld: boolean;
}

export const unknownBrowser = "An unknown browser or program";

// The parser hands on what it does not know as it was sent.
const browsers: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(OS_MAP));
/** People say the device. */
const devices: ReadonlySet<string> = new Set(["iPhone", "iPad"]);

const among = (known: ReadonlySet<string>, name: string | undefined): string | null =>
  name !== undefined && known.has(name) ? name : null;

/** `userAgent` is whatever was sent. */
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
