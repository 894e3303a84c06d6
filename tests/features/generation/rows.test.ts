// Every state of a task and everything that changes one: what is answered, and what becomes of it and of those beside it.
import * as generation from "~/features/generation/generation.server";
import * as queries from "~/features/generation/store/tasks.server";
import { WriterError } from "~/ports/ai/port";
import { at, type Outcomes, others } from "~tests/support/outcomes";
import { type Name, now, said, setMeetings, sources, stage, testOutcomes, turn } from "./row-meetings";
import { does, price, writes } from "./stage";

setMeetings();

const spent = price;
const own = { id: "t1", token: "held" };
const db = () => stage.app.db;
const success = () => ({ state: "success" as const, batchId: "b6", answerId: null, note: null, now, spent });
const failure = () => ({ state: "failed" as const, code: "busy", error: "Busy.", now, spent });
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).join(" ") || "none";
/** The row of the task has been taken by another while its writer wrote. */
const take = () => db().updateTable("generation_tasks").set({ lease_token: "taken" }).where("id", "=", "t1").execute();

const waits = ["queued", "queued, its time nearly over", "queued, tried twice"] satisfies Name[];
const late = ["queued, its time over", "queued, tried thrice"] satisfies Name[];
const lost = ["running, its lease over", "running, its time over"] satisfies Name[];
const runs = ["running, its lease nearly over", ...lost] satisfies Name[];
const always = (outcome: string): Outcomes<Name> => [[outcome, others]];

/** Three ways of a task to its turn: never asked for before, with a moment left, and with two tries behind it. */
const turned = (queued: string, nearlyOver: string, triedTwice: string): Outcomes<Name> => [
  [`begun ${queued}`, "queued"],
  [`begun ${nearlyOver}`, "queued, its time nearly over"],
  [`begun ${triedTwice}`, "queued, tried twice"],
  ["failed timeout (timeout)", ...late, ...lost],
  ["", others],
];
/** One call, whose cost is the task's and the batch's. */
const written = (thoughts: string, more = "") => {
  const of = (tries: string, cost: string) =>
    `asks wakes; success a batch ${tries} ${cost}; batch of ${thoughts} 100/47${more}`;
  return turned(of("a1", "100/47"), of("a1", "100/47"), of("a3", "107/52"));
};
const failed = (error: string, [once, twice] = [" 100/47", " 107/52"]) =>
  turned(
    ...([
      ["a1", once],
      ["a1", once],
      ["a3", twice],
    ].map(([a, cost]) => `asks wakes; failed ${error} ${a}${cost}`) as [string, string, string]),
  );
const taken = turned(
  "asks wakes; running taken for +1m20s a1 100/47",
  "asks wakes; running taken for +1m20s a1 100/47",
  "asks wakes; running taken for +1m20s a3 107/52",
);
/** By its token a running task is moved, and no other. */
const moved = (to: string, [first, others_] = ["", ""]): Outcomes<Name> => [
  [`true; ${to}${first} 107/52`, "running"],
  [`true; ${to}${others_} 100/47`, ...runs],
  ["false", others],
];

