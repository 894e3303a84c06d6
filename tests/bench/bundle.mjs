// Bundles one of the benches written in TypeScript with the app's own modules, and answers the file that node can run.
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./server.mjs";

const folders = { "~/": "app/", "~db/": "db/", "~jobs/": "jobs/", "~tests/": "tests/" };

/** `name` as in tests/bench/NAME.ts. The bundle lies in the repository, so that it finds its packages. */
export async function bundle(name) {
  const outfile = join(root, "tests", "bench", ".built", `${name.replaceAll("/", "-")}.mjs`);
  await build({
    entryPoints: [join(root, "tests", "bench", `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    alias: Object.fromEntries(
      Object.entries(folders).map(([alias, folder]) => [alias.slice(0, -1), join(root, folder.slice(0, -1))]),
    ),
    loader: { ".md": "text" },
    logLevel: "error",
  });
  return outfile;
}
