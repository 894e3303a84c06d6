// A topic that becomes one thread: written, mended by number, kept as one tweet of its batch, and never sent by itself.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import {
  getBatch,
  getTask,
  listBatchCounts,
  listBatches,
  refine,
  request,
  runQueued,
  writeAgain,
} from "~/features/generation/generation.server";
import { changeThread, postAs, publishDue, publishNow } from "~/features/publishing/publishing.server";
import { findThread } from "~/features/threads/threads.server";
import { getTweet, listUnsent } from "~/features/tweets/tweets.server";
import { createLog } from "~/ground/telemetry/log.server";
import { createDemo } from "~/ports/ai/demo.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeGemini, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

let fake: FakeGemini;
let app: TestApp;
let alice: Person;
let second: Account;
beforeEach(async () => {
  fake = await startFakeGemini();
  const settings = { apiKey: "test-key", model: "gemini-3.5-flash-lite", baseUrl: fake.origin };
  app = await createTestApp({
    config: { quietHours: null },
    ai: createGemini({ ...settings, log: createLog({ logLevel: "silent" }), clock: systemClock }),
  });
  alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "alice_x");
  second = await linkAccount(app, alice, "alice_two");
});
afterEach(async () => {
  await app.close();
  await fake.close();
});

const parts = ["Terns go far.", "Further than most.", "And they come back.", "Every year."];
const thread = (texts: readonly string[] = parts) => replies.text(JSON.stringify({ parts: texts }));

async function generate({ topic = "terns", parts = 4, webSearch = false } = {}) {
  const id = await request(app, { userId: alice.user.id, accountId: second.id, topic, webSearch, parts });
  await (
    await runQueued(app)
  ).done;
  const task = await getTask(app, id, alice.user.id);
  const batch = task.batchId ? await getBatch(app, task.batchId, alice.user.id) : null;
  const [first, ...none] = batch?.tweets ?? [];
  expect(none).toEqual([]);
  return { task, batch, first, whole: first ? await findThread(app.db, first) : null };
}
const said = (whole: Awaited<ReturnType<typeof findThread>>) => whole?.parts.map(({ content }) => content);
const questions = () => fake.calls.map((call) => call.body.contents?.[0]?.parts[0]?.text ?? "");
const stored = () => app.db.selectFrom("generation_tasks").selectAll().executeTakeFirstOrThrow();
const long = "word ".repeat(60).trim();

describe("a batch of a thread", () => {
  it("holds one tweet, the thread's first part, the own of the account that it was asked for", async () => {
    fake.next(thread());
    const { task, batch, first, whole } = await generate();
    expect(task).toMatchObject({ status: "success", parts: 4, error: null });
    expect(first).toMatchObject({ content: parts[0], state: "pending", origin: "generated", batchId: batch?.id });
    expect(first).toMatchObject({ account: { id: second.id }, ownAccountId: second.id, part: { no: 1 } });
    expect(said(whole)).toEqual(parts);
    expect(whole).toMatchObject({ state: "draft" });
    const rest = { origin: "generated", batchId: null, account: { id: second.id }, ownAccountId: second.id };
    expect(whole?.parts.slice(1)).toMatchObject([rest, rest, rest]);
    expect(await stored()).toMatchObject({ format: "thread", parts: 4, input_tokens: 100, output_tokens: 47 });
  });

  it("counts as one tweet wherever it is listed, and no later part is an idea", async () => {
    fake.next(thread());
    const { batch, first } = await generate();
    const [listed] = (await listBatches(app, alice.user.id, { from: null, size: 5 })).batches;
    expect(listed).toMatchObject({ id: batch?.id, tweets: 1 });
    const counts = await listBatchCounts(app, [batch?.id ?? ""]);
    expect(counts.get(batch?.id ?? "")).toEqual({ open: 1, scheduled: 0, out: 0 });
    const { tweets } = await listUnsent(app, alice.user.id, { from: null, size: 50 });
    expect(tweets.map(({ id }) => id)).toEqual([first?.id]);
  });

  it("is the demo writer's too, without a network", async () => {
    app.ai = createDemo({ random: () => 0.4 });
    const { task, whole } = await generate({ parts: 10, topic: "slow travel by train" });
    expect(task.status).toBe("success");
    expect(new Set(said(whole)).size).toBe(10);
    expect(fake.calls).toEqual([]);
  });

  it("goes out whole by its first part once a person says so, as whom they say, and no sooner", async () => {
    fake.next(thread());
    const { first } = await generate();
    const ask = { userId: alice.user.id, tweetId: first?.id ?? 0 };
    app.clock.advance(seconds(3_600));
    await (
      await publishDue(app)
    ).done;
    expect(await getTweet(app, ask.userId, ask.tweetId)).toMatchObject({ state: "pending" });
    await changeThread(app, { ...ask, parts: [...parts, "One of my own."] });
    await postAs(app, { ...ask, account: second.networkUserId });
    await publishNow(app, { ...ask, account: null });
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance(seconds(6));
      await (
        await publishDue(app)
      ).done;
    }
    const whole = first && (await findThread(app.db, first));
    expect(whole).toMatchObject({ state: "done" });
    expect(whole?.parts.map(({ account, publishedAt }) => [account?.id, publishedAt !== null])).toEqual(
      Array(5).fill([second.id, true]),
    );
  });
});

