// Runs the server and rebuilds it at each change, with hot reload (npm run dev).
import { ensureInstalled, readSettings, run } from "./ready.mjs";

ensureInstalled();
readSettings();
run("npx", ["remix", "dev", "--manual", "-c", "node node_modules/@remix-run/serve/dist/cli.js build/index.js"], {
  PORT: process.env.PORT || "3000",
  NODE_ENV: "development",
});
