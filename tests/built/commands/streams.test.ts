// Backup, export and restore through standard output and input, as docs/operating.md prints them; and words for a bad place.
import { spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { makePicture } from "../../features/media/hostile";
import { register, signInElsewhere, Visitor, writeTweets } from "../../support/people/browser";
import { type BuiltServer, startServer } from "../../support/server";

const root = join(import.meta.dirname, "../../..");
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "linnet-streams-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

let server: BuiltServer;
let email: string;
let alice: Visitor;
beforeEach(async () => {
  server = await startServer({ dataDir: newFolder(), env: { IMAGES: "on" } });
  onTestFinished(() => server.close());
  alice = await register(server.origin, "alice");
  email = alice.email;
  await writeTweets(alice, "linnets");
});

/** Lines of the page, with the part before the service's name and the shell's redirection taken off, and others' words put in. */
function printedAll(name: string, words: Record<string, string> = {}): string[][] {
  const page = readFileSync(join(root, "docs", "operating.md"), "utf8");
  const lines = page.matchAll(new RegExp(`linnet node build/commands/${name}\\.js (.*?)(?: [<>] .*)?$`, "gm"));
  return [...lines].map(([, args = ""]) => args.split(" ").map((word) => words[word] ?? word));
}
const printed = (name: string, words?: Record<string, string>): string[] => printedAll(name, words)[0] ?? [];

function run(name: string, args: string[], input?: Buffer) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "build", "commands", `${name}.js`), ...args],
    {
      cwd: root,
      env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", DATA_DIR: server.dataDir },
      input: input ?? "",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return { status, out: stdout, told: stderr.toString() };
}

const nothingLeft = () => readdirSync(server.dataDir).filter((name) => name.startsWith(".stream"));

/** A tweet of Alice's with a picture that the server has cleaned. */
async function writeWithPicture(alice: Visitor): Promise<string> {
  const headers = { authorization: `Bearer ${alice.apiKey}`, "content-type": "image/jpeg" };
  const body = new Uint8Array(await makePicture());
  const sent = await fetch(`${server.origin}/api/media`, { method: "POST", headers, body });
  const { media_id: mediaId } = (await sent.json()) as { media_id: string };
  const ask = { tweet_content: "With a picture", media: [{ media_id: mediaId }] };
  const { status } = await alice.call("POST", "/api/questions/tweet", ask);
  expect(status).toBe(201);
  return mediaId;
}

const picturesIn = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;

it("pictures go along in a stream, and beside a file, and come back by either", async () => {
  const mediaId = await writeWithPicture(alice);
  const streamed = run("backup", printed("backup"));
  expect([streamed.status, streamed.told]).toEqual([0, expect.not.stringContaining(".media")]);
  const file = join(newFolder(), "linnet-backup.db");
  const made = run("backup", [file]);
  expect(made.out.toString()).toContain(`Its images are in ${file}.media. Keep both together.`);
  expect(picturesIn(`${file}.media`)).toBe(2);
  const json = join(newFolder(), "alice.json");
  const exported = run("export", [email, json]);
  expect(exported.out.toString()).toContain(`Saved 1 image to ${json}.media. Each file is named after the image's id.`);
  expect(readdirSync(`${json}.media`)).toEqual([`${mediaId}.jpg`]);
  expect(statSync(join(`${json}.media`, `${mediaId}.jpg`)).mode & 0o777).toBe(0o600);
  // As docs/operating.md says to renew it.
  rmSync(file);
  expect(run("backup", [file]).status).toBe(0);
  await server.stop();
  const start = { ...alice };
  for (const [args, input] of [
    [printed("restore"), streamed.out],
    [[file], undefined],
  ] as const) {
    rmSync(join(server.dataDir, "media"), { recursive: true });
    const { status, out } = run("restore", [...args], input);
    expect([status, out.toString()]).toEqual([0, expect.stringContaining("Restored 1 image.")]);
    await server.restart();
    const again = await signInElsewhere(Object.assign(new Visitor(server.origin), start));
    const shown = await again.send(`/api/media/${mediaId}`);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    await server.stop();
  }
  rmSync(join(server.dataDir, "media"), { recursive: true });
  rmSync(`${file}.media`, { recursive: true });
  const lacking = run("restore", [file]);
  expect([lacking.status, lacking.out.toString()]).toEqual([
    0,
    expect.stringContaining(
      "1 image is missing or damaged, here and in the backup. A tweet with a missing image is not posted until you add it again.",
    ),
  ]);
});

