// Pictures by form to the built app over bad lines and full disks: a sentence each, the tweet as it was, and the next one is taken.
import { connect, type Socket } from "node:net";
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { makePicture, numbersFrom } from "../../features/media/hostile";
import { register, Visitor } from "../../support/people/browser";
import { type BuiltServer, type Environment, eventually, startServer } from "../../support/server";

interface Stage {
  server: BuiltServer;
  alice: Visitor;
  tweetId: number;
}

async function makeStage(env: Environment = {}, disk: { dataDir?: string; mounts?: string } = {}): Promise<Stage> {
  const server = await startServer({ env: { IMAGES: "on", ...env }, ...disk });
  onTestFinished(() => server.close());
  const alice = await register(server.origin, "alice");
  const ask = { tweet_content: "A tweet with pictures" };
  const { body } = await alice.call<{ data: { id: number } }>("POST", "/api/questions/tweet", ask);
  return { server, alice, tweetId: body.data.id };
}

const boundary = "linnet-boundary";
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="image_1"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;

/** The form as the window sends it: the words of a picture behind it. */
const formOf = ({ tweetId }: Stage, picture: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(field("tweet_id", String(tweetId)) + field("back", `/timeline?pictures=${tweetId}`) + fileHead),
    picture,
    Buffer.from(`\r\n${field("alt_1", "What nobody shall lose")}--${boundary}--\r\n`),
  ]);

