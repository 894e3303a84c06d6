// Waiting for a task: told at once where it ran here, found soon where it ran elsewhere, and ended with whoever waits.
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { awaitTask, request, runQueued, type TaskView } from "~/features/generation/generation.server";
import { maxWaits, untilEnded } from "~/features/generation/task/wait.server";
import { seconds } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let id: string;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  id = await request(app, { userId: alice.user.id, accountId: null, topic: "tea", webSearch: false });
});
afterEach(() => app.close());

interface Waiting {
  answer: TaskView | null;
  done: Promise<unknown>;
}

/** One that waits; its first look at the database is over. */
async function wait(signal = new AbortController().signal, ms = seconds(25)): Promise<Waiting> {
  const waiting: Waiting = { answer: null, done: Promise.resolve() };
  waiting.done = awaitTask(app, { id, userId: alice.user.id, ms, signal }).then((view) => (waiting.answer = view));
  await answered();
  return waiting;
}
/** What the database was asked has been answered. */
const answered = () => sleep(100);

it("is told in the moment in which the task ends here", async () => {
  const waiting = await wait();
  expect(waiting.answer).toBeNull();
  await (
    await runQueued(app)
  ).done;
  await waiting.done;
  expect(waiting.answer).toMatchObject({ id, status: "success", errorCode: null });
});

it("finds within two seconds what ended elsewhere", async () => {
  const waiting = await wait();
  const ended = { state: "failed" as const, error: "No.", error_code: "blocked", ended_at: 1, due_at: null };
  await app.db.updateTable("generation_tasks").set(ended).where("id", "=", id).execute();
  app.clock.advance(seconds(2) - 1);
  await answered();
  expect(waiting.answer).toBeNull();
  app.clock.advance(1);
  await waiting.done;
  expect(waiting.answer).toMatchObject({ status: "failed", error: "No.", errorCode: "blocked" });
});

it("answers after its time what the task is by then, having looked each two seconds and no more", async () => {
  let looks = 0;
  const ask = { id, userId: alice.user.id, ms: seconds(25), signal: new AbortController().signal };
  const waiting = untilEnded(app, ask, () => Promise.resolve({ status: "pending", looks: (looks += 1) }));
  for (let ms = 0; ms < 25_000; ms += 500) {
    await new Promise(setImmediate);
    app.clock.advance(500);
  }
  expect(await waiting).toEqual({ status: "pending", looks: 14 });
});

it("ends with the client, and with the server", async () => {
  const client = new AbortController();
  const left = await wait(client.signal);
  const stays = await wait();
  client.abort();
  await left.done;
  expect([left.answer?.status, stays.answer]).toEqual(["pending", null]);
  app.work.stop();
  await stays.done;
  expect(stays.answer?.status).toBe("pending");
  const late = await wait();
  expect(late.answer?.status).toBe("pending");
});

it("waits for nobody beyond what one person may, nor all of them together; and who has ended makes room", async () => {
  const client = new AbortController();
  const own: Waiting[] = [];
  for (let n = 0; n < maxWaits.person; n += 1) own.push(await wait(client.signal));
  expect(own.map(({ answer }) => answer)).toEqual(own.map(() => null));
  expect((await wait()).answer?.status).toBe("pending");

  let others = 0;
  const ask = { id, ms: seconds(25), signal: client.signal };
  const pending = () => Promise.resolve({ status: "pending" });
  const crowd = Array.from({ length: maxWaits.together }, (_, n) =>
    untilEnded(app, { ...ask, userId: `person ${n}` }, pending).then(() => (others += 1)),
  );
  await answered();
  expect(others).toBe(maxWaits.person);
  client.abort();
  await Promise.all([...crowd, ...own.map(({ done }) => done)]);
  expect((await wait()).answer).toBeNull();
  app.work.stop();
  await answered();
});
