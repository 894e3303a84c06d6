// The restore drill: a backup of the built app under write load, kill -9, restore, start; nothing lost, nothing twice.
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { allIsWell } from "../../crash/faults";
import { type RoundNetwork, startNetwork } from "../../crash/network";
import { seeded } from "../../crash/random";
import { makeTemplate, type Template } from "../../crash/template";
import { type BuiltServer, eventually, startServer } from "../../support/server";

const root = join(import.meta.dirname, "../../..");
let template: Template;
beforeAll(async () => {
  template = await makeTemplate();
});
afterAll(() => rmSync(template.folder, { recursive: true, force: true }));

interface Stage {
  network: RoundNetwork;
  env: Record<string, string>;
  dataDir: string;
  server: BuiltServer;
  file: string;
}

async function makeStage(name: string, more: Record<string, string> = {}): Promise<Stage> {
  const dataDir = template.copy(name);
  const network = await startNetwork({
    linked: template.linked,
    truthFile: join(template.folder, `${name}.truth`),
    random: seeded(1),
    faults: () => allIsWell,
    listLagMs: 200,
    lateMs: 200,
  });
  onTestFinished(() => network.close());
  const env = {
    SESSION_SECRET: template.secret,
    ENCRYPTION_KEY: template.secret,
    X_API_KEY: "fake-consumer-key",
    X_API_SECRET: "fake-consumer-secret",
    X_API_ORIGIN: network.origin,
    RECONCILE_AFTER_SECONDS: "1",
    QUIET_HOURS: "none",
    MIN_GAP_SECONDS: "0",
    CATCH_UP_GAP_SECONDS: "0",
    DAILY_POST_LIMIT: "0",
    DAILY_SPEND_LIMIT: "0",
    RATE_LIMITS: "off",
    ...more,
  };
  const server = await startServer({ env, dataDir, isTurned: true });
  onTestFinished(() => server.close());
  return { network, env, dataDir, server, file: join(template.folder, `${name}-backup.db`) };
}