/** Begins to send the form byte by byte over a socket of its own. */
function begin({ server, alice }: Stage, length: number): { socket: Socket; read(): string; isClosed(): boolean } {
  const socket = connect(server.port, "127.0.0.1");
  let text = "";
  let closed = false;
  socket.on("data", (piece) => (text += piece.toString("utf8")));
  socket.on("error", () => {});
  socket.once("close", () => (closed = true));
  const cookie = alice
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  const head = [
    "POST /images HTTP/1.1",
    `Host: 127.0.0.1:${server.port}`,
    "Sec-Fetch-Site: same-origin",
    "Accept: application/json",
    `Cookie: ${cookie}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return { socket, read: () => text, isClosed: () => closed };
}

const save = async (stage: Stage, picture: Buffer, accept = "application/json") => {
  const headers = { accept, "content-type": `multipart/form-data; boundary=${boundary}` };
  const body = new Uint8Array(formOf(stage, picture));
  return stage.alice.send("/images", { method: "POST", body, headers });
};

async function picturesOf({ alice, tweetId }: Stage): Promise<string[]> {
  type Tweet = { id: number; media: { alt_text: string }[] };
  const { body } = await alice.call<{ data: Tweet[] }>("GET", "/api/tweets");
  return body.data.find(({ id }) => id === tweetId)?.media.map((one) => one.alt_text) ?? [];
}

const picture = () => makePicture({ width: 300, height: 200, noise: true });
const saved = { message: "Images saved.", error: null };

it("a line too slow for it: a sentence, nothing changed, and the same form over a better one is taken", async () => {
  const short = pathToFileURL(join(import.meta.dirname, "../../support/preloads/short-uploads.mjs"));
  const stage = await makeStage({ NODE_OPTIONS: `--import ${short.href}`, UPLOAD_TIMEOUT_MS: "3000" });
  const bytes = await picture();
  const form = formOf(stage, bytes);
  const slow = begin(stage, form.length);
  for (let at = 0; at < form.length && !slow.isClosed(); at += 500) {
    slow.socket.write(form.subarray(at, at + 500));
    await pause(400);
  }
  await eventually("it is closed", () => slow.isClosed());
  expect(slow.read()).toMatch(/^HTTP\/1\.1 408 /);
  expect(slow.read()).toContain("The request didn’t arrive in time.");
  expect(await picturesOf(stage)).toEqual([]);
  expect(await (await save(stage, bytes)).json()).toMatchObject(saved);
  expect(await picturesOf(stage)).toEqual(["What nobody shall lose"]);
});

it("lines that are cut in the middle change nothing, and leave their place to the next", async () => {
  const stage = await makeStage();
  const bytes = await picture();
  const form = formOf(stage, bytes);
  // More than are received at once: a place that was not given back would be missing.
  for (const share of [0.01, 0.3, 0.6, 0.9, 0.999]) {
    const { socket, isClosed } = begin(stage, form.length);
    socket.write(form.subarray(0, Math.floor(form.length * share)));
    await pause(150);
    socket.resetAndDestroy();
    await eventually("it is cut", isClosed);
  }
  expect(await picturesOf(stage)).toEqual([]);
  await eventually("the next is taken", async () => (await save(stage, bytes)).status === 200);
  expect(await picturesOf(stage)).toContain("What nobody shall lose");
  expect((await fetch(`${stage.server.origin}/healthz`)).status).toBe(200);
  expect(stage.server.log()).not.toMatch(/"level":"error"/);
});

it("who is not signed in sends ten megabytes and is told so", async () => {
  const stage = await makeStage();
  const guest = { ...stage, alice: new Visitor(stage.server.origin) };
  const answer = await save(guest, Buffer.alloc(10_000_000, 1), "text/html");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/timeline"]);
});

it("a quota that is used up: a sentence, and the words come back where there is no script", async () => {
  const stage = await makeStage({ IMAGE_QUOTA_MB: "1" });
  const random = numbersFrom(3);
  const large = () => makePicture({ width: 1_000, height: 800, noise: true, format: "png" }, random);
  let error = "";
  for (let n = 0; n < 4 && error === ""; n += 1)
    error = ((await (await save(stage, await large())).json()) as { error: string | null }).error ?? "";
  expect(error).toBe("Image 1: Your images can take up to 1 MB. Delete some first.");
  const answer = await save(stage, await large(), "text/html");
  expect(answer.status).toBe(303);
  const page = await (await stage.alice.open(answer.headers.get("location") ?? "")).text();
  expect(page).toContain("Your images can take up to 1 MB");
  expect(page).toContain("What nobody shall lose");
});

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "linnet-mount-"));
  try {
    execFileSync("unshare", ["-rm", "sh", "-c", `mount -t tmpfs none ${folder}`], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(!canMount())("on a disk of its own", () => {
  it.each([
    ["nearly full", "400m", "The server’s disk is nearly full, so no image can be saved."],
    ["full", "550m", "disk is full, so nothing can be stored. Free some space, then try again."],
  ])("%s: a sentence, the words come back, and with space it is taken", async (_name, size, sentence) => {
    const dataDir = mkdtempSync(join(tmpdir(), "linnet-disk-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const stage = await makeStage({}, { dataDir, mounts: `mount -t tmpfs -o size=${size} none ${dataDir}` });
    const disk = join("/proc", String(stage.server.pid), "root", dataDir);
    const form = await picture();
    if (size === "550m") {
      execFileSync("fallocate", ["-l", "540M", join(disk, "filler")]);
      for (const bytes of [1_000_000, 4_096])
        expect(() => {
          for (;;) appendFileSync(join(disk, "filler"), Buffer.alloc(bytes, 1));
        }).toThrow("ENOSPC");
    }
    const answer = await save(stage, form, "text/html");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/timeline?pictures=${stage.tweetId}`]);
    const page = await (await stage.alice.open(answer.headers.get("location") ?? "")).text();
    expect(page.replaceAll("&#x27;", "'")).toContain(sentence);
    expect(page).toContain("What nobody shall lose");
    expect(await picturesOf(stage)).toEqual([]);
    if (size === "400m") return;
    rmSync(join(disk, "filler"));
    expect(await (await save(stage, form)).json()).toMatchObject(saved);
    expect(await picturesOf(stage)).toEqual(["What nobody shall lose"]);
  });
});