testOutcomes({
  "a request": {
    does: () => stage.ask({ webSearch: true }).then(() => ""),
    outcomes: always("wakes; queued now until +1m20s 0/0"),
  },
  "a turn": { does: () => turn(said(5)), outcomes: written("01234") },
  "a turn with sources": {
    does: () =>
      turn(async () => ({
        ...writes(["Thought 0", "Thought 1", "Thought 2"]),
        sources: JSON.parse(sources) as { title: string; url: string }[],
        searchSuggestions: "<p>chip</p>",
        modelRetiresAt: 77,
      })),
    outcomes: written("012", " searched"),
  },
  "a turn with too few, then more": {
    does: () =>
      turn(
        said(2),
        does.write(() => ["Thought 7", "Thought 8"]),
      ),
    outcomes: turned(
      "asks x2 wakes; success a batch a1 200/94; batch of 0178 200/94",
      "asks wakes; failed empty (tooFew) a1 100/47",
      "asks x2 wakes; success a batch a3 207/99; batch of 0178 200/94",
    ),
  },
  "a turn that is refused": { does: () => turn(does.fail("quota")), outcomes: failed("quota (It is quota.)") },
  "a turn that breaks": { does: () => turn(does.break()), outcomes: failed("failed (failed)", ["", ""]) },
  "a turn that another takes over": {
    does: () => turn(() => take().then(() => writes(["Thought 0", "Thought 1", "Thought 2"]))),
    outcomes: taken,
  },
  "a turn that another takes over and that is refused": {
    does: () => turn(() => take().then(() => Promise.reject(new WriterError("quota", "Used up.", { spent })))),
    outcomes: taken,
  },
  "the end": { does: () => queries.endTask(db(), own, success()), outcomes: moved("success b6") },
  "the end by another's token": {
    does: () => queries.endTask(db(), { id: "t1", token: "another's" }, success()),
    outcomes: always("false"),
  },
  "the end of another's": {
    does: () => queries.endTask(db(), { id: "t2", token: "held" }, success()),
    outcomes: always("false"),
  },
  "a failure": { does: () => queries.endTask(db(), own, failure()), outcomes: moved("failed busy (Busy.)") },
  "putting back": {
    does: () => queries.putBackTask(db(), own, { now: now + 1, spent }),
    outcomes: moved("queued +1ms", [" a0", " a-1"]),
  },
  "putting back by another's token": {
    does: () => queries.putBackTask(db(), { id: "t1", token: "x" }, { now, spent }),
    outcomes: always("false"),
  },
  "putting back another's": {
    does: () => queries.putBackTask(db(), { id: "t2", token: "held" }, { now, spent }),
    outcomes: always("false"),
  },
  "what was spent": {
    does: () => queries.addSpent(db(), "t1", { inputTokens: 3, outputTokens: 4, costMicros: 5, unmetered: 0 }),
    outcomes: [
      ["as it was 10/9", "queued, tried twice", "running"],
      ["as it was 3/4", others],
    ],
  },
  "a start of the server": {
    does: () => generation.takeOverTasks(stage.app),
    outcomes: [
      ["as it was until +1m20s; t2: queued until +1m20s; t3: queued until +1m20s", "queued, its time nearly over"],
      ["as it was until +1m20s; t2: queued until +1m20s; t3: queued until +1m20s", "queued, its time over"],
      ["queued until +1m20s; t2: queued until +1m20s; t3: queued until +1m20s", "running, its time over"],
      ["queued; t2: queued until +1m20s; t3: queued until +1m20s", "running", "running, its lease nearly over"],
      ["queued; t2: queued until +1m20s; t3: queued until +1m20s", "running, its lease over"],
      ["t2: queued until +1m20s; t3: queued until +1m20s", others],
    ],
  },
  "the pruning": {
    does: () => generation.pruneTasks(stage.app),
    outcomes: [
      ["1; generation_tasks t1 is gone", "failed thirty days ago"],
      ["0", others],
    ],
  },
  "what is late": {
    does: () => queries.failExpired(db(), { now, maxAttempts: 3, code: "timeout", error: "Late." }).then(ids),
    outcomes: [
      ["t1; failed timeout (Late.)", ...late, ...lost],
      ["none", others],
    ],
  },
  "whether any is open": { does: () => queries.anyOpen(db()), outcomes: always("true") },
  "the moment at which one is due": {
    does: () => generation.nextTaskAt(stage.app, now - 1).then((due) => at(due, now) || "none"),
    outcomes: [
      ["now", ...waits, ...late],
      ["none", others],
    ],
  },
  "the moment after this one at which one is due": {
    does: () => generation.nextTaskAt(stage.app, now).then((due) => at(due, now) || "none"),
    outcomes: always("none"),
  },
});
