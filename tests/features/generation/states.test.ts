// Every state that a task can be in, and every verb that can meet it there: what becomes of it, and what is answered.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { unsaved } from "~/features/voice/voice";
import { seconds } from "~/ground/time/duration";
import * as generation from "~/features/generation/generation.server";
import { lastsOf } from "~/features/generation/batch";
import { insertTweet } from "~/features/tweets/tweets.server";
import { erase } from "~/features/user-deletion/queries.server";
import { WriterError } from "~/ports/ai/port";
import { prune } from "~jobs/prune.server";
import { atRest } from "~tests/support/rest";
import { allowedValues } from "~tests/support/databases/schema";
import { readersOf } from "./readers";
import { batchId, id, type Name, putTask, situations, topic } from "./situations";
import { addPerson, createStage, type Stage } from "./stage";

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.app.close());

/** The task in a few words. */
async function told(): Promise<string> {
  const task = await stage.task(id);
  if (!task) return "gone";
  const batch = task.batch_id === null ? "" : task.batch_id === batchId ? ", its batch" : ", a batch";
  return `${[task.state, task.error_code].filter(Boolean).join(" ")} after ${task.attempts}${batch}`;
}

const stranger = async () => addPerson(stage.app, "bob");
const readers = () => readersOf(stage.app, { id, batchId });

