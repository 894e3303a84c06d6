// Where what meets a task meets it in each state: its answer, what it asks of the writer, whether it wakes the loop, what changes.
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAppError } from "~/ground/errors";
import { taskMessages } from "~/features/generation/batch";
import * as generation from "~/features/generation/generation.server";
import type { WriteTweets } from "~/ports/ai/port";
import type { NewRow } from "~db/schema";
import { at, cellsOf, differing, type Outcomes, times, words } from "~tests/support/outcomes";
import { changes, type Rows, rowsOf } from "~tests/support/databases/rows";
import { addPerson, createStage, does, type Stage } from "./stage";

type Task = Partial<NewRow<"generation_tasks">>;
type Values = Record<string, unknown>;
export let stage: Stage;
export let bob: string;
export let now: number;

/** Set anew before each test of the file that calls this. */
export function setMeetings(): void {
  beforeEach(async () => {
    stage = await createStage();
    bob = await addPerson(stage.app, "bob");
    now = stage.app.clock.now();
    stage.app.config = { ...stage.app.config, rateLimits: false };
  });
  afterEach(() => stage.app.close());
}

const held = (more: Task = {}): Task => ({ state: "running", lease_token: "held", lease_until: now + 60_000, ...more });
const ended = (ago: number, more: Task = {}): Task => ({ ended_at: now - ago, due_at: null, ...more });
export const hour = 3_600_000;
const day = 24 * hour;

const situations = {
  queued: () => ({ web_search: 1, account_id: null }),
  "queued, its time nearly over": () => ({ deadline_at: now + 1 }),
  "queued, its time over": () => ({ deadline_at: now }),
  "queued, tried twice": () => ({ attempts: 2, input_tokens: 7, output_tokens: 5 }),
  "queued, tried thrice": () => ({ attempts: 3 }),
  running: () => held({ attempts: 1, input_tokens: 7, output_tokens: 5 }),
  "running, its lease nearly over": () => held({ lease_until: now + 1 }),
  "running, its lease over": () => held({ lease_until: now }),
  "running, its time over": () => held({ deadline_at: now }),
  written: () => ended(hour, { state: "success", batch_id: "b1" }),
  "written a day ago but a moment": () => ended(day - 1, { state: "success", batch_id: "b1" }),
  "written a day ago": () => ended(day, { state: "success", batch_id: "b1" }),
  failed: () => ended(hour, { state: "failed", error_code: "quota", error: "Used up." }),
  "failed without a word": () => ended(hour, { state: "failed" }),
  "failed thirty days ago": () => ended(30 * day, { state: "failed", error: "Old." }),
  "failed thirty days ago but a moment": () => ended(30 * day - 1, { state: "failed", error: "Old." }),
} satisfies Record<string, () => Task>;
export type Name = keyof typeof situations;
const names = Object.keys(situations) as Name[];

const tables = ["generation_tasks", "batches", "tweets"] as const;
const batch = (id: string, user_id: string, more: Partial<NewRow<"batches">> = {}): NewRow<"batches"> => ({
  id,
  user_id,
  account_id: null,
  topic: `topic of ${id}`,
  web_search: 0,
  writer: "gemini",
  model: "told",
  sources: '[{"title":"A","url":"https://a.example"}]',
  search_suggestions: `<p>${id}</p>`,
  input_tokens: 1,
  output_tokens: 2,
  model_retires_at: 5,
  created_at: now - hour,
  ...more,
});

async function arrange(task: Task): Promise<void> {
  const { db } = stage.app;
  for (const table of [...tables].reverse()) await db.deleteFrom(table).execute();
  const { alice } = stage;
  const common = (id: string, user_id: string) => ({
    ...{ id, user_id, account_id: null, topic: `topic of ${id}`, web_search: 0 as const, state: "queued" as const },
    ...{ due_at: now, deadline_at: now + 80_000, created_at: now - 1_000 },
  });
  await db
    .insertInto("batches")
    .values([
      batch("b1", alice),
      batch("b4", alice, { created_at: now - hour, writer: "demo", web_search: 1, model_retires_at: 6 }),
      batch("b6", alice, { created_at: now - 2 * hour, search_suggestions: null, sources: "[]" }),
      batch("b7", bob, { created_at: now, model: "another", model_retires_at: 9 }),
    ])
    .execute();
  const beside = held({ lease_token: "another's", attempts: 1, deadline_at: now + 70_000 });
  for (const row of [
    { ...common("t1", alice), ...task },
    { ...common("t2", alice), ...beside },
    { ...common("t3", bob), ...beside, lease_token: "bob's" },
    { ...common("t4", alice), ...ended(hour, { state: "success", batch_id: "b4" }) },
    { ...common("t5", bob), ...ended(hour, { state: "failed", error_code: "busy", error: "Busy." }) },
  ])
    await db.insertInto("generation_tasks").values(row).execute();
}

export const sources = '[{"title":"A","url":"https://a.example"}]';

/** The sentence of an error, where it is one of the house's, by its name. */
export const sentence = (error: unknown) =>
  typeof error === "string" && `(${Object.entries(taskMessages).find(([, one]) => one === error)?.[0] ?? error})`;

