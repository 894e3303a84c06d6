// What is printed for containers, Fly, systemd and CI: parsed, since none of them can be run here; and every setting arrives.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { version } from "../../package.json";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const settings = [...read(".env.example").matchAll(/^#([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) => name);

interface Service {
  env_file?: (string | { path: string; required?: boolean })[];
  environment?: Record<string, string>;
  profiles?: string[];
  stop_grace_period?: string;
  logging?: { driver: string; options: Record<string, string> };
}
const composeOf = (file: string) =>
  (parse(read(file), { merge: true }) as { services: Record<string, Service> }).services;

/** Of the container itself, whatever .env has for a server without one. */
const containersOwn = ["PORT", "HOST", "DATA_DIR"];
/** Of compose.yaml, which has a proxy and a name. */
const byDomain = ["APP_ORIGIN", "TRUST_PROXY"];

it("every setting of .env.example has a name, and there are as many as the configuration reads", () => {
  expect(settings.length).toBeGreaterThan(24);
  expect(settings).toEqual(expect.arrayContaining([...containersOwn, ...byDomain, "DAILY_SPEND_LIMIT"]));
});

it.each(["linnet", "standby"])("compose.yaml: every setting of .env reaches %s, or is set for it", (name) => {
  const service = composeOf("compose.yaml")[name];
  expect(service?.env_file).toEqual([{ path: ".env", required: false }]);
  // `environment` goes before `env_file`: whatever stands there takes the setting out of the person's hands.
  const set = Object.keys(service?.environment ?? {});
  expect(set.filter((key) => settings.includes(key)).sort()).toEqual([...containersOwn, ...byDomain].sort());
  expect(set.filter((key) => !settings.includes(key))).toEqual([]);
});

it("compose.yaml rotates every log, gives a send its time, and starts the standby only when asked", () => {
  const services = composeOf("compose.yaml");
  for (const [name, { logging }] of Object.entries(services))
    expect([name, logging?.options]).toEqual([name, { "max-size": "10m", "max-file": "3" }]);
  for (const name of ["linnet", "standby"]) expect(services[name]?.stop_grace_period).toBe("30s");
  expect(services["standby"]?.profiles).toEqual(["standby"]);
  expect(services["linnet"]?.profiles).toBeUndefined();
});

it("beside compose fail2ban's jail reads the journal by the tag that Linnet's containers have there", () => {
  const tagged = composeOf("deploy/compose.journald.yaml");
  const ofLinnet = Object.entries(composeOf("compose.yaml")).filter(([, { env_file }]) => env_file !== undefined);
  expect(Object.keys(tagged).sort()).toEqual(ofLinnet.map(([name]) => name).sort());
  for (const { logging } of Object.values(tagged))
    expect(logging).toEqual({ driver: "journald", options: { tag: "linnet" } });
  expect(read("deploy/fail2ban/jail.d/linnet.conf")).toContain("#journalmatch = CONTAINER_TAG=linnet\n");
});

it("nginx's recipe names one proxy's headers, the port of the default, and a body as large as a picture", () => {
  const recipe = read("deploy/nginx.conf").replace(/#.*$/gm, "");
  expect(recipe).toContain("proxy_pass http://127.0.0.1:3000;");
  // What a client sends of its own is not passed on.
  expect(recipe).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
  expect(Number(/client_max_body_size (\d+)m;/.exec(recipe)?.[1])).toBeGreaterThan(10);
  expect([...recipe].filter((sign) => sign === "{")).toHaveLength([...recipe].filter((sign) => sign === "}").length);
  for (const line of recipe.split("\n").map((text) => text.trim())) if (line !== "") expect(line).toMatch(/[;{}]$/);
});

it("compose.postgres.yaml hands on every setting, too", () => {
  for (const name of ["linnet-1", "linnet-2"])
    expect(composeOf("deploy/compose.postgres.yaml")[name]?.env_file).toEqual([".env"]);
});

it("the printed docker run hands on the whole of .env, and sets only what is the container's own", () => {
  const commands = [...read("docs/going-live.md").matchAll(/^docker run .*$/gm)].map(([command]) => command.split(" "));
  expect(commands).toHaveLength(1);
  for (const words of commands) {
    expect(words[words.indexOf("--env-file") + 1]).toBe(".env");
    const given = words.flatMap((word, at) => (word === "-e" ? [words[at + 1]?.split("=")[0] ?? ""] : []));
    expect(given.sort()).toEqual([...containersOwn].sort());
    expect(words.at(-1)).toBe("linnet");
  }
});

it("the docker compose commands of the pages name services and built commands that are there", () => {
  const pages = ["docs/operating.md", "docs/going-live.md"].map(read).join("\n");
  const services = Object.keys(composeOf("compose.yaml"));
  const commands = [...pages.matchAll(/^docker compose .*$/gm)].map(([command]) => command);
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const script = /node build\/commands\/([\w-]+)\.js/.exec(command)?.[1];
    if (script) expect([command, existsSync(join(root, "commands", `${script}.ts`))]).toEqual([command, true]);
    const [, verb = ""] = /^docker compose (?:--profile standby )?(\w+)/.exec(command) ?? [];
    expect(["up", "build", "stop", "run", "exec", "rm", "logs"]).toContain(verb);
    const words = command.split(" ");
    if (["up", "stop", "run", "exec", "rm"].includes(verb) && !command.endsWith("--build"))
      expect([command, services.some((service) => words.includes(service))]).toEqual([command, true]);
  }
});

