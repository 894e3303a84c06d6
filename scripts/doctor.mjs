// npm run doctor: builds where that is needed, then runs the built command with what stands in .env.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "./ready.mjs";

if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
ensureInstalled();
ensureBuilt();

const { status } = spawnSync(process.execPath, ["build/commands/doctor.js"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
process.exit(status ?? 1);
