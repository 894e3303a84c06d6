// SIGTERM: the built app takes no new work, finishes a send, puts a generation back, and ends with 0.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { seconds } from "~/ground/time/duration";
import {
  ask,
  batchOf,
  finishLink,
  linkInSandbox,
  newHandle,
  register,
  statusOf,
  tweetsOf,
  type Visitor,
  writeTweets,
} from "../../support/people/browser";
import { type FakeGemini, replies, startFakeGemini } from "../../support/fakes/fake-gemini";
import { faults, type FakeX, startFakeX } from "../../support/fakes/fake-x";
import { type Environment, eventually, freePort, startServer } from "../../support/server";

const start = async (env: Environment = {}) => {
  const server = await startServer({ env, isTurned: true });
  onTestFinished(() => server.close());
  return server;
};

describe("an idle server", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("ends with 0 at %s, open connections or not", async (signal) => {
    const server = await start();
    const alice = await register(server.origin, "alice");
    await alice.open("/generate");
    expect(await server.stop(signal)).toBe(0);
    expect(server.events()).toContainEqual(expect.objectContaining({ msg: "stopping", signal }));
  });

  it("that nobody ever called ends with 0 too", async () => {
    const server = await start();
    expect(await server.stop()).toBe(0);
  });
});

it("who was connected when it was told to stop is answered, however long it had stood still", async () => {
  const server = await start();
  process.kill(server.pid, "SIGSTOP");
  // The system takes these connections; the process does not know of them yet. Half a second was not enough for twenty of
  // them on a busy machine, so each is waited for.
  const connections = Array.from({ length: 20 }, () => connect(server.port, "127.0.0.1"));
  await Promise.all(connections.map((connection) => once(connection, "connect")));
  const answers = connections.map(async (connection) => {
    connection.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    return (await text(connection)).split("\r\n")[0];
  });
  const stopped = server.stop();
  process.kill(server.pid, "SIGCONT");
  expect(await Promise.all(answers)).toEqual(answers.map(() => "HTTP/1.1 200 OK"));
  expect(await stopped).toBe(0);
});

/** What a busy machine adds; the 2 s that it took before are beyond it. */
const shortMs = 1_500;

it("a connection that was answered and is kept open does not hold the end up", async () => {
  const server = await start();
  const kept = connect(server.port, "127.0.0.1");
  onTestFinished(() => void kept.destroy());
  kept.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  await once(kept, "data");
  const toldAt = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - toldAt).toBeLessThan(shortMs);
});

describe("while tweets are being written", () => {
  let gemini: FakeGemini;
  beforeEach(async () => {
    gemini = await startFakeGemini();
  });
  afterEach(() => gemini.close());

  it("puts the generation back, and the next start finishes it", async () => {
    const env = { GEMINI_API_KEY: "a-key", GEMINI_BASE_URL: gemini.origin, REGISTRATION: "open" };
    const server = await start(env);
    const alice = await register(server.origin, "alice");
    gemini.always(replies.hang());
    const task = await ask(alice, "linnets in winter");
    await eventually("the writer is called", () => gemini.calls.length === 1);

    expect(await server.stop()).toBe(0);
    gemini.always(null);
    await server.restart();
    const tweets = await tweetsOf(alice, await batchOf(alice, task));
    expect(tweets).toHaveLength(5);
    expect(tweets[0]?.tweet_content).toContain("linnets in winter");
    expect(gemini.calls).toHaveLength(2);
    expect(server.events().filter((event) => event["level"] === "error")).toEqual([]);
  });
});