it("a backup goes to standard output beside the server, and back through standard input without it", async () => {
  const made = run("backup", printed("backup"));
  expect([made.status, made.told]).toEqual([
    0,
    expect.stringMatching(/^Backed up 5 tweets from 1 users to standard output/),
  ]);
  const copy = join(newFolder(), "copy.db");
  writeFileSync(copy, made.out);
  const db = new Sqlite3(copy, { readonly: true });
  expect(db.prepare("select count(*) from tweets").pluck().get()).toBe(5);
  db.close();

  const running = run("restore", printed("restore"), made.out);
  expect([running.status, running.told]).toEqual([1, expect.stringContaining("A server is using this folder")]);
  await server.stop();
  for (const name of ["linnet.db", "linnet.db-wal", "linnet.db-shm"])
    rmSync(join(server.dataDir, name), { force: true });
  const restored = run("restore", printed("restore"), made.out);
  expect([restored.status, restored.told]).toEqual([0, ""]);
  expect(restored.out.toString()).toMatch(/^Restored the backup of .+: 5 tweets\./);
  expect(nothingLeft()).toEqual([]);
  await server.restart();
  await server.stop();
  const [nightly] = printedAll("restore").slice(1).flat();
  const own = String(nightly).replace("/data", server.dataDir);
  mkdirSync(dirname(own), { recursive: true });
  writeFileSync(own, made.out);
  const again = run("restore", [own]);
  expect([again.status, again.told]).toEqual([0, ""]);
  const cut = run("restore", printed("restore"), made.out.subarray(0, 10_000));
  expect(cut.status).toBe(1);
  expect(nothingLeft()).toEqual([]);
});

/** The line for Fly: root of the machine becomes the server's user, from no folder of Linnet's. */
it.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")(
  "the line for Fly restores as the server's user, from any folder",
  async () => {
    await server.stop();
    const folder = newFolder();
    const copy = join(folder, "linnet-backup.db");
    expect(run("backup", [copy]).status).toBe(0);
    chownSync(copy, 1000, 1000);
    chownSync(folder, 1000, 1000);
    const page = readFileSync(join(root, "docs", "operating.md"), "utf8");
    const [, line = ""] = /^fly ssh console -C "(setpriv .*)"$/m.exec(page) ?? [];
    const words = line
      .replace(" node /app/", ` ${process.execPath} ${root}/`)
      .replace("/data/", `${folder}/`)
      .split(" ");
    const { status, stdout, stderr } = spawnSync(words[0] ?? "", words.slice(1), {
      cwd: "/",
      env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", DATA_DIR: folder },
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Restored the backup of .+: 5 tweets\./);
    expect(statSync(join(folder, "linnet.db")).uid).toBe(1000);
  },
);

it("a person's data goes to standard output as JSON or CSV, and nothing else does", () => {
  const json = run("export", printed("export", { "alice@example.com": email }));
  expect([json.status, json.told]).toEqual([0, ""]);
  expect(JSON.parse(json.out.toString())).toHaveProperty("tweets");
  const csv = run("export", [email, "-", "--csv"]);
  expect(csv.out.toString().trim().split("\n").length).toBeGreaterThanOrEqual(6);
});

/** As a shell runs it, with somebody behind the pipe who reads one line and goes. */
function runForOneLine(name: string, args: string[]) {
  const told = join(newFolder(), "told");
  const call = [process.execPath, join(root, "build", "commands", `${name}.js`), ...args].map((word) => `'${word}'`);
  const script = `{ ${call.join(" ")} 2>'${told}'; echo $? >'${told}.status'; } | head -1 | wc -l`;
  const { stdout } = spawnSync("sh", ["-c", script], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", DATA_DIR: server.dataDir },
    encoding: "utf8",
  });
  return {
    lines: Number(stdout),
    told: readFileSync(told, "utf8"),
    status: Number(readFileSync(`${told}.status`, "utf8")),
  };
}

it("who reads one line and closes the pipe is told nothing more, and nothing is left behind", () => {
  // More than a pipe holds, so that the command is still writing when its reader goes.
  const db = new Sqlite3(join(server.dataDir, "linnet.db"));
  db.prepare("update tweets set content = ?").run("linnet ".repeat(20_000));
  db.close();
  for (const [name, args] of [
    ["export", [email, "-"]],
    ["export", [email, "-", "--csv"]],
    ["backup", ["-"]],
  ] as const) {
    const { lines, told, status } = runForOneLine(name, [...args]);
    expect([name, lines, told, status]).toEqual([name, 1, "", 1]);
  }
  expect(nothingLeft()).toEqual([]);
});

it("a place that can't be written is named as it was meant, and DATA_DIR is not blamed", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "there"));
  for (const [name, args] of [
    ["backup", []],
    ["export", [email]],
  ] as const) {
    const taken = join(folder, "file");
    const there = run(name, [...args, taken]);
    expect([there.status, there.told]).toEqual([1, `${taken} already exists. Choose another name\n`]);
    const nowhere = run(name, [...args, "/proc/none/x.json"]);
    expect(nowhere.status).toBe(1);
    expect(nowhere.told).toMatch(
      /^\/proc\/none\/x\.json can't be written \(.+\)\. Choose another path, or - for standard output\n$/,
    );
    expect(nowhere.told).not.toContain("DATA_DIR");
  }
});