it("fly.toml says its name once, sets no origin of somebody else's, and no setting by a wrong name", () => {
  const text = read("fly.toml");
  const set = text.split("[env]")[1]?.split("\n[")[0] ?? "";
  const names = [...set.matchAll(/^([A-Z_]+) =/gm)].map(([, name]) => name);
  expect(names).toEqual(["TRUST_PROXY"]);
  expect(text).not.toMatch(/^[^#]*linnet\.fly\.dev/m);
  const steps = ["fly launch", "fly volumes create", "chown 1000:1000", "fly secrets set APP_ORIGIN=", "fly deploy"];
  const places = steps.map((step) => text.indexOf(step));
  expect(places.every((place) => place > 0)).toBe(true);
  expect([...places].sort((one, other) => one - other)).toEqual(places);
});

it("the image is labelled with this version and the commit, and the changelog has a place for what comes", () => {
  const dockerfile = read("Dockerfile");
  expect(dockerfile).toContain(`org.opencontainers.image.version="${version}"`);
  expect(dockerfile).toContain('org.opencontainers.image.revision="${COMMIT}"');
  expect(read("CHANGELOG.md")).toMatch(
    new RegExp(`^## Unreleased\\n[\\s\\S]*^## ${version.replaceAll(".", "\\.")} `, "m"),
  );
});

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, { steps: { uses?: string; run?: string; with?: Record<string, string> }[] }>;
}

it("the workflows can be read: CI runs the tests, and a tag becomes images for both machines with SBOM and provenance", () => {
  const [ci, release, audit] = ["ci", "release", "audit"].map(
    (name) => parse(read(`.github/workflows/${name}.yml`)) as Workflow,
  );
  const stepsOf = (workflow?: Workflow) => Object.values(workflow?.jobs ?? {}).flatMap((job) => job.steps);
  expect(stepsOf(ci).map(({ run }) => run)).toEqual(expect.arrayContaining(["npm test", "npm run test:rest"]));
  expect(stepsOf(audit).map(({ run }) => run)).toContain("npm run audit:known");
  expect(Object.keys(audit?.on ?? {})).toEqual(expect.arrayContaining(["schedule", "push"]));
  const build = stepsOf(release).find(({ uses }) => uses?.startsWith("docker/build-push-action@"));
  expect(build?.with).toMatchObject({ platforms: "linux/amd64,linux/arm64", sbom: true, provenance: "mode=max" });
  expect(build?.with?.["build-args"]).toContain("COMMIT=${{ github.sha }}");
  for (const workflow of [ci, release, audit]) {
    expect(workflow?.permissions).toEqual({ contents: "read" });
    for (const { uses } of stepsOf(workflow)) if (uses) expect(uses).toMatch(/^(actions|docker)\/[\w-]+@v\d+$/);
  }
  // What the release's shell looks for in files is there.
  for (const name of ["NODE_IMAGE", "DEBIAN_IMAGE"])
    expect(read("Dockerfile")).toMatch(new RegExp(`^ARG ${name}=\\S+:\\S+$`, "m"));
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

it.skipIf(!hasSystemd)("systemd takes the units", () => {
  for (const name of ["linnet.service", "linnet-build.service"]) {
    const args = ["verify", join(root, "deploy", name)];
    const { status, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
    expect([name, status, stderr]).toEqual([name, 0, ""]);
  }
});

it("the unit gives a send its time, and no setting of .env.example but one that says the default", () => {
  const unit = read("deploy/linnet.service");
  expect(unit).toContain("TimeoutStopSec=30");
  expect(unit).toContain("StateDirectory=linnet");
  // What stood in the unit alone no command knew of.
  const lines = unit.split("\n").filter((line) => !line.startsWith("#"));
  const set = lines.flatMap((line) => [...line.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = ""]) => name));
  expect(set.filter((name) => settings.includes(name))).toEqual(["PORT"]);
  expect(unit).toContain("Environment=PORT=3000\n");
  expect(read(".env.example")).toContain("#PORT=3000\n");
});

const audit = (env: Record<string, string>) => {
  // A registry that answers nothing, on this machine.
  const own = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    npm_config_registry: "http://127.0.0.1:9/",
  };
  const { status, stdout } = spawnSync(process.execPath, ["scripts/audit.mjs"], {
    cwd: root,
    env: { ...own, ...env, NODE_ENV: "test" },
    encoding: "utf8",
  });
  return { status, isUnchecked: stdout.startsWith("not checked:") };
};

it("without an answer of the audit service CI fails, unless it is told that there is none", () => {
  expect(audit({})).toEqual({ status: 0, isUnchecked: true });
  expect(audit({ CI: "true" })).toEqual({ status: 1, isUnchecked: true });
  expect(audit({ CI: "true", AUDIT_UNANSWERED: "allow" })).toEqual({ status: 0, isUnchecked: true });
});
