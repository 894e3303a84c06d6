// Runs a script of the bench that sends "ready" and then waits for what is to come; what it prints goes to a file.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";

/** Resolves when it is ready. */
export async function startReady(args, { cwd, env = {}, log }) {
  const output = openSync(log, "w");
  const child = spawn(process.execPath, args.map(String), {
    cwd,
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", output, output, "ipc"],
  });
  closeSync(output);
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  const ended = once(child, "exit");
  /** Resolves with the moment at which it sends `word`. */
  const sent = async (word) => {
    const [message] = await Promise.race([once(child, "message"), ended]);
    if (message !== word)
      throw new Error(`${args[0]} never said "${word}":\n${readFileSync(log, "utf8").slice(-2000)}`);
    return performance.now();
  };
  await sent("ready");
  return {
    pid: child.pid,
    /** Tells it to begin; resolves with the moment at which it does. */
    begin() {
      const began = sent("began");
      child.send("begin");
      return began;
    },
    async kill() {
      process.off("exit", endWithUs);
      child.kill("SIGKILL");
      await ended;
    },
  };
}