describe("while a post is on its way to X", () => {
  let x: FakeX;
  beforeEach(async () => {
    x = await startFakeX();
  });
  afterEach(() => x.close());

  /** A server on the fake X, and somebody with an account and a batch. */
  async function begin(env: Environment = {}) {
    const keys = { X_API_KEY: x.rules.apiKey, X_API_SECRET: x.rules.apiSecret, X_API_ORIGIN: x.origin };
    const server = await start({ ...keys, REGISTRATION: "open", RECONCILE_AFTER_SECONDS: "1", ...env });
    const alice = await register(server.origin, "alice");
    const consent = await alice.send("/accounts/connect");
    const token = new URL(consent.headers.get("location") ?? "").searchParams.get("oauth_token") ?? "";
    await finishLink(alice, x.consentUrl(token, newHandle("alice")));
    const { batchId, tweets } = await writeTweets(alice, "linnets in winter");
    return { server, alice, batchId, tweets };
  }
  const isPost = ({ method, path }: { method: string; path: string }) => method === "POST" && path === "/2/tweets";
  const postAtX = () => eventually("the post is at X", () => x.requests.some(isPost));
  const stateOf = async (person: Visitor, batchId: string, id: number) =>
    (await tweetsOf(person, batchId)).find((tweet) => tweet.id === id)?.status;

  it("finishes the send, answers who asked for it, and ends with 0", async () => {
    const { server, alice, batchId, tweets } = await begin();
    const id = tweets[0]?.id ?? 0;
    const answerNow = x.holdNext();
    const asked = alice.call<{ data: { status: string } }>("POST", `/api/questions/publish-now/${id}`, {});
    await postAtX();

    const stopped = server.stop();
    await eventually("it has heard", () => server.log().includes('"msg":"stopping"'));
    answerNow();
    const answer = await asked;
    expect(await stopped).toBe(0);
    expect(answer.status).toBe(200);
    expect(answer.body.data.status).toBe("published");
    await server.restart();
    expect(await stateOf(alice, batchId, id)).toBe("published");
    expect(x.posts).toHaveLength(1);
    expect(x.requests.filter(isPost)).toHaveLength(1);
  });

  it("a second signal changes nothing: the send is finished, and the end is in order", async () => {
    const { server, alice, batchId, tweets } = await begin();
    const id = tweets[0]?.id ?? 0;
    const answerNow = x.holdNext();
    const asked = alice.call<{ data: { status: string } }>("POST", `/api/questions/publish-now/${id}`, {});
    await postAtX();
    const stopped = server.stop();
    await eventually("it has heard the first", () => server.log().includes('"msg":"stopping"'));
    for (const signal of ["SIGTERM", "SIGINT", "SIGTERM"] as const) process.kill(server.pid, signal);
    // By then it has heard them, too.
    await server.advance(1);
    answerNow();
    expect((await asked).body.data.status).toBe("published");
    expect(await stopped).toBe(0);
    await server.restart();
    expect(await stateOf(alice, batchId, id)).toBe("published");
    expect(x.requests.filter(isPost)).toHaveLength(1);
  });

  it("killed in the middle of it, it learns at the next start that the post is there, and never sends it twice", async () => {
    const { server, alice, batchId, tweets } = await begin();
    const id = tweets[0]?.id ?? 0;
    x.failNext(faults.hangAfter);
    const asked = alice.call("POST", `/api/questions/publish-now/${id}`, {}).catch(() => "cut off");
    await postAtX();

    await server.kill9();
    expect(await asked).toBe("cut off");
    await server.restart();
    // A second after the post it is looked for, which on a busy machine is before the first question here.
    expect(["publishing", "published"]).toContain(await stateOf(alice, batchId, id));
    await server.advance(seconds(2));
    await eventually("it is found", async () => (await stateOf(alice, batchId, id)) === "published");
    expect(x.posts).toHaveLength(1);
    expect(x.requests.filter(isPost)).toHaveLength(1);
  });

  it("cuts off a send that hangs when the grace of 25 s is over, ends with 0, and settles it at the next start", async () => {
    const soon = { SCHEDULE_WINDOW_HOURS: "0.0002-0.0004", QUIET_HOURS: "none", MIN_GAP_SECONDS: "0" };
    const { server, alice, batchId, tweets } = await begin(soon);
    const id = tweets[0]?.id ?? 0;
    x.failNext(faults.hangAfter);
    await alice.call("POST", `/api/questions/publish-random-auto/${id}`, {});
    await server.advance(seconds(2));
    await postAtX();
    const stopped = server.stop();
    await eventually("it has heard", () => server.log().includes('"msg":"stopping"'));
    await server.advance(seconds(24));
    // Its timers had their turn with the answer.
    await server.advance(1);
    expect(await Promise.race([stopped, "it waits"])).toBe("it waits");
    await server.advance(seconds(1));
    expect(await stopped).toBe(0);
    await server.restart();
    await server.advance(seconds(5));
    await eventually("it is found", async () => (await stateOf(alice, batchId, id)) === "published");
    expect(x.requests.filter(isPost)).toHaveLength(1);
  });
});

describe("npm start", () => {
  /** npm itself as a person's terminal or a supervisor starts it, and the process that listens. */
  async function startNpm() {
    const dataDir = mkdtempSync(join(tmpdir(), "linnet-npm-"));
    const port = await freePort();
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: "127.0.0.1", NODE_OPTIONS: "" };
    const npm = spawn("npm", ["start"], { env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
    const ended = new Promise((resolve) => npm.once("exit", resolve));
    const health = () => fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.json() as Promise<object>);
    await eventually("it serves", () => health().catch(() => null));
    const serving = await eventually("the serving process is found", () => findListener(npm.pid ?? 0));
    onTestFinished(async () => {
      for (const pid of [npm.pid ?? 0, serving]) if (isAlive(pid)) process.kill(pid, "SIGKILL");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    });
    const isFree = () =>
      health().then(
        () => false,
        () => true,
      );
    return { npm, ended, serving, isFree, said: () => said };
  }

  /** Of the processes under `pid`, the one that has no child: npm, its shell, then the server. */
  function findListener(pid: number): number {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    const [child] = children.split(" ").filter(Boolean);
    return child === undefined ? pid : findListener(Number(child));
  }
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  it.runIf(process.platform === "linux").each(["SIGTERM", "SIGINT", "SIGKILL"] as const)(
    "ends the server in order when npm gets %s: nobody is left behind with the port",
    async (signal) => {
      const { npm, ended, serving, isFree, said } = await startNpm();
      expect(serving).not.toBe(npm.pid);
      npm.kill(signal);
      await ended;
      await eventually("the port is free", isFree);
      await eventually("the server has ended", () => !isAlive(serving));
      if (signal !== "SIGKILL") expect(said()).toContain('"msg":"stopping"');
    },
  );

  it.runIf(process.platform === "linux")("ends when its server does", async () => {
    const { ended, serving } = await startNpm();
    process.kill(serving, "SIGKILL");
    await ended;
  });
});

describe("the sandbox", () => {
  it("keeps session, key, account, batch and posts over a stop and a start", async () => {
    const server = await start();
    const alice = await register(server.origin, "alice");
    const handle = newHandle("alice");
    await linkInSandbox(alice, handle);
    const { batchId, tweets } = await writeTweets(alice, "linnets");
    const posted = await alice.call<{ data: { post_url: string } }>(
      "POST",
      `/api/questions/publish-now/${tweets[0]?.id}`,
      {},
    );
    await server.restart();
    expect(await (await alice.open("/generate?panel=sidebar")).text()).toContain(`@${handle}`);
    const after = await tweetsOf(alice, batchId);
    expect(after.map((tweet) => tweet.status)).toEqual(["published", "pending", "pending", "pending", "pending"]);
    const post = await alice.open(posted.body.data.post_url);
    expect(post.status).toBe(200);
    expect((await statusOf(alice, await ask(alice, "more"))).error).toBeNull();
  });
});
