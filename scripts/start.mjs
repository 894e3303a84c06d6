// Takes a fresh clone to a running server (npm start).
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeReady, readSettings, root } from "./ready.mjs";

readSettings();
const port = process.env.PORT || "3000";

// Checked first: remix-serve would take a random port or fail with a stack trace.
const taken = await new Promise((resolve) => {
  const probe = createServer();
  probe.once("error", (error) => resolve(error.code === "EADDRINUSE"));
  probe.listen({ port: Number(port), host: process.env.HOST || undefined }, () => probe.close(() => resolve(false)));
}).catch(() => false);
if (taken) {
  console.error(`PORT ${port} is taken by another program: stop that one, or start with PORT=3001 npm start`);
  process.exit(1);
}

makeReady();

// npm may end without a signal: our parent changes then. package.json uses `exec` so no shell keeps npm's signals.
const parent = process.ppid;
const endWithNpm = () => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
};
if (process.env.npm_lifecycle_event === "start") setInterval(endWithNpm, 250).unref();

// In this process: a child would survive a killed parent and keep the port.
const serve = join(root, "node_modules", "@remix-run", "serve", "dist", "cli.js");
process.chdir(root);
Object.assign(process.env, { PORT: port, NODE_ENV: "production" });
process.argv = [process.argv[0], serve, "build/index.js"];
await import(pathToFileURL(serve).href);
