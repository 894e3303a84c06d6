// npm start: from a fresh clone to a running server, in one command.
import { createServer } from "node:net";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "./ready.mjs";

if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
const port = process.env.PORT || "3000";

// remix-serve would take a random port, or end with a stack trace. Asked first: nobody should wait minutes to hear it.
const taken = await new Promise((resolve) => {
  const probe = createServer();
  probe.once("error", (error) => resolve(error.code === "EADDRINUSE"));
  probe.listen({ port: Number(port), host: process.env.HOST || undefined }, () => probe.close(() => resolve(false)));
}).catch(() => false);
if (taken) {
  console.error(`PORT ${port} is taken by another program: stop that one, or start with PORT=3001 npm start`);
  process.exit(1);
}

ensureInstalled();
ensureBuilt();

const child = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "build/index.js"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PORT: port, NODE_ENV: "production" },
});
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
