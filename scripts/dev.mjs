// npm run dev: builds at each change and serves it, with hot reload.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root, run } from "./ready.mjs";

ensureInstalled();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
run("npx", ["remix", "dev", "--manual", "-c", "node node_modules/@remix-run/serve/dist/cli.js build/index.js"], {
  PORT: process.env.PORT || "3000",
  NODE_ENV: "development",
});