async function ask(origin: string, path: string, body: unknown): Promise<{ data: { tweet_id: number } }> {
  const answer = await fetch(`${origin}/api/questions/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${template.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { data: { tweet_id: number } };
}

/** The command as the image runs it. Not waited for by standing still: the people and the network here go on meanwhile. */
function command(name: string, args: string[], env: Record<string, string>) {
  const script = join(root, "build", "commands", `${name}.js`);
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  return new Promise<{ status: number | null; said: string }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, said }));
  });
}

/** People write without a pause; answers the texts that the server has said it has. */
function writeOn(origin: string): { kept: string[]; stop(): Promise<void> } {
  const kept: string[] = [];
  let over = false;
  const one = async (who: number): Promise<void> => {
    for (let n = 0; !over; n++) {
      const text = `Written by ${who} under load, number ${n}`;
      await ask(origin, "tweet", { tweet_content: text }).then(
        () => kept.push(text),
        () => {},
      );
    }
  };
  const all = [1, 2, 3].map(one);
  return { kept, stop: async () => void ((over = true), await Promise.all(all)) };
}

interface Row {
  id: number;
  state: string;
  content: string;
  due_at: number | null;
  post_id: string | null;
}

function rowsOf(dataDir: string): Row[] {
  const db = new Sqlite3(join(dataDir, "linnet.db"), { readonly: true });
  try {
    return db.prepare("select id, state, content, due_at, post_id from tweets order by id").all() as Row[];
  } finally {
    db.close();
  }
}

const sentTwice = (network: RoundNetwork): string[] => {
  const texts = network.truth().map(({ text }) => text);
  return texts.filter((text, at) => texts.indexOf(text) !== at);
};

/** Four go out before the backup or after it, one lies a day ahead; then the process is killed. Answers what was acknowledged. */
async function liveThrough(stage: Stage): Promise<{ acknowledged: string[]; far: number }> {
  const { server, network, dataDir, file, env } = stage;
  const [one, two, three, far] = template.tweets.map(({ id }) => id) as [number, number, number, number];
  await ask(server.origin, `publish-now/${one}`, {});
  // After the backup, however busy the machine is. X's clock is not turned: it may be a quarter of an hour behind.
  const soon = server.now() + minutes(10);
  const put = (id: number, at: number) =>
    ask(server.origin, `schedule/${id}`, { execute_at: new Date(at).toISOString() });
  const farAt = server.now() + days(1);
  await put(two, soon);
  await put(three, soon + 300);
  await put(far, farAt);
  const load = writeOn(server.origin);
  await eventually("forty writes", () => load.kept.length > 40);
  const acknowledged = [...load.kept];
  const { status, said } = await command("backup", [file], { ...env, DATA_DIR: dataDir });
  expect(said).toMatch(/^Backed up \d+ tweets from 1 users to /);
  expect(status).toBe(0);
  await server.advance(soon - seconds(1) - server.now());
  await eventually("both are out after the backup", () => network.truth().length === 3);
  await load.stop();
  await server.kill9();
  return { acknowledged, far: farAt };
}

const isQuiet = (dataDir: string) =>
  !rowsOf(dataDir).some(({ state }) => state === "unknown" || state === "publishing");

it("every tweet committed before the backup is there, and none goes out twice", async () => {
  const stage = await makeStage("drill");
  const { server, dataDir, env, file, network } = stage;
  const refused = await command("restore", [file], { ...env, DATA_DIR: dataDir });
  expect(refused).toEqual({
    status: 1,
    said: "A server is using this folder. Stop it, restore, then start it again.\n",
  });
  const { acknowledged, far } = await liveThrough(stage);
  const { status, said } = await command("restore", [file], { ...env, DATA_DIR: dataDir });
  expect(said).toContain("3 scheduled tweets may already be posted");
  expect(status).toBe(0);
  const restored = rowsOf(dataDir);
  expect(acknowledged.filter((text) => !restored.some(({ content }) => content === text))).toEqual([]);
  expect(restored.filter(({ state }) => state === "unknown")).toHaveLength(3);
  await server.restart();
  await eventually("all is settled", () => isQuiet(dataDir));
  const rows = rowsOf(dataDir);
  const ids = network.truth().map(({ id }) => id);
  expect(rows.slice(0, 3).map(({ state, post_id }) => [state, post_id])).toEqual(ids.map((id) => ["published", id]));
  expect(rows[3]).toMatchObject({ state: "scheduled", due_at: far });
  expect(sentTwice(network)).toEqual([]);
  expect(network.truth()).toHaveLength(3);
});

it.runIf(process.env["LINNET_NIGHT"])(
  "the same on another machine, with an empty folder and the keys in its environment",
  async () => {
    const stage = await makeStage("move");
    const { server, env, file, network } = stage;
    await liveThrough(stage);
    await server.close();
    const elsewhere = join(template.folder, "elsewhere");
    const { said } = await command("restore", [file], { ...env, DATA_DIR: elsewhere });
    expect(said).not.toContain("Can't decrypt the tokens");
    const moved = await startServer({ env, dataDir: elsewhere });
    onTestFinished(() => moved.close());
    await eventually("all is settled", () => isQuiet(elsewhere));
    const rows = rowsOf(elsewhere);
    expect(rows.slice(0, 4).map(({ state }) => state)).toEqual(["published", "published", "published", "scheduled"]);
    expect(sentTwice(network)).toEqual([]);
  },
);

it("the night's backup is copied elsewhere as docs/operating.md has it, and a lost disk is restored from that copy", async () => {
  const elsewhere = join(template.folder, "other-disk");
  mkdirSync(elsewhere);
  const docs = readFileSync(join(root, "docs", "operating.md"), "utf8");
  const recipe = /^BACKUP_COPY='(cp .+)'$/m.exec(docs)?.[1] ?? "";
  const stage = await makeStage("copied", { BACKUP_COPY: recipe.replaceAll("/mnt/backups", elsewhere) });
  const { server, dataDir, env, network } = stage;
  const [one, two] = template.tweets.map(({ id }) => id) as [number, number];
  await ask(server.origin, `publish-now/${one}`, {});
  const night = Math.ceil((server.now() - hours(4)) / days(1)) * days(1) + hours(4);
  const at = night + days(1);
  await ask(server.origin, `schedule/${two}`, { execute_at: new Date(at).toISOString() });
  await server.advance(night - server.now());
  const name = `nightly-${new Date(night).toISOString().slice(0, 10)}.db`;
  await eventually("the copy is told", () =>
    server.events().some(({ backup, msg }) => backup === name && msg === "copied a backup elsewhere"),
  );
  await server.kill9();
  rmSync(dataDir, { recursive: true });
  const { status, said } = await command("restore", [join(elsewhere, name)], { ...env, DATA_DIR: dataDir });
  expect(said).toContain("1 scheduled tweet may already be posted");
  expect(status).toBe(0);
  await server.restart();
  await eventually("all is settled", () => isQuiet(dataDir));
  expect(
    rowsOf(dataDir)
      .slice(0, 2)
      .map(({ state }) => state),
  ).toEqual(["published", "scheduled"]);
  expect(rowsOf(dataDir)[1]).toMatchObject({ due_at: at });
  expect(network.truth()).toHaveLength(1);
});

it("control: a backup put in place by hand, without the command, sends again what had gone out", async () => {
  const stage = await makeStage("control");
  const { server, dataDir, file, network } = stage;
  await liveThrough(stage);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(dataDir, `linnet.db${end}`), { force: true });
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(file, join(dataDir, "linnet.db"));
  await server.restart();
  await eventually("something is out twice", () => sentTwice(network).length > 0);
});

it("what can't be done is said in one line", async () => {
  const dataDir = join(template.folder, "lines");
  const env = { DATA_DIR: dataDir };
  const file = join(template.folder, "not-a-backup");
  writeFileSync(file, "no");
  expect(await command("backup", [], env)).toEqual({ status: 1, said: "Usage: npm run backup -- FILE\n" });
  expect(await command("restore", [], env)).toEqual({ status: 1, said: "Usage: npm run restore -- FILE\n" });
  expect((await command("backup", [file], env)).said).toBe(`${file} already exists. Choose another name\n`);
  expect((await command("backup", [`${file}-2`], env)).said).toBe(
    `There is no database ${join(dataDir, "linnet.db")} to back up\n`,
  );
  expect((await command("restore", [file], env)).said).toMatch(/^.+not-a-backup can't be read as a database: .+\n$/);
});
