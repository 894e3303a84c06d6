// From git clone to the first page, by the one command a person types, with nothing in npm's cache.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { root, start, stop } from "./server.mjs";

const goal = 180;

export const clone = {
  title: "From clone to first page",
  async run({ folder }) {
    const cwd = join(folder, "clone");
    const began = performance.now();
    execFileSync("git", ["clone", "--quiet", root, cwd]);
    const env = { DATA_DIR: join(folder, "clone-data"), npm_config_cache: join(folder, "npm-cache"), NODE_ENV: "" };
    const server = await start("npm", ["start"], {
      cwd,
      env,
      path: "/generate",
      log: join(folder, "clone.log"),
      patience: 600,
    });
    const seconds = (performance.now() - began) / 1000;
    await stop(server);
    return {
      rows: [
        {
          what: "`git clone`, then `npm start` until `/generate` answers 200",
          goal: `≤ ${goal} s`,
          value: seconds,
          unit: "s",
          ok: seconds <= goal,
        },
      ],
      notes: [
        "It clones what is committed. npm's cache is empty; SQLite is compiled where no built one can be fetched.",
      ],
    };
  },
};
