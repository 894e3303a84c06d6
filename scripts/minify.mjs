// After the compiler: the browser's files once more through terser, and without the comments that no browser needs.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { minify } from "terser";

const folder = fileURLToPath(new URL("../public/build", import.meta.url));
/** The licences that the packages carry in comments: kept, but not sent with every page. */
const licences = new Set();
/**
 * What compresses well differs by file: hoisting takes 330 bytes of brotli from React and the router and adds 40 to one of
 * ours. So each file is made in both ways, and the one that travels lighter stays.
 */
const compressions = [{}, { passes: 3, hoist_vars: true }];

async function minified(code, compress) {
  const form = await minify(code, { module: true, ecma: 2020, mangle: true, compress, format: { comments: false } });
  return form.code ?? code;
}

const travelling = (code) => brotliCompressSync(code).length;
const lightest = (forms) => forms.reduce((best, form) => (travelling(form) < travelling(best) ? form : best));

for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith(".js")) continue;
  const file = join(folder, name);
  const compiled = readFileSync(file, "utf8");
  for (const [comment] of compiled.matchAll(/\/\*[!*][\s\S]*?\*\//g))
    if (/@license|copyright/i.test(comment)) licences.add(comment);
  const forms = await Promise.all(compressions.map((compress) => minified(compiled, compress)));
  let best = lightest(forms);
  // Each further reading finds some thirty bytes more in React and the router, until there are none.
  for (;;) {
    const again = await minified(best, {});
    if (travelling(again) >= travelling(best)) break;
    best = again;
  }
  writeFileSync(file, best);
}
writeFileSync(join(folder, "licences.txt"), [...licences].join("\n\n"));
