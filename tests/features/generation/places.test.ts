// How many tasks run at once, and how often one is tried: places are never overdrawn, and never lost.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import { takeOverTasks, runQueued } from "~/features/generation/generation.server";
import { maxRunning } from "~/features/generation/run.server";
import { atRest } from "~tests/support/rest";
import { createStage, does, fresh, type Stage } from "./stage";
import { plain } from "~tests/support/written";

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.app.close());

const askFor = async (count: number) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await stage.ask({ topic: `topic ${n}` }));
  return ids;
};
const inState = async (state: "queued" | "running" | "success" | "failed") =>
  (await stage.app.db.selectFrom("generation_tasks").select("id").where("state", "=", state).execute()).length;

describe("four tasks run at once", () => {
  it("and the fifth waits for a place, which is free when one of them has ended", async () => {
    const open = stage.shut();
    await askFor(9);
    const first = await stage.runOnce();
    expect([first.started, await inState("running"), await inState("queued")]).toEqual([maxRunning, maxRunning, 5]);
    expect((await stage.runOnce()).started).toBe(0);
    open();
    await first.done;
    const second = await stage.runOnce();
    expect(second.started).toBe(maxRunning);
    await second.done;
    expect((await stage.runOnce()).started).toBe(1);
    await atRest();
    expect(await inState("success")).toBe(9);
  });

  it("those first that were asked for first", async () => {
    stage.shut();
    const now = stage.app.clock.now();
    await askFor(maxRunning + 2);
    // The later ones are the older ones.
    for (let n = 0; n < maxRunning + 2; n += 1)
      await stage.app.db
        .updateTable("generation_tasks")
        .set({ due_at: now - n })
        .where("topic", "=", `topic ${n}`)
        .execute();
    await stage.runOnce();
    expect(stage.calls.map(({ topic }) => topic).sort()).toEqual(["topic 2", "topic 3", "topic 4", "topic 5"]);
  });

  it("also when turns overlap", async () => {
    stage.shut();
    await askFor(9);
    const turns = await Promise.all([runQueued(stage.app), runQueued(stage.app), runQueued(stage.app)]);
    await atRest();
    expect(turns.map(({ started }) => started).sort()).toEqual([0, 0, maxRunning]);
    expect(stage.calls).toHaveLength(maxRunning);
  });

  it("and a place that falls free while others are claimed is not lost", async () => {
    const open = stage.shut();
    await askFor(2);
    const first = await stage.runOnce();
    await askFor(1);
    await duringClaim(
      async () => {
        open();
        await first.done;
      },
      async () => (await runQueued(stage.app)).done,
    );
    stage.shut();
    await askFor(maxRunning + 1);
    expect((await stage.runOnce()).started).toBe(maxRunning);
  });

  it("and a claim that fails gives back all places", async () => {
    await askFor(maxRunning);
    const failing = duringClaim(
      () => Promise.reject(new Error("no disk")),
      () => runQueued(stage.app),
    );
    await expect(failing).rejects.toThrow("no disk");
    expect((await stage.runOnce()).started).toBe(maxRunning);
  });
});

/** Does `run` with a database that waits for `meanwhile` before its first transaction, which claims. */
async function duringClaim<T>(meanwhile: () => Promise<void>, run: () => Promise<T>): Promise<T> {
  const { db } = stage.app;
  const patient = (first: ReturnType<typeof db.transaction>) =>
    replacing(first, "execute", async (body: Parameters<typeof first.execute>[0]) => {
      await meanwhile();
      return first.execute(body);
    });
  let isFirst = true;
  stage.app.db = replacing(db, "transaction", () => {
    const transaction = db.transaction();
    const answer = isFirst ? patient(transaction) : transaction;
    isFirst = false;
    return answer;
  });
  try {
    return await run();
  } finally {
    stage.app.db = db;
  }
}

/** The same object but for one of its methods. */
function replacing<T extends object>(whole: T, name: keyof T, method: unknown): T {
  return new Proxy(whole, {
    get(target, asked) {
      if (asked === name) return method;
      const value: unknown = Reflect.get(target, asked, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

it("a task is tried three times at most, whatever kills its process", async () => {
  const [id = ""] = await askFor(1);
  const started: number[] = [];
  for (let start = 0; start < 6; start += 1) {
    stage.shut();
    // A process that dies takes its places with it.
    const reborn = { ...stage.app };
    reborn.node.renew();
    await takeOverTasks(reborn);
    started.push((await runQueued(reborn)).started);
    await atRest();
  }
  expect(started).toEqual([1, 1, 1, 0, 0, 0]);
  expect(stage.calls).toHaveLength(3);
  expect(await stage.task(id)).toMatchObject({ state: "failed", error_code: "timeout", attempts: 3 });
});

it("a stop uses up no try, however often it comes", async () => {
  const [id = ""] = await askFor(1);
  for (let start = 0; start < 6; start += 1) {
    stage.next(does.hang());
    const shutdown = new AbortController();
    const reborn = { ...stage.app, work: { ...stage.app.work, shutdownSignal: shutdown.signal } };
    reborn.node.renew();
    await takeOverTasks(reborn);
    const { done } = await runQueued(reborn);
    await atRest();
    shutdown.abort();
    await done;
    expect(await stage.task(id)).toMatchObject({ state: "queued", attempts: 0, input_tokens: 100 * (start + 1) });
  }
  await (
    await stage.runOnce()
  ).done;
  expect(await stage.task(id)).toMatchObject({ state: "success", attempts: 1, input_tokens: 700 });
});

describe("the web is searched", () => {
  const searches = () => stage.calls.map(({ webSearch, faulty }) => [webSearch, faulty !== undefined]);
  const long = "word ".repeat(60).trim();

  it("where it was asked for, when tweets are written, and never when they are mended", async () => {
    await stage.ask({ webSearch: true });
    stage.next(
      does.write(() => [...fresh(1), long, long, long, long]),
      does.write(() => [long]),
    );
    await (
      await stage.runOnce()
    ).done;
    expect(searches()).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
  });

  it("never where it was not asked for", async () => {
    await stage.ask();
    stage.next(does.write(() => [long]));
    await (
      await stage.runOnce()
    ).done;
    expect(searches().map(([search]) => search)).toEqual([false, false, false]);
  });
});

it("a writer that answers after it was left to itself changes nothing any more", async () => {
  let answer = () => {};
  stage.next(
    ({ count }) =>
      new Promise((resolve) => {
        answer = () =>
          resolve({
            texts: fresh(count),
            ...plain,
            model: "late",
            inputTokens: 1,
            outputTokens: 1,
          });
      }),
  );
  const [id = ""] = await askFor(1);
  const { done } = await stage.runOnce();
  for (let passed = 0; passed < 80; passed += 2) {
    stage.app.clock.advance(seconds(2));
    await atRest();
  }
  await done;
  answer();
  await atRest();
  expect(await stage.task(id)).toMatchObject({ state: "failed", error_code: "timeout", batch_id: null });
  expect([await stage.count("batches"), await stage.count("tweets"), stage.calls.length]).toEqual([0, 0, 1]);
});
