// After the compiler: the browser's files once more through terser, and without what no browser needs.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { minify } from "terser";

const folder = fileURLToPath(new URL("../public/build", import.meta.url));
/** The licences that the packages carry in comments: kept, but not sent with every page. */
const licences = new Set();

for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith(".js")) continue;
  const file = join(folder, name);
  const compiled = readFileSync(file, "utf8");
  for (const [comment] of compiled.matchAll(/\/\*[!*][\s\S]*?\*\//g))
    if (/@license|copyright/i.test(comment)) licences.add(comment);
  const source = /^manifest-/.test(name) ? withoutApi(compiled) : compiled;
  const { code } = await minify(source, {
    module: true,
    ecma: 2020,
    compress: { passes: 3 },
    mangle: true,
    format: { comments: false },
  });
  if (code) writeFileSync(file, code);
}
writeFileSync(join(folder, "licences.txt"), [...licences].join("\n\n"));

/** No link of a screen leads to the API. */
function withoutApi(manifest) {
  const [, name, json] = /^\s*(window\.__remixManifest)\s*=\s*(\{[\s\S]*\});?\s*$/.exec(manifest) ?? [];
  if (!name) throw new Error("The compiler writes its manifest in another way than scripts/minify.mjs knows");
  const { routes, ...rest } = JSON.parse(json);
  const screens = Object.fromEntries(Object.entries(routes).filter(([id]) => id !== "routes/api"));
  return `${name}=${JSON.stringify({ ...rest, routes: screens })}`;
}