/** What meets the task; the answer is how it stands then, or what a reader is told. A new export has to be named here. */
const verbs = {
  request: async () => {
    await stage.ask({ topic: "something else" });
    return told();
  },
  "refine, another thing": async () => {
    const words = { content: "Tea first.", fingerprint: "tea first", position: 0, origin: "own" as const };
    const whose = { userId: stage.alice, accountId: null, accountIsOwn: false, batchId: null };
    const tweetId = await insertTweet(stage.app.db, { ...words, ...whose, now: stage.app.clock.now() });
    await generation.refine(stage.app, { userId: stage.alice, tweetId, instruction: "shorter", words: null });
    return told();
  },
  "writeAgain by its person": () =>
    generation.writeAgain(stage.app, { userId: stage.alice, batchId }).catch((error: { code: string }) => error.code),
  "writeAgain by somebody else": async () =>
    generation
      .writeAgain(stage.app, { userId: await stranger(), batchId })
      .catch((error: { code: string }) => error.code),
  listRefining: async () => JSON.stringify((await generation.listRefining(stage.app, batchId, [])).ofBatch),
  "runQueued, and it is written": async () => {
    await (
      await stage.runOnce()
    ).done;
    return told();
  },
  "runQueued, and its process dies": async () => {
    stage.shut();
    await stage.runOnce();
    return told();
  },
  "runQueued beside the publisher": async () => {
    stage.app.node.setMayClaim(false);
    await (
      await stage.runOnce()
    ).done;
    return told();
  },
  "runQueued of a server that stops": async () => {
    stage.app.work.stop();
    await (
      await stage.runOnce()
    ).done;
    return told();
  },
  "runQueued, and the server stops meanwhile": async () => {
    const open = stage.shut();
    stage.next(() => Promise.reject(new Error("cut")));
    const { done } = await stage.runOnce();
    stage.app.work.stop();
    open();
    await done;
    return told();
  },
  "takeOverTasks, as a start does": async () => {
    stage.app.clock.advance(seconds(3));
    await generation.takeOverTasks(stage.app);
    const task = await stage.task(id);
    const now = stage.app.clock.now();
    const isAnew =
      task?.due_at === now && task.deadline_at === now + lastsOf({ limitMs: 0 }) && task.lease_token === null;
    return `${await told()}${isAnew ? ", anew" : ""}`;
  },
  noteWriterRefusal: async () => {
    await generation.noteWriterRefusal(stage.app, new WriterError("key", "Gemini does not accept the key."));
    return told();
  },
  noteSubstitute: async () => {
    await generation.noteSubstitute(stage.app, { kind: "compatible", place: "ollama:11434", insteadOf: "key" });
    return told();
  },
  costText: async () => {
    await generation.costText(stage.app, stage.alice);
    return told();
  },
  pruneTasks: async () => {
    await generation.pruneTasks(stage.app);
    return told();
  },
  "prune, the job": async () => {
    await prune(stage.app);
    return told();
  },
  "its person is deleted": async () => {
    await erase(stage.app.db, stage.alice);
    expect(await stage.count("batches")).toBe(0);
    return told();
  },
  nextTaskAt: async () => {
    const next = await generation.nextTaskAt(stage.app, stage.app.clock.now() - 1);
    return next === null ? "never" : next === stage.app.clock.now() ? "now" : "later";
  },
  "getTask by its person": () => readers().task(stage.alice),
  "getTask by somebody else": async () => readers().task(await stranger()),
  "getTask without credentials": () => readers().task(null),
  "awaitTask by its person": () => readers().awaited(stage.alice),
  "awaitTask by somebody else": async () => readers().awaited(await stranger()),
  listTasks: () => readers().listed(stage.alice),
  "getBatch by its person": () => readers().batch(stage.alice),
  "getBatch by somebody else": async () => readers().batch(await stranger()),
  "getBatch without credentials": () => readers().batch(null),
  "getTaskWithBatch by its person": () => readers().taskWithBatch(stage.alice),
  "getTaskWithBatch by somebody else": async () => readers().taskWithBatch(await stranger()),
  "getTaskWithBatch without credentials": () => readers().taskWithBatch(null),
  listBatches: async () =>
    (await generation.listBatches(stage.app, stage.alice, { from: null, size: 9 })).batches
      .map((one) => one.topic)
      .join(),
  "topicsOf by its person": async () =>
    [...(await generation.topicsOf(stage.app, stage.alice, [batchId])).values()].join(),
  "topicsOf by somebody else": async () =>
    String((await generation.topicsOf(stage.app, await stranger(), [batchId])).size),
  listBatchCounts: async () => String((await generation.listBatchCounts(stage.app, [batchId])).size),
  "previewVoice of one that says nothing": async () => {
    const { limits: _, ...ai } = stage.app.ai;
    const asking = generation.previewVoice({ ...stage.app, ai }, stage.alice, { topic: "tea", fields: unsaved });
    await expect(asking).rejects.toMatchObject({ code: "voice_empty" });
    return told();
  },
  lastRetirement: async () => String(await generation.lastRetirement(stage.app, "told")),
} as const;
type Verb = keyof typeof verbs;

/** No verb changes what has ended, but for the two that end its life. */
const ends = (now: string, status: string, batch: string) =>
  ({
    request: now,
    "refine, another thing": now,
    // No tweet of its batch is left to be written again.
    "writeAgain by its person": batch === "not_found" ? batch : "not_draft",
    "writeAgain by somebody else": "not_found",
    listRefining: "null",
    "runQueued, and it is written": now,
    "runQueued, and its process dies": now,
    "runQueued beside the publisher": now,
    "runQueued of a server that stops": now,
    "runQueued, and the server stops meanwhile": now,
    "takeOverTasks, as a start does": now,
    noteWriterRefusal: now,
    noteSubstitute: now,
    costText: now,
    pruneTasks: now,
    "prune, the job": now,
    "its person is deleted": "gone",
    nextTaskAt: "never",
    "getTask by its person": status,
    "getTask by somebody else": "not_found",
    "getTask without credentials": status,
    "awaitTask by its person": status,
    "awaitTask by somebody else": "not_found",
    listTasks: status,
    "getBatch by its person": batch,
    "getBatch by somebody else": "not_found",
    "getBatch without credentials": batch,
    "getTaskWithBatch by its person": batch === "not_found" ? "no batch" : batch,
    "getTaskWithBatch by somebody else": "not_found",
    "getTaskWithBatch without credentials": batch === "not_found" ? "no batch" : batch,
    listBatches: batch === "not_found" ? "" : batch,
    "topicsOf by its person": batch === "not_found" ? "" : batch,
    "topicsOf by somebody else": "0",
    // No tweet of its batch is left to be counted.
    listBatchCounts: "0",
    "previewVoice of one that says nothing": now,
    lastRetirement: batch === "not_found" ? "null" : "7",
  }) satisfies Record<Verb, string>;
