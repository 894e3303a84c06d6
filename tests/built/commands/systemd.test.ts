// Linnet as deploy/linnet.service has it, by the lines that docs/operating.md prints, in a clean clone: what systemctl does is done by hand.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyCheckout } from "../../docs/copy";
import { eventually, freePort } from "../../support/server";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/operating.md"), "utf8");
const section = /^## Under systemd\n([\s\S]*?)\n## /m.exec(page)?.[1] ?? "";
const [toInstall = [], toKeep = [], toUpgrade = []] = [...section.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(
  ([, block = ""]) => block.split("\n"),
);

/** The user that the page calls linnet. */
const user = 1000;
const isRoot = process.getuid?.() === 0 && process.platform === "linux";
/** Without what npm and vitest tell the programs that they start. */
const plain = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  LANG: "C.UTF-8",
} as unknown as NodeJS.ProcessEnv;
const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd, encoding: "utf8" });

let machine: string;
let origin: string;
/** /opt/linnet and /var/lib/linnet. */
let clone: string;
let data: string;
let port: number;
let server: ChildProcess | null = null;

const unitOf = (name: string): [string, string][] =>
  readFileSync(join(clone, "deploy", name), "utf8")
    .replaceAll("/opt/linnet", clone)
    .split("\n")
    .flatMap((line) =>
      [...line.matchAll(/^(\w+)=(.*)$/g)].map(([, key = "", value = ""]): [string, string] => [key, value]),
    );
const saidBy = (unit: [string, string][], key: string): string[] =>
  unit.flatMap(([name, value]) => (name === key ? [value] : []));

const systemctl = {
  async start() {
    const unit = unitOf("linnet.service");
    for (const needed of saidBy(unit, "Requires")) {
      const build = unitOf(needed);
      const [cwd] = saidBy(build, "WorkingDirectory");
      execFileSync("sh", ["-c", saidBy(build, "ExecStart").join()], { cwd, env: plain, encoding: "utf8" });
    }
    // StateDirectory: what is there already and is the user's own is left as it is.
    mkdirSync(data, { recursive: true, mode: 0o700 });
    if (statSync(data).uid !== user) chownSync(data, user, user);
    const set = saidBy(unit, "Environment").flatMap((line) => line.split(" "));
    const given = saidBy(unit, "EnvironmentFile").map((file) => readFileSync(file.replace(/^-/, ""), "utf8"));
    const env = { ...plain, ...parseEnv([...set, ...given].join("\n")), PORT: String(port) } as NodeJS.ProcessEnv;
    const [cwd] = saidBy(unit, "WorkingDirectory");
    const script = `exec ${saidBy(unit, "ExecStart").join()}`;
    const become = [`--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
    server = spawn("setpriv", [...become, "sh", "-c", script], { cwd, env, stdio: "ignore" });
    const isHealthy = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually("it serves", isHealthy);
  },
  async stop() {
    const ending = new Promise((resolve) => server?.once("close", resolve));
    server?.kill("SIGTERM");
    await ending;
    server = null;
  },
};

/** A line of the page with the folders and the user of the test, as whoever is named runs it in the clone. */
function shell(line: string, as: "root" | "linnet" = "root") {
  const own = line
    .replaceAll("/opt/linnet", clone)
    .replaceAll("/var/lib/linnet", data)
    .replaceAll("/root/", `${machine}/root/`)
    .replaceAll("/etc/systemd/", `${machine}/etc/systemd/`)
    .replaceAll("-g linnet ", `-g ${user} `);
  const become = as === "root" ? [] : ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  const [program = "", ...args] = [...become, "sh", "-c", own];
  const env = { ...plain, PORT: String(port), ...(as === "root" ? {} : { HOME: clone }) };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: clone, env, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

/** Runs the printed lines one by one; systemctl's by hand, and those of the machine itself not at all. */
async function walk(lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const verb = /^systemctl (?:enable --now|(start|stop)) linnet$/.exec(line);
    if (verb) await (verb[1] === "stop" ? systemctl.stop() : systemctl.start());
    else if (!/^(?:useradd|systemctl daemon-reload)/.test(line)) {
      const { status, said } = shell(line);
      expect([line, status, said]).toEqual([line, 0, said]);
    }
  }
}

const notTheirs = () =>
  readdirSync(data, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(data, name)).uid !== user);
const commit = () => git(clone, "rev-parse", "HEAD").trim();
const built = () => readFileSync(join(clone, "build/was-built"), "utf8").trim();

beforeAll(async () => {
  if (!isRoot) return;
  machine = mkdtempSync(join(tmpdir(), "linnet-machine-"));
  chmodSync(machine, 0o755);
  for (const folder of ["root", "etc/systemd/system"]) mkdirSync(join(machine, folder), { recursive: true });
  origin = copyCheckout();
  rmSync(join(origin, "node_modules"));
  // What a build takes half a minute for is there; that one was made is written down instead.
  const told = JSON.parse(readFileSync(join(origin, "package.json"), "utf8")) as { scripts: Record<string, string> };
  told.scripts["build"] = "git rev-parse HEAD > build/was-built";
  writeFileSync(join(origin, "package.json"), JSON.stringify(told, null, 2));
  git(origin, "add", "--all");
  git(origin, "commit", "--quiet", "-m", "One");
  clone = join(machine, "opt");
  data = join(machine, "data");
  git(machine, "clone", "--quiet", origin, clone);
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"), "dir");
  for (const folder of ["build", "public/build"]) cpSync(join(root, folder), join(clone, folder), { recursive: true });
  rmSync(join(clone, "build/sources.txt"), { force: true });
  port = await freePort();
  await walk(toInstall);
}, 120_000);
afterAll(() => {
  server?.kill("SIGKILL");
  for (const folder of [machine, origin]) if (folder) rmSync(folder, { recursive: true, force: true });
});

it.skipIf(!isRoot)(
  "whoever a command makes signs in at the server, and no file of the server's becomes root's",
  async () => {
    const { status, said } = shell("npm run admin -- create-user ana@example.com");
    const password = /shown once\): (\S+)/.exec(said)?.[1] ?? "";
    expect([status, said]).toEqual([0, expect.stringContaining(`Database: ${data}/linnet.db\n`)]);
    const signIn = await fetch(`http://127.0.0.1:${port}/api/users/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ana@example.com", password }),
    });
    expect([signIn.status, await signIn.text()]).toEqual([200, expect.stringContaining("ana@example.com")]);
    await walk(toKeep);
    expect(notTheirs()).toEqual([]);
    expect(statSync(join(machine, "root/linnet-backup.db")).uid).toBe(0);
    expect(shell("npm run admin -- list-users").said).toContain("ana@example.com");
    expect(existsSync(join(clone, "data"))).toBe(false);
  },
  120_000,
);

