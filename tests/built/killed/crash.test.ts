// kill -9 and two processes on one folder: what was being written is written, and one alone publishes. Tweets: tests/crash/.
import { expect, it, onTestFinished } from "vitest";
import {
  ask,
  batchOf,
  linkInSandbox,
  newHandle,
  register,
  tweetsOf,
  Visitor,
  writeTweets,
} from "../../support/people/browser";
import { replies, startFakeGemini } from "../../support/fakes/fake-gemini";
import { type BuiltServer, type Environment, eventually, startServer } from "../../support/server";

/** "Add to Timeline" goes out within seconds. */
const soon = {
  SCHEDULE_WINDOW_HOURS: "0.0001-0.0003",
  QUIET_HOURS: "none",
  MIN_GAP_SECONDS: "0",
  CATCH_UP_GAP_SECONDS: "0",
};

const start = async (env: Environment = {}, dataDir?: string) => {
  const server = await startServer({ env, dataDir });
  onTestFinished(() => server.close());
  return server;
};

/** Somebody with a linked account and five tweets. */
async function withTweets(server: BuiltServer) {
  const alice = await register(server.origin, "alice");
  await linkInSandbox(alice, newHandle("alice"));
  return { alice, ...(await writeTweets(alice, "linnets in winter")) };
}

const schedule = (person: Visitor, id: number | undefined) =>
  person.call("POST", `/api/questions/publish-random-auto/${id}`, { user_timezone: "Europe/Berlin" });
const statesOf = async (person: Visitor, batchId: string) =>
  (await tweetsOf(person, batchId)).map((tweet) => tweet.status);
const isPublisher = async (server: BuiltServer) => {
  const health = await (await fetch(`${server.origin}/healthz`)).json();
  return (health as { publisher: boolean }).publisher;
};

it("after kill -9 a generation that was running and one that waited are both run", async () => {
  const gemini = await startFakeGemini();
  onTestFinished(() => gemini.close());
  const server = await start({ GEMINI_API_KEY: "a-key", GEMINI_BASE_URL: gemini.origin, REGISTRATION: "open" });
  const alice = await register(server.origin, "alice");
  gemini.always(replies.hang());
  // Four are written at once, so the last ones are still waiting for a place.
  const tasks = await Promise.all(["a", "b", "c", "d", "e", "f"].map((letter) => ask(alice, `topic ${letter}`)));
  await eventually("the writer is called", () => gemini.calls.length === 4);

  await server.kill9();
  gemini.always(null);
  await server.restart();
  for (const task of tasks) expect(await tweetsOf(alice, await batchOf(alice, task))).toHaveLength(5);
});

it("a second process on the same folder serves pages but does not publish, and takes over when the first is killed", async () => {
  const first = await start(soon);
  const second = await start(soon, first.dataDir);
  expect(await isPublisher(first)).toBe(true);
  expect(await isPublisher(second)).toBe(false);

  const { alice, batchId, tweets } = await withTweets(first);
  const visitor = new Visitor(second.origin);
  visitor.apiKey = alice.apiKey;
  expect((await fetch(`${second.origin}/generate`)).status).toBe(200);
  expect(await statesOf(visitor, batchId)).toHaveLength(5);
  const refused = await visitor.call("POST", `/api/questions/publish-now/${tweets[0]?.id}`, {});
  expect(refused.status).toBe(503);
  expect((await tweetsOf(visitor, batchId))[0]?.status).toBe("pending");

  // What the second is asked to schedule, the first sends.
  await schedule(visitor, tweets[0]?.id);
  await eventually("the first sends it", async () => (await statesOf(visitor, batchId))[0] === "published");
  expect(await isPublisher(second)).toBe(false);

  await schedule(visitor, tweets[1]?.id);
  await first.kill9();
  await eventually("the second takes over", () => isPublisher(second));
  await eventually("the second sends it", async () => (await statesOf(visitor, batchId))[1] === "published");
  const now = await visitor.call("POST", `/api/questions/publish-now/${tweets[2]?.id}`, {});
  expect(now.status).toBe(200);
});