/** What is other of a task's row than it was; an ended one keeps no due time, and only a running one a lease. */
function taskOf(row: Values, old: Values | undefined): string {
  const changed = differing(row, old);
  const isEnded = row.state === "success" || row.state === "failed";
  if (changed.includes("state")) expect(row.ended_at).toBe(isEnded ? now : null);
  if (isEnded) expect(row.due_at).toBe(null);
  const isRunning = row.state === "running";
  expect([row.lease_token !== null, row.lease_until !== null], "lease").toEqual([isRunning, isRunning]);
  const so = (column: string, said: unknown) => changed.includes(column) && row[column] !== null && said;
  return words(
    String(row.id) !== "t1" && old && `${String(row.id)}:`,
    changed.includes("state") ? row.state : "as it was",
    so("error_code", row.error_code),
    so("error", sentence(row.error)),
    so("batch_id", row.batch_id === "b6" ? "b6" : "a batch"),
    so("due_at", at(row.due_at, now)),
    so("deadline_at", `until ${at(row.deadline_at, now)}`),
    so("lease_token", row.lease_token),
    so("lease_until", `for ${at(row.lease_until, now)}`),
    so("attempts", old !== undefined && `a${String(row.attempts)}`),
    so("input_tokens", `${String(row.input_tokens)}/${String(row.output_tokens)}`),
  );
}

/** A batch and its tweets are the task's, as the writer gave them; told is how many tweets, and what the batch cost. */
function batchOf(batch: Values, after: Rows): string {
  const task = after.get("generation_tasks t1")!;
  expect(task.batch_id).toBe(batch.id);
  const { user_id, account_id, topic, web_search } = task;
  const searched = batch.search_suggestions !== null;
  expect(batch).toMatchObject({
    user_id,
    account_id,
    topic,
    web_search,
    writer: "gemini",
    model: "told",
    created_at: now,
  });
  expect(batch).toMatchObject({ sources: searched ? sources : "[]", model_retires_at: searched ? 77 : null });
  const draft = { user_id, account_id, origin: "generated", state: "pending", due_at: null, publish_type: null };
  const made = {
    created_at: now,
    updated_at: now,
    account_is_own: 0,
    lease_token: null,
    attempts: 0,
    discarded_at: null,
  };
  const tweets = [...after.values()].filter((row) => row.batch_id === batch.id && "fingerprint" in row);
  const kept = tweets.sort((a, b) => Number(a.position) - Number(b.position));
  for (const [position, tweet] of kept.entries()) {
    expect(tweet).toMatchObject({ ...draft, ...made, position });
    expect(tweet.fingerprint).toBe(String(tweet.content).toLowerCase());
  }
  const thoughts = kept.map((tweet) => String(tweet.content).replace("Thought ", "")).join("");
  return words(
    `batch of ${thoughts}`,
    `${String(batch.input_tokens)}/${String(batch.output_tokens)}`,
    searched && "searched",
  );
}

/** What is new or other; a row that is neither a task, a batch nor a tweet of one is told column by column. */
function told(before: Rows, after: Rows): string[] {
  const known = new Set<string>();
  const parts: string[] = [];
  for (const [name, row] of after) {
    const old = before.get(name);
    if (differing(row, old).length === 0) continue;
    const isTask = name.startsWith("generation_tasks ");
    if (!isTask && old) continue;
    const batch = after.get(`batches ${String(row.batch_id)}`);
    if (!isTask && !name.startsWith("batches ") && (!batch || before.has(`batches ${String(row.batch_id)}`))) continue;
    known.add(name);
    if (isTask) parts.push(taskOf(row, old));
    if (name.startsWith("batches ")) parts.push(batchOf(row, after));
  }
  return [...parts, ...changes(before, after, now).filter((line) => ![...known].some((name) => line.startsWith(name)))];
}

let asked: WriteTweets[];
/** A turn of the job, with a writer that answers so. */
export const turn = async (...answers: Parameters<Stage["next"]>) => {
  stage.next(...answers);
  const { started, done } = await generation.runQueued(stage.app);
  await done;
  stage.forget();
  asked = stage.calls.splice(0);
  return words(started > 0 && times(started, "begun"), times(asked.length, "asks"));
};
export const said = (n: number) => does.write(() => Array.from({ length: n }, (_, at) => `Thought ${at}`));
async function meet(verb: () => Promise<unknown>, task: Task): Promise<string> {
  const { app } = stage;
  await arrange(task);
  let wakes = 0;
  asked = [];
  app.wake = () => void (wakes += 1);
  const before = await rowsOf(app.db, tables);
  const answer = await verb().catch((error: unknown) => {
    if (isAppError(error)) return `!${error.code}`;
    throw error;
  });
  const changed = told(before, await rowsOf(app.db, tables));
  for (const [n, { signal: _, endsAt: _endsAt, plan, ...ask }] of asked.entries()) {
    expect(plan).toHaveLength(ask.count);
    const first = { earlier: [], count: 5 };
    const more = { earlier: ["Thought 0", "Thought 1"], count: 3 };
    expect(ask).toEqual({ topic: "topic of t1", webSearch: task.web_search === 1, ...(n === 0 ? first : more) });
  }
  const did = words(answer === undefined ? "" : String(answer), times(wakes, "wakes"));
  return [did, ...changed].filter(Boolean).join("; ");
}

export type Verbs = Record<string, { does: () => Promise<unknown>; outcomes: Outcomes<Name> }>;

export function testOutcomes(verbs: Verbs): void {
  test.each(Object.entries(verbs))("each task has its outcome of: %s", async (_, { does, outcomes }) => {
    const found: Record<string, string> = {};
    for (const name of names) found[name] = await meet(does, situations[name]());
    expect(found).toEqual(cellsOf(names, outcomes));
  });
}
