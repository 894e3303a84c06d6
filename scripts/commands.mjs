// Bundles the commands and the image process after the build, since TypeScript doesn't ship.
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

await build({
  entryPoints: readdirSync(join(root, "commands")).map((name) => join(root, "commands", name)),
  outdir: join(root, "build", "commands"),
  tsconfig: join(root, "tsconfig.json"),
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  logLevel: "warning",
});

copyFileSync(join(root, "app/features/media/clean-picture.mjs"), join(root, "build", "clean-picture.mjs"));
