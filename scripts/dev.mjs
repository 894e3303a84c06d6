// npm run dev: builds at each change and serves it, with hot reload.
import { ensureInstalled, readSettings, run } from "./ready.mjs";

ensureInstalled();
readSettings();
run("npx", ["remix", "dev", "--manual", "-c", "node node_modules/@remix-run/serve/dist/cli.js build/index.js"], {
  PORT: process.env.PORT || "3000",
  NODE_ENV: "development",
});