const closedToGuests = {
  "getTask without credentials": "not_found",
  "getBatch without credentials": "not_found",
  "getTaskWithBatch without credentials": "not_found",
} as const;
const forgotten = { pruneTasks: "gone", "prune, the job": "gone" } as const;

/** What waits is begun, unless it is too late for it. */
const waits = (attempts: number) =>
  ({
    ...ends(`queued after ${attempts}`, "pending", "not_found"),
    "runQueued, and it is written": `success after ${attempts + 1}, a batch`,
    "runQueued, and its process dies": `running after ${attempts + 1}`,
    "takeOverTasks, as a start does": `queued after ${attempts}, anew`,
    nextTaskAt: "now",
  }) satisfies Record<Verb, string>;
const expired = (state: string, attempts: number) =>
  ({
    ...ends(`${state} after ${attempts}`, "pending", "not_found"),
    "runQueued, and it is written": `failed timeout after ${attempts}`,
    "runQueued, and its process dies": `failed timeout after ${attempts}`,
    "runQueued beside the publisher": `failed timeout after ${attempts}`,
    "runQueued of a server that stops": `failed timeout after ${attempts}`,
    "runQueued, and the server stops meanwhile": `failed timeout after ${attempts}`,
    "takeOverTasks, as a start does": `queued after ${attempts}, anew`,
    nextTaskAt: state === "queued" ? "now" : "never",
  }) satisfies Record<Verb, string>;
const written = ends("success after 0, its batch", "success", topic);
const failed = ends("failed quota after 0", "failed: No quota.", "not_found");

const table: Record<Name, Record<Verb, string>> = {
  "waiting its turn": waits(0),
  "waiting, past its deadline": expired("queued", 0),
  "waiting, tried too often": expired("queued", 3),
  "waiting, tried as often as it may but once": waits(2),
  "waiting for a moment ahead of a clock set back": { ...waits(0), nextTaskAt: "later" },
  running: {
    ...ends("running after 1", "pending", "not_found"),
    "takeOverTasks, as a start does": "queued after 1, anew",
  },
  "running, past its deadline": expired("running", 1),
  "running, its lease over": expired("running", 1),
  "written just now": written,
  "written a day ago but a moment": written,
  "written a day ago": { ...written, ...closedToGuests },
  "written thirty days ago": { ...written, ...closedToGuests, ...forgotten },
  "failed just now": failed,
  "failed a day ago": { ...failed, ...closedToGuests },
  "failed thirty days ago": { ...failed, ...closedToGuests, ...forgotten },
};

describe.each(Object.keys(situations) as Name[])("a task that is %s", (name) => {
  it.each(Object.keys(verbs) as Verb[])("meets '%s' as the table says", async (verb) => {
    await putTask(stage, situations[name]);
    const answer = await verbs[verb]();
    await atRest();
    expect(answer).toBe(table[name][verb]);
  });
});

it("the table knows every state that the database can hold", async () => {
  const states = await allowedValues(stage.app.db, "generation_tasks", "state");
  expect([...new Set(Object.values(situations).map(({ state }) => state as string))].sort()).toEqual(states.sort());
});

it("the table knows every verb of the feature", () => {
  const known = new Set(Object.keys(verbs).map((verb) => verb.split(/[ ,]/)[0]));
  expect(Object.keys(generation).filter((name) => !known.has(name))).toEqual([]);
});
