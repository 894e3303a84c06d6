// What must hold of tasks: while time passes, after each storm, and when all is quiet.
import { seconds } from "~/ground/time/duration";
import { maxAttempts, maxRunning } from "~/features/generation/run.server";
import type { Row } from "~db/schema";
import type { Connection, Disk } from "../disk";
import type { Driver } from "../driver";
import type { SimClock } from "../clock";
import type { Meter } from "./meter";

type Task = Row<"generation_tasks">;

export interface TaskChecks {
  afterTurn(): void;
  /** The tries of a process that was told to stop count as none. */
  stopped(by: Connection): void;
  atEnd(): void;
}

/** What the contract allows, and a second's turn. */
const maxDuration = seconds(81);

export function taskChecks(
  disk: Disk,
  clock: SimClock,
  driver: () => Driver,
  meter: Meter,
  problem: (what: string) => void,
): TaskChecks {
  const open = disk.sqlite.prepare<unknown[], Task>(
    "select * from generation_tasks where state in ('queued', 'running')",
  );
  const all = disk.sqlite.prepare<unknown[], Task>("select * from generation_tasks");
  const batches = disk.sqlite.prepare<unknown[], { id: string }>("select id from batches where topic = ?");
  const orphans = disk.sqlite.prepare<unknown[], { id: string }>(
    "select id from batches where id not in (select batch_id from generation_tasks where batch_id is not null)",
  );
  const inOrder = new Set<Connection>();
  let seen = new Map<string, { mono: number; world: number }>();
  let alone = new Map<string, number>();
  let of: unknown = null;
  const said = new Set<string>();
  const once = (what: string, key: string) => {
    if (!said.has(key)) problem(what);
    said.add(key);
  };
  return {
    stopped: (by) => void inOrder.add(by),
    afterTurn() {
      const server = driver().up();
      if (!server || server !== of) [seen, alone] = [new Map(), new Map()];
      of = server;
      if (!server) return;
      const now = clock.monotonic();
      const still: typeof seen = new Map();
      const stillAlone: typeof alone = new Map();
      for (const task of open.all()) {
        const since = seen.get(task.id) ?? { mono: now, world: clock.world() };
        const open = now - since.mono;
        // What waited while the wall clock was set back has its whole time once more, and no more than that.
        if (open > (clock.setAt() > since.world ? 2 * maxDuration : maxDuration))
          once(`${task.topic} has been open for ${open} ms`, `open ${task.id}`);
        still.set(task.id, since);
        const taken = meter.placesTaken();
        if (task.state === "queued" && taken < maxRunning && !server.app.work.shutdownSignal.aborted)
          once(`${task.topic} waits, though ${taken} of ${maxRunning} places are taken`, `waits ${task.id}`);
        if (task.state !== "running" || meter.isAsking(server.by, task.topic)) continue;
        const lonely = alone.get(task.id) ?? now;
        if (now - lonely > seconds(31)) once(`${task.topic} runs, and nobody holds it`, `alone ${task.id}`);
        stillAlone.set(task.id, lonely);
      }
      [seen, alone] = [still, stillAlone];
    },
    atEnd() {
      for (const { topic, state } of open.all()) problem(`${topic} is still ${state}`);
      for (const { id } of orphans.all()) problem(`batch ${id} is no task's`);
      for (const task of all.all()) {
        const made = batches.all(task.topic).length;
        if (made !== (task.state === "success" ? 1 : 0)) problem(`${task.topic} is ${task.state} with ${made} batches`);
        const tries = meter.tries.get(task.topic) ?? [];
        const counted = tries.filter(({ by }) => !inOrder.has(by)).length;
        if (counted > maxAttempts) problem(`${task.topic} was tried ${counted} times`);
        checkCost(task, problem, meter);
      }
    },
  };
}

/** What a process that died had spent on its own is known to nobody; all else is written down. */
function checkCost(task: Task, problem: (what: string) => void, meter: Meter): void {
  const tries = meter.tries.get(task.topic) ?? [];
  const sum = (of: typeof tries) =>
    of.reduce((total, { inputTokens, outputTokens }) => total + inputTokens + outputTokens, 0);
  const stored = task.input_tokens + task.output_tokens;
  const [min, max] = [sum(tries.filter(({ by, isDeaf }) => !by.isDead() && !isDeaf)), sum(tries)];
  if (stored < min || stored > max)
    problem(`${task.topic} has ${stored} tokens written down, and cost ${min}${max > min ? ` to ${max}` : ""}`);
}
