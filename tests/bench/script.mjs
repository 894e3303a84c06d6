// Runs one script of the bench as a process of its own, and reads the JSON line it ends with.
import { spawn } from "node:child_process";
import { once } from "node:events";

export async function runScript(file, args, { cwd, env = {} } = {}) {
  const child = spawn(process.execPath, [file, ...args.map(String)], {
    cwd,
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (printed += text));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${printed}`);
  // An app that logs as shipped writes its lines there too.
  const lines = printed
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith('{"level"'));
  return JSON.parse(lines.at(-1));
}