it.skipIf(!isRoot)(
  "stop, pull, start builds what was pulled, and a start without a new commit builds nothing",
  async () => {
    expect(built()).toBe(commit());
    const before = statSync(join(clone, "build/was-built")).mtimeMs;
    await systemctl.stop();
    await systemctl.start();
    expect(statSync(join(clone, "build/was-built")).mtimeMs).toBe(before);
    writeFileSync(join(origin, "public/new.txt"), "new");
    git(origin, "add", "--all");
    git(origin, "commit", "--quiet", "-m", "Two");
    const earlier = commit();
    await walk(toUpgrade);
    expect(commit()).not.toBe(earlier);
    expect(built()).toBe(commit());
  },
  120_000,
);

it.skipIf(!isRoot)(
  "the service's own user runs commands, and is told in one line what it may not read or build",
  () => {
    expect(shell("npm run admin -- list-users", "linnet")).toEqual({
      status: 0,
      said: expect.stringContaining("ana@example.com") as string,
    });
    const saidLast = (said: string) =>
      said.split("\n").filter((line) => line !== "" && !line.startsWith(">") && !line.startsWith("npm "));
    const source = join(clone, "public/new.txt");
    writeFileSync(source, "newer");
    const unbuilt = shell("npm run doctor", "linnet");
    expect([unbuilt.status, saidLast(unbuilt.said)]).toEqual([
      1,
      [
        `The sources changed since the last build, and this user can't write to ${clone}/. As the owner of that folder, run: node scripts/ready.mjs`,
      ],
    ]);
    writeFileSync(source, "new");
    chmodSync(join(clone, ".env"), 0o600);
    const unread = shell("npm run doctor", "linnet");
    expect([unread.status, saidLast(unread.said)]).toEqual([
      1,
      [
        `${clone}/.env has the settings, and this user can't read it. Run this as root, or: chgrp linnet .env && chmod 640 .env`,
      ],
    ]);
  },
);
