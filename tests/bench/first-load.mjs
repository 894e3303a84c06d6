// What a browser loads with the first page: JavaScript and CSS as they travel, gzipped by the server itself.
import { get } from "node:http";
import { join } from "node:path";
import { startLinnet, stop } from "./server.mjs";
import { consentPath } from "./visitor.mjs";
import { seedWeek } from "./week.mjs";

const goals = { js: 100, css: 18 };

export const firstLoad = {
  title: "First load in the browser",
  async run({ folder }) {
    const { dataDir, cookie, batchId } = await seedWeek(join(folder, "first-load"));
    const server = await startLinnet(dataDir);
    const pages = {
      "/generate": "/generate",
      "/generate, results": `/generate?batch=${batchId}`,
      "/timeline": "/timeline",
      "/bot": "/bot",
      "/strategy": "/strategy",
      "/product-analyse": "/product-analyse",
      "/sandbox/authorize": await consentPath({ origin: server.origin, cookie }),
    };
    const sizes = new Map();
    const rows = [];
    for (const [name, path] of Object.entries(pages)) {
      const html = (await fetched(server.origin + path, cookie)).text;
      const js = await total(server.origin, await scriptsOf(server.origin, html, sizes), sizes);
      const css = await total(server.origin, stylesOf(html), sizes);
      rows.push(
        { what: `\`${name}\`, JavaScript`, goal: `≤ ${goals.js} kB`, value: js, unit: "kB", ok: js <= goals.js },
        { what: `\`${name}\`, CSS`, goal: `≤ ${goals.css} kB`, value: css, unit: "kB", ok: css <= goals.css },
      );
    }
    await stop(server);
    return {
      rows,
      notes: [
        "Bytes of the bodies as sent with `Accept-Encoding: gzip`: every module the page names, and what those import at once.",
      ],
    };
  },
};

/** The body as it travels gzipped, its size in bytes, and its text. */
function fetched(url, cookie = "") {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { cookie, "accept-encoding": "gzip" } }, async (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`));
      const chunks = await response.toArray();
      const body = Buffer.concat(chunks);
      const zipped = response.headers["content-encoding"] === "gzip";
      const { gunzipSync } = await import("node:zlib");
      resolve({ bytes: body.byteLength, text: (zipped ? gunzipSync(body) : body).toString("utf8") });
    });
    request.on("error", reject);
  });
}

const attribute = (tag, name) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

const stylesOf = (html) =>
  (html.match(/<link\s[^>]*>/g) ?? [])
    .filter((tag) => attribute(tag, "rel") === "stylesheet")
    .map((tag) => attribute(tag, "href"));

/** The preloaded modules, the scripts, the imports of inline scripts; and, walked to the end, what those import at once. */
async function scriptsOf(origin, html, sizes) {
  const links = (html.match(/<link\s[^>]*>/g) ?? []).filter((tag) => attribute(tag, "rel") === "modulepreload");
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  const waiting = [
    ...links.map((tag) => attribute(tag, "href")),
    ...scripts.map(([, tag]) => attribute(tag, "src")).filter(Boolean),
    ...scripts.flatMap(([, , text]) => importsOf(text)),
  ];
  const found = new Set();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { bytes, text } = await fetched(origin + path);
    sizes.set(path, bytes);
    for (const name of importsOf(text)) waiting.push(new URL(name, origin + path).pathname);
  }
  return [...found];
}

/** Static imports only: `import(…)` is loaded later. */
const importsOf = (text) =>
  [...text.matchAll(/(?:^|[;}\s])(?:import|export)(?:[\w*{}\s,$]+from)?\s*["']([./][^"']+\.js)["']/g)].map(
    (match) => match[1],
  );

async function total(origin, paths, sizes) {
  let bytes = 0;
  for (const path of new Set(paths)) {
    if (!sizes.has(path)) sizes.set(path, (await fetched(origin + path)).bytes);
    bytes += sizes.get(path);
  }
  return bytes / 1000;
}
