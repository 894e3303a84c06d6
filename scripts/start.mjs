// npm start: from a fresh clone to a running server, in one command.
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeReady, readSettings, root } from "./ready.mjs";

readSettings();
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

makeReady();

// npm may end without telling us. It is gone when we have another parent: then this is the end, too. package.json says
// `exec` because a shell between npm and us would keep npm's signals to itself; where no shell knows the word, its second
// half starts us.
const parent = process.ppid;
const endWithNpm = () => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
};
if (process.env.npm_lifecycle_event === "start") setInterval(endWithNpm, 250).unref();

// In this very process: a child would be left behind, with the port, by whatever ends its parent at once.
const serve = join(root, "node_modules", "@remix-run", "serve", "dist", "cli.js");
process.chdir(root);
Object.assign(process.env, { PORT: port, NODE_ENV: "production" });
process.argv = [process.argv[0], serve, "build/index.js"];
await import(pathToFileURL(serve).href);
