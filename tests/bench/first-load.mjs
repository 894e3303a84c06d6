// What a browser loads with the first page: JavaScript and CSS as they travel in brotli, counted in Chromium with an empty cache.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright";
import { browserArgs, findBrowser } from "../../scripts/browser.mjs";
import { startLinnet, stop } from "./server.mjs";
import { consentPath } from "./visitor.mjs";
import { seedWeek } from "./week.mjs";

/** In kB, of script and style together. */
const goalOf = (path) => (path.startsWith("/timeline") ? 90 : 96);
/** A page that has asked for nothing this long, in ms, has what it needs. */
const quiet = 2_000;

export const firstLoad = {
  title: "First load in the browser",
  async run({ folder }) {
    const { dataDir, cookie, batchId } = await seedWeek(join(folder, "first-load"));
    const server = await startLinnet(dataDir);
    const pages = {
      "/generate": "/generate",
      "/generate, results": `/generate?batch=${batchId}`,
      "/timeline": "/timeline",
      "/timeline, a list": "/timeline?view=list",
      "/ideas": "/ideas",
      "/worked": "/worked",
      "/bot": "/bot",
      "/strategy": "/strategy",
      "/product-analyse": "/product-analyse",
      "/product-analyse, results": "/product-analyse?test=1",
      "/settings/voice": "/settings/voice",
      "/generate, a panel over it": "/generate?panel=settings",
      "/timeline, a panel over it": "/timeline?panel=settings",
      "/timeline, a window over it": "/timeline?write=1",
      "/sandbox/authorize": await consentPath({ origin: server.origin, cookie }),
    };
    const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs });
    const rows = [];
    for (const [name, path] of Object.entries(pages)) {
      const loaded = await loadedBy(browser, server.origin + path, cookie);
      const [script, style] = [loaded.Script / 1000, loaded.Stylesheet / 1000];
      const value = script + style;
      const goal = goalOf(path);
      const what = `\`${name}\`: ${script.toFixed(1)} of JavaScript, ${style.toFixed(1)} of CSS`;
      rows.push({ what, goal: `≤ ${goal} kB`, value, unit: "kB", ok: value <= goal });
    }
    await browser.close();
    await stop(server);
    return {
      rows,
      notes: [
        "Bodies in brotli, as browsers take them, of every script and style sheet that the page fetches until it asks for no more, signed in.",
      ],
    };
  },
};

/** Bytes by type of resource, in a context of its own, so that nothing comes from a cache. */
async function loadedBy(browser, url, cookie) {
  const context = await browser.newContext({ extraHTTPHeaders: { "accept-encoding": "br" } });
  const [name, value] = cookie.split("=");
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const sums = { Script: 0, Stylesheet: 0 };
  const heads = new Map();
  let lastAt = Date.now();
  devtools.on("Network.requestWillBeSent", () => (lastAt = Date.now()));
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (response.status === 200 && type in sums) heads.set(requestId, { type, bytes: response.encodedDataLength });
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    lastAt = Date.now();
    const head = heads.get(requestId);
    if (head) sums[head.type] += encodedDataLength - head.bytes;
  });
  await devtools.send("Network.enable");
  await page.goto(url, { waitUntil: "load", timeout: 60_000 });
  while (Date.now() - lastAt < quiet) await sleep(100);
  await context.close();
  if (sums.Script === 0 || sums.Stylesheet === 0) throw new Error(`${url} loaded no script or no style sheet`);
  return sums;
}
