// Every state of a task and everything that meets it there: all rows before and after, of it and of those beside it, as a file says.
import { afterEach, beforeEach, expect, it } from "vitest";
import { isAppError } from "~/ground/errors";
import * as generation from "~/features/generation/generation.server";
import * as queries from "~/features/generation/store/tasks.server";
import { WriterError } from "~/ports/ai/port";
import type { NewRow } from "~db/schema";
import { changes, rowsOf } from "~tests/support/rows";
import { addPerson, createStage, does, price, type Stage, writes } from "./stage";

type Task = Partial<NewRow<"generation_tasks">>;
let stage: Stage;
let bob: string;
let now: number;
beforeEach(async () => {
  stage = await createStage();
  bob = await addPerson(stage.app, "bob");
  now = stage.app.clock.now();
});
afterEach(() => stage.app.close());

const held = (more: Task = {}): Task => ({ state: "running", lease_token: "held", lease_until: now + 60_000, ...more });
const ended = (ago: number, more: Task = {}): Task => ({ ended_at: now - ago, due_at: null, ...more });
const hour = 3_600_000;
const day = 24 * hour;

const situations: Record<string, () => Task> = {
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
};

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

const turn = async (...answers: Parameters<Stage["next"]>) => {
  stage.next(...answers);
  const { started, done } = await generation.runQueued(stage.app);
  await done;
  stage.forget();
  const asked = stage.calls.splice(0).map(({ signal: _, ...ask }) => JSON.stringify(ask));
  return [`${started} begun`, ...asked].join("\n  ");
};
const said = (n: number) => does.write(() => Array.from({ length: n }, (_, at) => `Thought ${at}`));
const spent = price;
const own = { id: "t1", token: "held" };
const db = () => stage.app.db;
const success = () => ({ state: "success" as const, batchId: "b6", answerId: null, note: null, now, spent });
const failure = () => ({ state: "failed" as const, code: "busy", error: "Busy.", now, spent });
const pages = (user: string, from: string | null, size = 2) => generation.listBatches(stage.app, user, { from, size });

const verbs: Record<string, () => Promise<unknown>> = {
  "a request": () => stage.ask({ webSearch: true }),
  "a turn": () => turn(said(5)),
  "a turn with sources": () =>
    turn(async () => ({
      ...writes(["Thought 0", "Thought 1", "Thought 2"]),
      sources: [{ title: "A", url: "https://a.example" }],
      searchSuggestions: "<p>chip</p>",
      modelRetiresAt: 77,
    })),
  "a turn with too few, then more": () =>
    turn(
      said(2),
      does.write(() => ["Thought 7", "Thought 8"]),
    ),
  "a turn that is refused": () => turn(does.fail("quota")),
  "a turn that breaks": () => turn(does.break()),
  "a turn that another takes over": () =>
    turn(async () => {
      await db().updateTable("generation_tasks").set({ lease_token: "taken" }).where("id", "=", "t1").execute();
      return writes(["Thought 0", "Thought 1", "Thought 2"]);
    }),
  "a turn that another takes over and that is refused": () =>
    turn(async () => {
      await db().updateTable("generation_tasks").set({ lease_token: "taken" }).where("id", "=", "t1").execute();
      throw new WriterError("quota", "Used up.", { spent });
    }),
  "the end": () => queries.endTask(db(), own, success()),
  "the end by another's token": () => queries.endTask(db(), { id: "t1", token: "another's" }, success()),
  "the end of another's": () => queries.endTask(db(), { id: "t2", token: "held" }, success()),
  "a failure": () => queries.endTask(db(), own, failure()),
  "putting back": () => queries.putBackTask(db(), own, { now: now + 1, spent }),
  "putting back by another's token": () => queries.putBackTask(db(), { id: "t1", token: "x" }, { now, spent }),
  "putting back another's": () => queries.putBackTask(db(), { id: "t2", token: "held" }, { now, spent }),
  "what was spent": () => queries.addTokens(db(), "t1", { inputTokens: 3, outputTokens: 4 }),
  "a start": () => generation.takeOverTasks(stage.app),
  "the pruning": () => generation.pruneTasks(stage.app),
  "what is overdue": () => queries.failExpired(db(), { now, maxAttempts: 3, code: "timeout", error: "Late." }),
  "whether any is open": () => queries.anyOpen(db()),
  "the next": () => generation.nextTaskAt(stage.app, now - 1).then((at) => at && at - now),
  "the next after now": () => generation.nextTaskAt(stage.app, now).then((at) => at && at - now),
  "a look": () => generation.getTask(stage.app, "t1", stage.alice),
  "a look by somebody else": () => generation.getTask(stage.app, "t1", bob),
  "a look by nobody": () => generation.getTask(stage.app, "t1", null),
  "a look at its batch": () => generation.getBatch(stage.app, "b1", stage.alice),
  "a look at its batch by somebody else": () => generation.getBatch(stage.app, "b1", bob),
  "a look at its batch by nobody": () => generation.getBatch(stage.app, "b1", null),
  "a look at the neighbour's batch": () => generation.getBatch(stage.app, "b4", null),
  "the first page": () => pages(stage.alice, null),
  "the second page": () => pages(stage.alice, "b1"),
  "the second page of one": () => pages(stage.alice, "b4", 1),
  "a page of three": () => pages(stage.alice, null, 3),
  "a page from another's": () => pages(bob, "b1"),
  "the topics": async () => [...(await generation.topicsOf(stage.app, stage.alice, ["b4", "b7"]))],
  "the last retirement": () => generation.lastRetirement(stage.app, "told"),
};

async function meet(verb: () => Promise<unknown>, task: Task): Promise<string> {
  const { app } = stage;
  await arrange(task);
  let wakes = 0;
  app.wake = () => void (wakes += 1);
  const before = await rowsOf(app.db, tables);
  const answer = await verb().catch((error: unknown) => {
    if (isAppError(error)) return `${error.code}: ${error.message}`;
    throw error;
  });
  const told = typeof answer === "string" ? answer : JSON.stringify(answer);
  const lines = [...(told === undefined ? [] : [told]), ...(wakes > 0 ? [`wakes the loop: ${wakes}`] : [])];
  return [...lines, ...changes(before, await rowsOf(app.db, tables), now)].join("\n  ");
}

/** Ids that nobody chose are numbered as they come, and so are the people's. */
function plain(text: string): string {
  const ids = [stage.alice, bob];
  return text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return ["alice", "bob"][ids.indexOf(id)] ?? `id-${ids.indexOf(id)}`;
  });
}

it.each(Object.keys(verbs))("'%s' changes of each task what its file says, and of the others nothing", async (name) => {
  const lines: string[] = [];
  stage.app.config = { ...stage.app.config, rateLimits: false };
  for (const [state, task] of Object.entries(situations)) {
    const verb = verbs[name] ?? (() => Promise.reject(new Error("no such verb")));
    lines.push(`== ${state}\n  ${plain(await meet(verb, task()))}\n`);
  }
  await expect(lines.join("\n")).toMatchFileSnapshot(`./rows/${name.replace(/[^a-z]+/g, "-")}.txt`);
});