describe("a part that can't be posted", () => {
  it.each([
    ["too long", long, "19 characters over the limit (299 of 280)."],
    ["a stranger mentioned", "Ask @nasa about it", "It mentions @nasa, which the topic does not name."],
    ["a stranger's link", "More at evil.example.com", "It links to evil.example.com, which the topic does not name."],
    ["a gap", "Ask {{name}} about it", "It has a gap that somebody would have to fill in: {{name}}."],
    ["alike the first one", "TERNS  go far", "It says the same as another post of this author."],
  ])("is mended by one more call, by its number, and comes back in its place: %s", async (_name, text, fault) => {
    fake.next(thread([parts[0] ?? "", text, "And they come back.", "Every year."]), replies.tweets(["Mended."]));
    const { task, whole } = await generate();
    expect(said(whole)).toEqual(["Terns go far.", "Mended.", "And they come back.", "Every year."]);
    expect(task.status).toBe("success");
    expect(questions()[1]).toContain(
      `faulty = ${JSON.stringify([{ post: text, fault: `Part 2 of a thread. ${fault}` }])}`,
    );
    // What the others say is not to be said again.
    expect(questions()[1]).toContain('earlier = ["Terns go far.","And they come back.","Every year."]');
    expect(fake.calls).toHaveLength(2);
    expect(await stored()).toMatchObject({ input_tokens: 200, output_tokens: 94 });
  });

  it("is mended with the others that can't, each in its own place", async () => {
    fake.next(thread([long, "Two.", "@nasa", "two"]), replies.tweets(["One.", "Three.", "Four."]));
    expect(said((await generate()).whole)).toEqual(["One.", "Two.", "Three.", "Four."]);
    expect(questions()[1]).toMatch(/Part 1 of a thread\..*Part 3 of a thread\..*Part 4 of a thread\./);
  });

  it.each([
    ["too long as before", [long]],
    ["what another part says", ["And they come BACK"]],
    ["nothing", []],
    ["two where one was asked for", ["One.", "Two."]],
  ])("and comes back as %s fails the task as malformed: half a thread is none", async (name, mended) => {
    fake.next(thread([parts[0] ?? "", long, "And they come back.", "Every year."]));
    fake.always(replies.tweets(mended));
    const { task, batch } = await generate();
    expect([task.status, batch]).toEqual(["failed", null]);
    if (name === "nothing") expect(await stored()).toMatchObject({ error_code: "empty", input_tokens: 300 });
    else {
      expect(task.error).toMatch(/^The AI returned a thread with parts that can’t be posted\./);
      expect(await stored()).toMatchObject({ error_code: "malformed", input_tokens: 200, output_tokens: 94 });
    }
    for (const table of ["tweets", "threads", "batches"] as const)
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it("fails the task at once where there is no time to mend it, and with the mending's own reason where that fails", async () => {
    fake.next(() => {
      app.clock.advance(seconds(62));
      return thread([long, "Two.", "Three.", "Four."]);
    });
    expect((await generate()).task.status).toBe("failed");
    expect(fake.calls).toHaveLength(1);
    await app.db.deleteFrom("generation_tasks").execute();
    fake.next(thread([long, "Two.", "Three.", "Four."]), replies.perDay());
    expect((await generate()).task.error).toMatch(/midnight Pacific/);
    expect(await stored()).toMatchObject({ error_code: "quota", input_tokens: 100 });
  });
});

it("an answer of another number of parts is asked for once more, and then fails the task as malformed", async () => {
  fake.always(thread(["One.", "Two.", "Three."]));
  expect((await generate()).task).toMatchObject({ status: "failed" });
  expect(await stored()).toMatchObject({ error_code: "malformed", input_tokens: 200 });
});

it("what went out within thirty days is not said again, and the writer is told", async () => {
  fake.next(thread(), thread(["Arctic terns.", "further than MOST", "Three.", "Four."]), replies.tweets(["Fresh."]));
  const { first } = await generate();
  await publishNow(app, { userId: alice.user.id, tweetId: first?.id ?? 0, account: null });
  app.clock.advance(seconds(6));
  await (
    await publishDue(app)
  ).done;
  expect(said((await generate()).whole)).toEqual(["Arctic terns.", "Fresh.", "Three.", "Four."]);
  expect(questions()[1]).toContain("Terns go far.");
});

it("its parts are nobody's to write anew but the person's, whoever wrote the thread", async () => {
  fake.next(thread());
  const { batch, whole } = await generate();
  const userId = alice.user.id;
  const refusal = { code: "not_for_threads", message: expect.stringContaining("part of a thread") as string };
  for (const part of whole?.parts ?? [])
    for (const instruction of ["shorter", "another"] as const) {
      const ask = { userId, tweetId: part.id, instruction, words: null };
      await expect(refine(app, ask)).rejects.toMatchObject(refusal);
    }
  await expect(writeAgain(app, { userId, batchId: batch?.id ?? "" })).rejects.toMatchObject(refusal);
});
